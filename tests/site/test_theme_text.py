"""The theme's own words: every one that a reader meets is of the page's language."""

import copy
import json
import re
from pathlib import Path

import material
import pytest
import yaml
from bs4 import BeautifulSoup
from bs4.element import PreformattedString

from .project import LANGUAGES, ROOT

ENGLISH_FILE = Path(material.__file__).parent / "templates/partials/languages/en.html"
NOT_SHOWN = ("language", "direction", "search.config.")
"""Keys of the theme whose values are settings."""
ENGLISH = {
    key: text
    for key, text in re.findall(r'"([\w.]+)": "(.*?)"', ENGLISH_FILE.read_text(encoding="utf-8"))
    if not key.startswith(NOT_SHOWN)
}
SHOWN = ("aria-label", "title", "placeholder", "alt", "data-loading", "data-failed")
"""Attributes that readers see or hear."""
UNSEEN = ("script", "style", "code")
"""Elements whose text is not read, or is a name such as `source`."""
WORD = re.compile(r"[^\W\d_]+")


def patterns() -> dict[str, re.Pattern]:
    return {key: re.compile(re.escape(text).replace(r"\#", r"\d+"), re.IGNORECASE) for key, text in ENGLISH.items()}


def texts(soup: BeautifulSoup) -> list[str]:
    """Every text of a page that readers see or hear, those that scripts put in included."""
    strings = [text for text in soup.find_all(string=True) if not isinstance(text, PreformattedString)]
    seen = [text.strip() for text in strings if text.parent.name not in UNSEEN]
    heard = [tag[name].strip() for tag in soup.find_all(True) for name in SHOWN if tag.has_attr(name)]
    scripts = list(json.loads(soup.select_one("#__config").string)["translations"].values())
    return [text for text in seen + heard + scripts if text]


@pytest.fixture(scope="module")
def soups(pages) -> dict[str, BeautifulSoup]:
    return {name: page for name, page in pages.items() if "/" in name}


def test_the_english_words_are_known():
    assert len(ENGLISH) > 40
    assert ENGLISH["toc"] == "Table of contents" and ENGLISH["search.result.other"] == "# matching documents"


def test_no_text_of_the_theme_is_in_english(soups):
    pages_of = {text: name for name, soup in soups.items() for text in texts(soup)}
    found = [
        f"{name}: {text!r} is the theme's English {key}"
        for key, pattern in patterns().items()
        for text, name in pages_of.items()
        if pattern.fullmatch(text)
    ]
    assert len(soups) >= 24 and found == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_around_the_text_is_of_our_own_files(soups, code):
    """What the theme's templates write themselves, without a key, shows here."""
    own = (ROOT / f"data/languages/{code}.yml").read_text(encoding="utf-8")
    own += "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs" / code).glob("*.md")))
    names = [yaml.safe_load((ROOT / f"data/languages/{other}.yml").read_text(encoding="utf-8"))["name"] for other in LANGUAGES]
    names += [(ROOT / "data/gpus.yml").read_text(encoding="utf-8")]  # the titles of pages made from the catalog name cards and providers
    names += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "data/providers").glob("*.yml"))]
    known = set(WORD.findall(own + " ".join(names)))
    foreign = set()
    for name, soup in soups.items():
        if name.startswith(f"{code}/"):
            around = copy.copy(soup)  # other tests read it too
            around.article.extract()
            around.head.extract()
            foreign |= {word for text in texts(around) for word in WORD.findall(text)} - known
    assert foreign == set()
