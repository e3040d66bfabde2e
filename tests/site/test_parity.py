"""The pages of the languages beside each other: the same files, headings, macro calls, links and numbers, section by section."""

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from difflib import SequenceMatcher

import pytest

from .project import LANGUAGES, ROOT
from .writing import DIGITS, MACRO, REFERENCE, Piece, language_file, page, prose_of

DOCS = ROOT / "docs"
OTHERS = [code for code in LANGUAGES if code != REFERENCE]
FILES = sorted(path.name for path in (DOCS / REFERENCE).glob("*.md"))
FENCE = re.compile(r"^```.*?^```", re.S | re.M)
HEADING = re.compile(r"^(#{1,6}) .*?(?:\{ #([\w-]+) \})?$", re.M)
LINK = re.compile(r"""\]\(([^)\s]+)[^)]*\)|<(https?://[^>\s]+)>|(?:href|src)="([^"]+)\"""")
GLOSSARY = "glossary.md"


@dataclass(frozen=True)
class Part:
    """One thing that stands in a page: what it is, the id of its section, its file and line."""

    what: str
    section: str
    place: str


def parts(piece: Piece, found: list[tuple[int, str]]) -> list[Part]:
    """What was `found` at a position of the page's text, with section and place."""
    starts = [(m.start(), m[2] or "") for m in headings(piece) if m[2]]
    sections = ["lead"] + [id_ for _, id_ in starts]
    return [Part(what, sections[bisect_right([start for start, _ in starts], p)], piece.at(p)) for p, what in found]


def headings(piece: Piece) -> list[re.Match]:
    text = FENCE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), piece.text)
    return list(HEADING.finditer(text))


def differing(here: list[Part], there: list[Part], names: tuple[str, str]) -> list[str]:
    """What one of two pages has more often in a section than the other, with file and line; `names` are the pages' own."""
    counts = [Counter((part.what, part.section) for part in all_) for all_ in (here, there)]
    wrong = []
    for all_, own, other, message in ((here, *counts, f"not in {names[1]}"), (there, *counts[::-1], f"missing in {names[0]}")):
        surplus = own - other
        for part in all_:
            if (key := (part.what, part.section)) in surplus:
                wrong.append(f"{part.place}: {part.what} ({own[key]} times in #{part.section}, there {other[key]}): {message}")
    return wrong


def out_of_order(here: list[Part], there: list[Part], names: tuple[str, str]) -> list[str]:
    """Where the parts of two pages do not follow one another alike, with file and line."""
    wrong = []
    for kind, a, b, c, d in SequenceMatcher(None, [part.what for part in here], [part.what for part in there], autojunk=False).get_opcodes():
        if kind != "equal":
            wrong += [f"{part.place}: {part.what}: not at this place in {names[1]}" for part in here[a:b]]
            wrong += [f"{part.place}: {part.what}: missing at this place in {names[0]}" for part in there[c:d]]
    return wrong


def compared(code: str, name: str) -> tuple[Piece, Piece, tuple[str, str]]:
    here, there = page(code, name), page(REFERENCE, name)
    return here, there, (here.path, there.path)


@pytest.mark.parametrize("code", OTHERS)
def test_the_same_pages(code):
    assert sorted(path.name for path in (DOCS / code).glob("*.md")) == FILES


def headings_of(piece: Piece) -> list[Part]:
    return parts(piece, [(m.start(), f"{m[1]} {{ #{m[2] or ''} }}") for m in headings(piece)])


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_heading_ids_and_levels(code, name):
    here, there, names = compared(code, name)
    wrong = out_of_order(headings_of(here), headings_of(there), names)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_section_has_an_ascii_id(code, name):
    piece = page(code, name)
    for match in headings(piece):
        if len(match[1]) > 1:
            assert match[2] and match[2].isascii(), piece.at(match.start())


def macros_of(piece: Piece) -> list[Part]:
    return parts(piece, [(m.start(), m[0]) for m in MACRO.finditer(piece.text)])


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_macro_calls_in_the_same_order(code, name):
    here, there, names = compared(code, name)
    wrong = out_of_order(macros_of(here), macros_of(there), names) or differing(macros_of(here), macros_of(there), names)
    assert wrong == [], "\n".join(wrong)


def links_of(piece: Piece) -> list[Part]:
    """Links by section; those to the glossary by page, since a term's first use may stand elsewhere in another language."""
    found = parts(piece, [(m.start(), m[1] or m[2] or m[3]) for m in LINK.finditer(piece.text)])
    return [replace(link, section="page") if link.what.startswith(GLOSSARY) else link for link in found]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_links(code, name):
    here, there, names = compared(code, name)
    wrong = differing(links_of(here), links_of(there), names)
    assert wrong == [], "\n".join(wrong)


def linked_again(piece: Piece) -> list[str]:
    """Each link to a term of the glossary that the page has linked before."""
    first, wrong = {}, []
    for link in links_of(piece):
        if link.what.startswith(f"{GLOSSARY}#") and first.setdefault(link.what, link.place) != link.place:
            wrong.append(f"{link.place}: {link.what} is linked before, at {first[link.what]}")
    return wrong


TERM = re.compile(r"\[([^\]]*)\]\(glossary\.md#([\w-]+)\)")
NOT_RUNNING = re.compile(rf"\A---\n.*?\n---\n|^#.*?$|{MACRO.pattern}|\[[^\]]*\]\([^)]*\)|\([^)]*\)", re.S | re.M)
"""What is no use of a term in running text: front matter, headings, macros, links, and glosses in brackets."""


def used_before(piece: Piece, terms: dict[str, str]) -> list[str]:
    """Each link to a term that the running text has used before, word for word; endings make another word here."""
    wrong = []
    for link in TERM.finditer(piece.text):
        before = NOT_RUNNING.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), piece.text[: link.start()])
        if use := re.search(rf"(?<![\w-]){re.escape(terms[link[2]])}(?![\w-])", before, re.I):
            wrong.append(f"{piece.at(use.start())}: {use[0]}: link it here, not at {piece.at(link.start())}")
    return wrong


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_term_is_linked_at_its_first_use_only(code, name):
    terms = {id_: term["term"] for id_, term in language_file(code).data["glossary"].items()}
    wrong = linked_again(page(code, name)) + used_before(page(code, name), terms)
    assert wrong == [], "\n".join(wrong)


SCALES = {
    1_000: "k|nghìn|ngàn|হাজার|हज़ार|हजार", 100_000: "লাখ|লক্ষ|लाख", 1_000_000: "triệu|মিলিয়ন|मिलियन", 10_000_000: "কোটি|करोड़",
    1_000_000_000: "tỷ|tỉ|বিলিয়ন|अरब|बिलियन",
}
UNITS = {
    "GB": "GB", "TB": "TB", "GiB": "GiB", "MB": "MB", "GB/s": "GB/s", "W": "W", "×": "×|x|lần|গুণ|गुना",
    "%": "%|phần trăm|শতাংশ|प्रतिशत", "bit": "bit|বিট|बिट", "GPU": "GPU", "card": "card|কার্ড|कार्ड", "node": "node|নোড|नोड",
    "": "token|টোকেন|टोकन", "parameters": "tham số|প্যারামিটার|पैरामीटर",
    "seconds": "giây|সেকেন্ড|सेकंड", "minutes": "phút|মিনিট|मिनट", "hours": "giờ|tiếng|ঘণ্টা|घंट", "days": "ngày|দিন|दिन",
    "months": "tháng|মাস|मही|माह", "years": "năm|বছর|साल|वर्ष",
}
"""What is counted, and how each language names it; tokens make a number count, but one language may leave the word out."""
COUNTED = re.compile(
    r"(?<![\w.,#-])(?P<number>\d(?:[\d.,]*\d)?)"
    r"(?:(?P<size>(?:[x×]\d+)?[BM])(?![A-Za-z])"
    rf"|(?:[ \u00a0]?(?P<scale>{'|'.join(SCALES.values())})(?![A-Za-z]))?"
    r"(?=(?:[ \u00a0]?(?:–|-|đến|থেকে|से)[ \u00a0]?\d[\d.,]*)?[*_]*(?:টি|টা|খানা|জন|वें|वाँ|वीं|-)?[*_ \u00a0]*"
    rf"(?P<unit>{'|'.join(sorted((w for u in UNITS.values() for w in u.split('|')), key=len, reverse=True))})?)"
    r"(?![A-Za-z0-9]))"
)
SEPARATED = {"vi": (r"\.(?=\d{3}(?!\d))", ","), "bn": (r",(?=\d{2,3}(?!\d)|\d{2},)", "."), "hi": (r",(?=\d{2,3}(?!\d)|\d{2},)", ".")}
"""What separates groups of digits, and the sign before decimals."""


def value(code: str, number: str, scale: str | None) -> str:
    groups, point = SEPARATED[code]
    plain = re.sub(groups, "", number).replace(point, ".")
    by = next((by for by, words in SCALES.items() if scale in words.split("|")), 1)
    return f"{(Decimal(plain) * by).normalize():f}" if plain.count(".") < 2 and "," not in plain else plain


def numbers(piece: Piece, code: str) -> list[Part]:
    """Numbers of two or more digits, with a unit, or the sizes of models, in prose."""
    text, found = prose_of(piece.text).translate(DIGITS), []
    units = {word: unit for unit, words in UNITS.items() for word in words.split("|")}
    for match in COUNTED.finditer(text):
        if match["size"]:
            found.append((match, match["number"] + match["size"].replace("×", "x")))
        elif match["unit"] or match["scale"] or len(re.sub(r"\D", "", match["number"])) > 1:
            found.append((match, f"{value(code, match['number'], match['scale'])} {units.get(match['unit'], '')}".strip()))
    lines = [text.count("\n", 0, match.start()) for match, _ in found]
    starts = [0] + [m.end() for m in re.finditer("\n", piece.text)]
    return parts(piece, [(starts[line], what) for line, (_, what) in zip(lines, found, strict=True)])


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", OTHERS)
def test_the_same_numbers(code, name):
    here, there, names = compared(code, name)
    wrong = differing(numbers(here, code), numbers(there, REFERENCE), names)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize(("code", "reference", "same", "other"), [
    ("hi", "mô hình 70B", "70B मॉडल", "13B मॉडल"), ("hi", "mô hình 7B–13B", "7B–13B मॉडल", "7B–14B मॉडल"), ("hi", "8x7B", "8x7B", "8x22B"), ("hi", "8 GPU", "8 GPU", "4 GPU"),
    ("hi", "24–48 GB", "24–48 GB", "24–80 GB"), ("hi", "80 GB", "80 GB", "80 TB"), ("hi", "8k và 32k token", "8k और 32k", "8k और 64k"), ("hi", "4-bit", "4-बिट", "8-बिट"),
    ("hi", "30 giây", "30 सेकंड", "30 मिनट"), ("hi", "60 ngày", "60 दिन", "60 घंटे"), ("hi", "2 card", "2 कार्ड", "4 कार्ड"), ("hi", "180 ngày", "180वें दिन", "90वें दिन"),
    ("bn", "8 GPU", "৮টি GPU", "৪টি GPU"), ("bn", "8k token", "৮ হাজার টোকেন", "৮ লাখ টোকেন"), ("bn", "mô hình 8B", "8B মডেল", "9B মডেল"), ("bn", "200 phiên", "২০০টি সেশন", "২০টি সেশন"),
    ("bn", "20 phút", "২০ মিনিটের", "২০ ঘণ্টার"), ("bn", "6 tháng", "৬ মাস", "৬ বছর"), ("bn", "2,5 giờ", "২.৫ ঘণ্টা", "২৫ ঘণ্টা"), ("bn", "5%", "৫%", "৬%"),
])
def test_another_number_is_seen_with_its_line(code, reference, same, other):
    here, spoiled, there = (Piece(name, 1, f"# A\n\n{text}\n") for name, text in (("here", same), ("here", other), ("there", reference)))
    names = ("here", "there")
    assert differing(numbers(here, code), numbers(there, "vi"), names) == []
    wrong = differing(numbers(spoiled, code), numbers(there, "vi"), names)
    assert {line.partition(": ")[0] for line in wrong} == {"here:3", "there:3"}, wrong


@pytest.mark.parametrize(("vi", "bn", "hi", "what"), [
    ("mô hình 70B", "একটি 70B মডেল", "70B मॉडल", ["70B"]), ("8x7B", "8x7B", "8×7B", ["8x7B"]), ("8 GPU", "৮টি GPU", "8 GPU", ["8 GPU"]),
    ("8k token", "৮ হাজার টোকেন", "8 हज़ार टोकन", ["8000"]), ("200.000 token", "২,০০,০০০ টোকেন", "2,00,000 टोकन", ["200000"]),
    ("2,5 giờ", "২.৫ ঘণ্টা", "2.5 घंटे", ["2.5 hours"]), ("16–24 GB", "১৬–২৪ GB", "16 से 24 GB", ["16 GB", "24 GB"]), ("3 tháng", "৩ মাস", "3 महीने", ["3 months"]),
    ("2 card", "২টি কার্ড", "2 कार्ड", ["2 card"]), ("30 giây", "৩০ সেকেন্ডে", "30 सेकंड", ["30 seconds"]), ("5 phút", "৫ মিনিটের", "5 मिनट", ["5 minutes"]),
    ("8 token", "৮ টোকেন", "8 टोकन", ["8"]),
    ("FP16, H100, số 0", "FP16, H100, ০", "FP16, H100, 0", []),
])
def test_a_number_is_the_same_in_each_language(vi, bn, hi, what):
    for code, text in (("vi", vi), ("bn", bn), ("hi", hi)):
        assert [part.what for part in numbers(Piece("page", 1, f"a {text} b\n"), code)] == what, code


PAGE = "# A\n\n## B { #b }\n\n{{ one(1) }}\n\n[x](x.md) [t](glossary.md#t)\n\n### C { #c }\n\n{{ two(2) }}\n\n[y](y.md)\n"


@pytest.mark.parametrize(("old", "new", "check", "of", "place"), [
    ("{ #b }", "{ #bb }", out_of_order, headings_of, "here:3"), ("### C", "## C", out_of_order, headings_of, "here:9"), ("### C { #c }", "C", out_of_order, headings_of, "there:9"),
    ("{{ two(2) }}", "{{ two(3) }}", out_of_order, macros_of, "here:11"), ("{{ one(1) }}\n", "\n", out_of_order, macros_of, "there:5"),
    ("(x.md)", "(z.md)", differing, links_of, "here:7"), ("[y](y.md)", "y", differing, links_of, "there:13"), ("[y]", "[x](x.md) [y]", differing, links_of, "here:13"),
])
def test_what_differs_is_named_with_its_line(old, new, check, of, place):
    assert check(of(Piece("here", 1, PAGE)), of(Piece("there", 1, PAGE)), ("here", "there")) == []
    wrong = check(of(Piece("here", 1, PAGE.replace(old, new))), of(Piece("there", 1, PAGE)), ("here", "there"))
    assert any(line.startswith(f"{place}: ") for line in wrong), wrong


def test_a_term_linked_twice_is_named_with_its_line():
    assert linked_again(Piece("page", 1, PAGE)) == []
    assert linked_again(Piece("page", 1, f"{PAGE}[t](glossary.md#t)\n")) == ["page:14: glossary.md#t is linked before, at page:7"]


def test_a_term_used_before_its_link_is_named_with_its_line():
    terms = {"t": "the term"}
    assert used_before(Piece("page", 1, f"{PAGE}the term"), terms) == []
    assert used_before(Piece("page", 1, PAGE.replace("[x]", "Here (the term) [the term](x.md), pre-the term, the terms [x]")), terms) == []
    assert used_before(Piece("page", 1, PAGE.replace("[x]", "The term\n[x]")), terms) == ["page:7: The term: link it here, not at page:8"]
