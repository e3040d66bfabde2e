"""`make cards`: draws each language's social card with the local Chromium into overrides/assets/social/.

A machine that builds the site has no browser, so the pictures are committed; draw them again after a change of the
site's name or of `words.social`, and look at them.
"""

import sys
from pathlib import Path

from jinja2 import Environment
from playwright.sync_api import Browser, sync_playwright

from macros.catalog.languages import Language
from macros.catalog.reader import read_catalog
from macros.clock import build_date
from macros.settings import languages

from .chromium import launch

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "overrides/assets/social"
SIZE = {"width": 1200, "height": 630}


def card_page(code: str, language: Language) -> str:
    """The card of one language as HTML."""
    template = (Path(__file__).parent / "social_card.html").read_text(encoding="utf-8")
    words = language.words["social"]
    points = words["points"].split(" · ")
    return Environment(autoescape=True).from_string(template).render(
        code=code, name=language.site_name, line=words["line"], points=points
    )


def draw(browser: Browser, html: str, path: Path) -> None:
    page = browser.new_page(viewport=SIZE)
    page.set_content(html)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=path)
    page.close()


def main() -> int:
    site = languages(ROOT)
    catalog = read_catalog(ROOT / "data", build_date(), site.reference)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for code in site.codes:
            draw(browser, card_page(code, catalog.languages[code]), FOLDER / f"{code}.png")
            print(f"{code}.png: {(FOLDER / f'{code}.png').stat().st_size / 1000:.1f} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
