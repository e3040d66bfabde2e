"""The pages of the languages beside each other: the same files, headings, macro calls, links and numbers."""

import re
import unicodedata

import pytest

from .project import LANGUAGES, ROOT

DOCS = ROOT / "docs"
REFERENCE = "vi"
OTHERS = [code for code in LANGUAGES if code != REFERENCE]
FILES = sorted(path.name for path in (DOCS / REFERENCE).glob("*.md"))
HEADING = re.compile(r"^(#{1,6}) .*?(?:\{ #([\w-]+) \})?$", re.M)
MACRO = re.compile(r"\{\{.*?\}\}")
LINK = re.compile(r"\]\(([^)\s]+)\)")
NUMBER = re.compile(r"(?<![\w.,#-])\d[\d.,]*\d(?![A-Za-z0-9])|(?<![\w#-])\d+(?=\s?(?:GB|TB|GiB|%|-bit|-बिट|-বিট))")
DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯०१२३४५६७८९", "01234567890123456789")
FENCE_OR_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)


def text_of(code: str, name: str) -> str:
    return (DOCS / code / name).read_text(encoding="utf-8")


def at(code: str, name: str, text: str, position: int) -> str:
    return f"docs/{code}/{name}:{text.count(chr(10), 0, position) + 1}"


def found(pattern: re.Pattern, code: str, name: str) -> list[tuple[str, str]]:
    """What `pattern` finds in a page, each with its place."""
    text = text_of(code, name)
    return [(match.group(0), at(code, name, text, match.start())) for match in pattern.finditer(text)]


@pytest.mark.parametrize("code", OTHERS)
def test_the_same_pages(code):
    assert sorted(path.name for path in (DOCS / code).glob("*.md")) == FILES


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_heading_ids_and_levels(code, name):
    def headings(language):
        text = text_of(language, name)
        return [(len(m[1]), m[2]) for m in HEADING.finditer(text)]

    assert headings(code) == headings(REFERENCE)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_section_has_an_ascii_id(code, name):
    text = text_of(code, name)
    for match in HEADING.finditer(text):
        if len(match[1]) > 1:
            assert match[2] and match[2].isascii(), at(code, name, text, match.start())


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_macro_calls_in_the_same_order(code, name):
    assert [call for call, _ in found(MACRO, code, name)] == [call for call, _ in found(MACRO, REFERENCE, name)]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_links(code, name):
    here, there = (sorted(target for target, _ in links) for links in (found(LINK, code, name), found(LINK, REFERENCE, name)))
    assert here == there


def numbers(code: str, name: str) -> list[tuple[str, str]]:
    """Numbers of two or more digits, or with a unit, in prose; each with its place."""
    text = re.sub(r"(?<=\d) ?(?:হাজার|हज़ार|nghìn|ngàn|k)\b", "000", text_of(code, name).translate(DIGITS))
    text = re.sub(r"^aligned:\n(?:  .*\n)*", lambda m: "\n" * m[0].count("\n"), text, count=1, flags=re.M)
    prose = MACRO.sub(lambda m: " " * len(m[0]), text)
    prose = FENCE_OR_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), prose)
    return [(m[0].replace(",", "."), at(code, name, text, m.start())) for m in NUMBER.finditer(prose)]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_numbers(code, name):
    here, there = numbers(code, name), numbers(REFERENCE, name)
    missing = [place for number, place in there if [n for n, _ in there].count(number) > [n for n, _ in here].count(number)]
    extra = [place for number, place in here if [n for n, _ in here].count(number) > [n for n, _ in there].count(number)]
    assert not missing and not extra, f"missing: {missing}; extra: {extra}"


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_text_is_nfc_and_hides_no_characters(code, name):
    text = text_of(code, name)
    assert unicodedata.is_normalized("NFC", text)
    for match in re.finditer("[\u200b\u200c\u200e\u200f\u2060\ufeff\u00ad\u202a-\u202e\u2066-\u2069]|(?<!র)\u200d", text):
        raise AssertionError(f"{at(code, name, text, match.start())}: {unicodedata.name(match[0])}")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_price_is_typed_into_prose(code, name):
    prose = MACRO.sub("", text_of(code, name)).translate(DIGITS)
    assert not re.search(r"[$৳₹₫€]\s?\d|\d\s?(?:[$৳₹₫€]|USD|BDT|VND|INR|đồng\b|টাকা|ডলার|रुपय|डॉलर)", prose)
