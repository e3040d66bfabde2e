"""Spellings made alike, pages cut into sections, other names: the parts of the search that need no browser."""

import unicodedata
from pathlib import Path

import pytest

from macros.catalog.reader import read_catalog
from macros.clock import build_date
from macros.search.aliases import aliases
from macros.search.folding import EMPTY, Folding
from macros.search.sections import sections

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def catalog():
    return read_catalog(DATA, build_date(), "vi")


def folding(catalog, code: str) -> Folding:
    return Folding(catalog.languages[code].search_folds)


ALIKE = {
    "bn": [
        ("ভাড়া", "ভা\u09dcা"), ("গাঢ়", "গা\u09dd"), ("হয়", "হ\u09df"), ("ব্যাংক", "ব্যাঙ্ক"), ("ঘণ্টা", "ঘন্টা"),
        ("অ্যাডাপ্টার", "এডাপ্টার"), ("৮০", "80"), ("৮০", "८०"), ("কার্ডের", "কার্ড"), ("ভাড়ায়", "ভাড়া"), ("LoRA-র", "lora"),
        ("৭০বি", "70B"), ("নীতি", "নিতি"), ("র‍্যাঙ্ক", "র্যাঙ্ক"), ("শিরোনামগুলোর", "শিরোনাম"),
    ],
    "hi": [
        ("फ़ाइन", "फाइन"), ("\u095eाइन", "फ़ाइन"), ("हिन्दी", "हिंदी"), ("लम्बाई", "लंबाई"), ("घण्टा", "घंटा"), ("किराये", "किराए"),
        ("किराया", "किराए"), ("घंटे", "घंटों"), ("कीमत", "कीमतें"), ("प्रदाता", "प्रदाताओं"), ("जाँच", "जांच"), ("80", "८०"), ("80", "৮০"),
        ("मॉडल", "मोडल"), ("70बी", "70B"),
    ],
    "vi": [
        ("hoà", "hòa"), ("lượng", unicodedata.normalize("NFD", "lượng")), ("thuỷ", "thủy"), ("tỷ", "tỉ"), ("kỹ", "kĩ"), ("16–24", "16-24"),
    ],
}
PREFIX = [("duoc", "được"), ("đươc", "được"), ("bo", "bộ"), ("bô", "bộ"), ("nguoi", "người"), ("may", "mây"), ("thuoc", "thước")]
APART = {"bn": [("দাম", "দিন"), ("কর", "কার")], "hi": [("दाम", "दिन"), ("कल", "काल")], "vi": [("tính", "tỉnh"), ("nhớ", "nhờ")]}


@pytest.mark.parametrize(("code", "one", "other"), [(code, *pair) for code, pairs in ALIKE.items() for pair in pairs])
def test_spellings_of_one_word_are_alike(catalog, code, one, other):
    assert folding(catalog, code).fold(one) == folding(catalog, code).fold(other)


@pytest.mark.parametrize(("typed", "written"), PREFIX)
def test_vietnamese_typed_without_marks_begins_what_is_written_with_them(catalog, typed, written):
    fold = folding(catalog, "vi").fold
    assert fold(written).startswith(fold(typed)) and fold(written) != fold(typed)


@pytest.mark.parametrize(("code", "one", "other"), [(code, *pair) for code, pairs in APART.items() for pair in pairs])
def test_different_words_stay_apart(catalog, code, one, other):
    assert folding(catalog, code).fold(one) != folding(catalog, code).fold(other)


@pytest.mark.parametrize("code", ["bn", "vi", "hi"])
def test_no_mark_is_left_that_pagefind_would_drop(catalog, code):
    text = " ".join(path.read_text(encoding="utf-8") for path in sorted((DATA.parent / "docs" / code).glob("*.md")))
    folded = folding(catalog, code).words(text)
    assert len(folded) == len(text.split()) > 5000
    assert not {c for word in folded for c in word if unicodedata.category(c).startswith("M")}


def test_a_word_of_which_nothing_is_left_keeps_its_place(catalog):
    assert folding(catalog, "bn").words("ক \u0983 খ") == ["ক", EMPTY, "খ"]


HTML = """\
<h1 id="slug">The title<a class="headerlink" href="#slug">¶</a></h1>
<p>Lead with <strong>bold</strong>, then
more.</p>
<table data-pagefind-ignore><caption>Offers</caption><tr><th scope="row">1 × A</th><td>$1</td></tr></table>
<h2 id="first">First <em>one</em><a class="headerlink" href="#first">¶</a></h2>
<ul><li>a</li><li>b<br>c</li></ul>
<table><caption>Caption</caption><thead><tr><th>Head</th></tr></thead><tr><th scope="row">Model 7B</th><td>13 GB</td></tr></table>
<h3>Without an id</h3>
<p>under first</p>
<dl><dt id="term">Term <span data-pagefind-ignore>(gloss)</span></dt><dd>Meaning &amp; more</dd></dl>
<script>nothing()</script>
"""


def test_a_page_is_cut_at_its_headings_and_terms():
    found = [(s.address, s.title, s.page, s.text) for s in sections(HTML, "guide/", "Guide")]
    assert found == [
        ("guide/", "The title", "Guide", "Lead with bold, then more."),
        ("guide/#first", "First one", "Guide", "a b c Model 7B Without an id under first"),
        ("guide/#term", "Term", "Guide", "Meaning & more"),
    ]


def test_a_page_without_a_heading_has_its_name():
    assert [(s.title, s.text) for s in sections("<p>Text</p>", "x/", "Name")] == [("Name", "Text")]


@pytest.mark.parametrize(
    ("code", "typed", "meant"),
    [
        ("bn", "fine tuning", "ফাইন-টিউনিং"), ("bn", "ভিআরএএম", "VRAM"), ("bn", "memory bandwidth", "মেমরি ব্যান্ডউইথ"), ("bn", "এইচ-১০০", "H100"),
        ("hi", "fine-tuning", "फ़ाइन-ट्यूनिंग"), ("hi", "जीपीयू", "GPU"), ("vi", "dao tao", "huấn luyện"), ("vi", "dataset", "tập dữ liệu"),
        ("vi", "rtx4090", "RTX 4090"), ("vi", "A100-80GB", "A100 80 GB"), ("vi", "h 100", "H100"), ("vi", "aws", "Amazon Web Services"),
        ("vi", "run pod", "RunPod"),
    ],
)
def test_other_names_lead_to_the_pages_own(catalog, code, typed, meant):
    rules = folding(catalog, code)
    assert aliases(catalog, catalog.languages[code], rules)[rules.squeezed(typed)] == " ".join(rules.words(meant))


def test_a_single_vietnamese_word_is_no_other_words_name(catalog):
    """các (the plural) is not cạc (card): one syllable without its marks means too much."""
    rules = folding(catalog, "vi")
    assert rules.squeezed("các") != rules.squeezed("cạc")
