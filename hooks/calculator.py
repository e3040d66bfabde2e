"""MkDocs hook: the root build writes what the calculator computes with, once for all languages."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from site_catalog import catalog_of

from macros.calculator import payload
from macros.clock import build_date
from macros.listings import listings

FILE = "assets/calculator.json"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    if not config.extra.get("language"):
        as_of = build_date()
        catalog = catalog_of(config)
        files.append(File.generated(config, FILE, content=payload(catalog, listings(catalog, as_of), as_of)))
    return files
