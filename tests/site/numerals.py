"""How numbers are written in each language, and the prices that nobody may type: what is wrong in a text, with its position."""

import re
import unicodedata

from .writing import DIGITS

BENGALI, DEVANAGARI = "[\u09e6-\u09ef]+", "[\u0966-\u096f]+"
FOREIGN = {"bn": f"{DEVANAGARI}", "hi": f"{DEVANAGARI}|{BENGALI}", "vi": f"{DEVANAGARI}|{BENGALI}"}
GROUPED = {
    "bn": (r"(?<![\d.,])\d{3},\d{3}(?![\d,])|\d,\d{3},\d{3}", "groups of three; write ১,০০,০০০"),
    "hi": (r"(?<![\d.,])\d{3},\d{3}(?![\d,])|\d,\d{3},\d{3}", "groups of three; write 1,00,000"),
    "vi": (r"(?<![\w.,/])\d+\.\d{1,2}(?![\w.])|\d,\d{3},\d{3}", "a point for decimals or commas for groups; write 2,5 and 1.000.000"),
}
LATIN_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[._+/,×x-]+[A-Za-z0-9]+)*")
MEASURED = re.compile(r"[\d.]+(?:[KMGTP]i?B|[kKx]|W|ms|s|h|bit|GPU|TFLOPS)?")
"""A number alone or with a unit; with another letter it is a name, such as 7B, 8x7B or H100."""


def latin_numbers(text: str) -> list[tuple[int, str]]:
    """Latin digits that are no part of a name; `8-GPU` and `80GB` are none."""
    found = []
    for token in LATIN_TOKEN.finditer(text):
        parts = re.split("[-/,×]", token[0])
        if any(MEASURED.fullmatch(part) and re.search("[0-9]", part) for part in parts):
            found.append((token.start(), token[0]))
    return found


def wrong_numerals(code: str, text: str) -> list[tuple[int, str]]:
    """Where a number is not written as the language writes it, and why. A number that begins a Markdown list is the list's own."""
    text = re.sub(r"^(\s*)\d+(?=\. )", lambda m: " " * len(m[0]), text, flags=re.M)
    found = [(m.start(), f"{m[0]}: digits of another script") for m in re.finditer(FOREIGN[code], text)]
    pattern, why = GROUPED[code]
    found += [(m.start(), f"{m[0]}: {why}") for m in re.finditer(pattern, text)]
    return found + [(p, f"{number}: Latin digits; write Bengali ones") for p, number in (latin_numbers(text) if code == "bn" else [])]


NUMBER = r"\d[\d.,]*"
NUMBER_WORDS = (
    "hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|vài|দুই|তিন|চার|পাঁচ|ছয়|সাত|আট|নয়|দশ|বিশ|পঞ্চাশ|একশ|দেড়|আড়াই"
    "|दो|तीन|चार|पाँच|पांच|छह|सात|आठ|नौ|दस|बीस|पचास|डेढ़|ढाई"
)
SCALE = "k|trăm|nghìn|ngàn|triệu|tỷ|tỉ|শ|হাজার|লাখ|লক্ষ|কোটি|सौ|हज़ार|हजार|लाख|करोड़"
SIGN = "[$৳₹₫€£¥₨]"
CODE = "USD|US\\$|BDT|VNĐ|VND|INR|EUR|Rs|Tk"
WORD = (
    "dollars?(?!\\w)|đô(?!\\w)|đồng(?!\\w|\\s+(?:thời|bộ|nhất|hồ))|đ(?!\\w)|xu(?!\\w|\\s+hướng)|cents?(?!\\w)"
    "|টাকা|ডলার|রুপি|সেন্ট|পয়সা|ইউরো|डॉलर|रुप[यए]|रु(?![\u0900-\u0963\u0966-\u097f])|सेंट|पैस|टका|यूरो"
)
GAP = r"[\s*_]*"
PRICE = re.compile(
    unicodedata.normalize(
        "NFC",
        rf"(?:{SIGN}|(?<![A-Za-z])(?:{CODE})\.?|(?<![\u0900-\u097f])रु\.?){GAP}\d"
        rf"|(?:{NUMBER}|(?<![^\s(“*\[])(?:{NUMBER_WORDS})(?=[\s*])){GAP}(?:(?:{SCALE}){GAP})*(?:(?:মার্কিন|अमेरिकी|US){GAP})?(?:{SIGN}|(?:{CODE})(?![A-Za-z])|{WORD})",
    ),
    re.I,
)
RATE = re.compile(r"1 (?:USD|đô la Mỹ|đô la|মার্কিন ডলার|ডলার|डॉलर) = \{\w+\}")
"""What a rate of exchange begins with: one dollar is no price."""


def typed_prices(text: str) -> list[tuple[int, str]]:
    """Every amount of money that is written out, as a number with a sign, a code or a word of a currency."""
    text = RATE.sub(lambda m: " " * len(m[0]), unicodedata.normalize("NFC", text).translate(DIGITS))
    return [(m.start(), m[0]) for m in PRICE.finditer(text)]
