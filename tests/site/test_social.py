"""The picture that a link to the site is shown with: one a language, of the size that its tags promise."""

import struct

import pytest

from .project import LANGUAGES

LIMIT = 60_000
"""Bytes; some apps leave out pictures that are slow to load."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_has_its_card_and_no_other(site, code):
    cards = sorted(path.name for path in (site / code / "assets/social").iterdir())
    assert cards == [f"{code}.png"]
    data = (site / code / "assets/social" / cards[0]).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR"
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    assert len(data) < LIMIT


def test_the_root_has_no_card(site):
    assert not (site / "assets/social").exists()


def test_each_page_of_a_language_names_its_card(site, pages):
    for name, page in pages.items():
        tags = {tag["property"]: tag["content"] for tag in page.select('meta[property^="og:image"]')}
        if "/" not in name:
            assert tags == {}, name
            continue
        code = name.partition("/")[0]
        assert tags.pop("og:image:alt").strip() and "{" not in page.find("meta", property="og:image:alt")["content"]
        assert tags == {
            "og:image": f"https://gpu.example/{code}/assets/social/{code}.png", "og:image:type": "image/png",
            "og:image:width": "1200", "og:image:height": "630",
        }, name
        assert page.find("meta", attrs={"name": "twitter:card"})["content"] == "summary_large_image"
