"""Numbers in the pages and words of each language: digits and groups of its own, and no price that somebody typed."""

import re

import pytest

from .numerals import typed_prices, wrong_numerals
from .project import LANGUAGES
from .writing import MACRO, PAGES, Piece, blank, page, words, written

LICENCE = "CC BY 4.0"


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_are_written_as_the_language_writes_them(code, names_with_digits):
    wrong = []
    for piece in written(code):
        text = names_with_digits.sub(lambda m: "¤" * len(m[0]), piece.text.replace(LICENCE, "¤" * len(LICENCE)))
        wrong += [f"{piece.at(p)}: {why}" for p, why in wrong_numerals(code, text)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize(("code", "bad"), [
    ("bn", "মেমরি 24 GB"), ("bn", "৮টি 80GB কার্ড"), ("bn", "8-GPU নোড"), ("bn", "8টি GPU"), ("bn", "মেমরি २४ GB"), ("bn", "৫০০,০০০ টোকেন"), ("bn", "Latin 2.5"),
    ("hi", "मेमोरी २४ GB"), ("hi", "मेमोरी ২৪ GB"), ("hi", "500,000 टोकन"), ("hi", "1,000,000 टोकन"),
    ("vi", "bộ nhớ ২৪ GB"), ("vi", "bộ nhớ २४ GB"), ("vi", "2.5 giờ"), ("vi", "1,000,000 token"),
])
def test_a_number_of_another_language_is_seen(code, bad):
    assert wrong_numerals(code, bad)


@pytest.mark.parametrize(("code", "good"), [
    ("bn", "২৪ GB-র কার্ডে 7B–13B, 8x7B আর H100; BF16/FP16, Q4_K_M"), ("bn", "1. প্রথম\n2. দ্বিতীয়"), ("bn", "৫,০০,০০০ টোকেন"),
    ("hi", "24 GB, 5,00,000 टोकन, 2.5 घंटे, 1,935 GB/s"), ("vi", "24 GB, 500.000 token, 2,5 giờ"),
])
def test_a_number_of_the_language_passes(code, good):
    assert wrong_numerals(code, good) == []


def without_macros(piece: Piece) -> Piece:
    return Piece(piece.path, piece.line, MACRO.sub(lambda m: blank(m[0]), piece.text), piece.key)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_price_is_typed_into_prose(code):
    """Nor into a page's code or the words of the language; where a word stands for a figure, it is {in braces}."""
    pieces = [without_macros(page(code, name)) for c, name in PAGES if c == code] + words(code)
    wrong = [f"{piece.at(p)}: {price}" for piece in pieces for p, price in typed_prices(piece.text)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("bad", [
    "$2", "2 $", "US$ 2", "USD 2", "2 USD", "2 đô la", "5 đô", "**5** đô", "3 nghìn đồng", "5 triệu đồng", "5.000đ", "5000 đ", "5000 VNĐ", "VND 5000", "hai đô la",
    "২ ডলার", "২ মার্কিন ডলার", "৫ হাজার টাকা", "৫ লাখ টাকা", "১০০ রুপি", "৳৫০০", "দুই ডলার", "৫০ সেন্ট",
    "5 डॉलर", "5 अमेरिकी डॉलर", "5 हज़ार रुपये", "5 हज़ार रुपए", "5 लाख रुपये", "2 करोड़ रुपयों", "Rs 5", "Rs. 500", "रु. 500", "500 रु.", "₹500", "दो डॉलर", "५०० रुपये",
])
def test_a_typed_price_is_seen(bad):
    assert typed_prices(f"a {bad} b")


@pytest.mark.parametrize("good", [
    "5 lakh टोकन", "5 लाख टोकन", "৫ হাজার টোকেন", "8 đồng thời", "3 xu hướng", "5 định dạng", "mỗi đô la", "हर डॉलर के बदले", "প্রতি ডলারে", "24 GB", "1 đô la Mỹ = {rate}", "{price} đồng",
    "5 रुकावटें", "INR, BDT, VND", "500 đến 600",
])
def test_what_is_no_price_passes(good):
    assert typed_prices(f"a {good} b") == []


def test_the_names_of_the_catalog_are_known(names_with_digits):
    assert re.fullmatch(names_with_digits, "RTX 4090") and not names_with_digits.search("24 GB")
