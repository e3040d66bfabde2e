"""MkDocs hook: files made from the catalog beside the pages.

The root build gets /data/ and /llms.txt, each language its feed.xml and only its own social card.
"""

import datetime
import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from site_catalog import ROOT, catalog_of

from macros.catalog.reader import Catalog
from macros.catalog_pages import catalog_pages, page_address
from macros.clock import build_date
from macros.documents import front_matter
from macros.exchange import exchange
from macros.feed import latest_checks
from macros.listings import listings
from macros.llms import Link, llms_txt
from macros.open_data import freshness_rule, open_data
from macros.view.renderer import Renderer

SOCIAL_CARD = re.compile(r"assets/social/([a-z-]+)\.png")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made, and keep only the language's own social card."""
    as_of = build_date()
    catalog = catalog_of(config)
    code = config.extra.get("language")
    made = {"feed.xml": feed(catalog, as_of, config, code)} if code else _root_files(catalog, as_of, config)
    for path, text in made.items():
        files.append(File.generated(config, path, content=text.encode()))
    cards = {card[1]: file for file in files if (card := SOCIAL_CARD.fullmatch(file.src_uri))}
    config.extra["social_card"] = code in cards
    for file in [file for other, file in cards.items() if other != code]:
        files.remove(file)
    return files


def feed(catalog: Catalog, as_of: datetime.date, config: MkDocsConfig, code: str) -> str:
    """The newest checked prices as an Atom feed in one language."""
    checks = latest_checks(listings(catalog, as_of))
    language = catalog.languages[code]
    renderer = Renderer(language, exchange(catalog, as_of))
    return renderer.render(
        "feed.xml", code=code, site_name=language.site_name, address=config.site_url, checks=checks,
        updated=checks[0].day if checks else as_of,
    )


def _root_files(catalog: Catalog, as_of: datetime.date, config: MkDocsConfig) -> dict[str, str]:
    languages = {code: catalog.languages[code] for code in config.extra["languages"]}
    written = [page for page in config.extra["pages"] if page not in {made.source for made in catalog_pages(catalog)}]
    pages = {code: [_link(code, page) for page in written] for code in languages}
    return open_data(catalog, as_of) | {
        "llms.txt": llms_txt(config.extra["root_url"], languages, pages, freshness_rule(catalog.policy))
    }


def _link(code: str, page: str) -> Link:
    """A page of a language by its front matter; where that can't be read, hooks/languages.py says so."""
    path = ROOT / "docs" / code / page
    given = front_matter(path.read_text(encoding="utf-8-sig")).data if path.is_file() else None
    meta = given if isinstance(given, dict) else {}
    return Link(page_address(page), str(meta.get("title", page)), str(meta.get("description", "")))
