"""MkDocs hook: the root build writes what the calculator computes with, once for all languages."""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from macros.calculator import payload  # noqa: E402
from macros.catalog.reader import read_catalog  # noqa: E402
from macros.clock import build_date  # noqa: E402
from macros.listings import listings  # noqa: E402

FILE = "assets/calculator.json"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    if not config.extra.get("language"):
        as_of = build_date()
        catalog = read_catalog(ROOT / "data", as_of, config.extra["reference_language"])
        files.append(File.generated(config, FILE, content=payload(catalog, listings(catalog, as_of), as_of)))
    return files
