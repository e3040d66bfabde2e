"""How the pages and words of each language are written: terms, scripts, quotes and dashes."""

import re
import unicodedata

import pytest

from .project import LANGUAGES
from .writing import PAGES, REFERENCE, Piece, language_file, page, words, written

LATIN = {
    # names that are written in Latin letters in every language
    "GPU", "VRAM", "AI", "ML", "LLM", "KV", "CPU", "RAM", "CUDA", "SSH", "API", "PEFT", "LoRA", "QLoRA", "ZeRO", "FSDP", "Adam", "AdamW",
    "NVLink", "NVSwitch", "InfiniBand", "PCIe", "SXM", "HBM", "GDDR", "TFLOPS", "FLOPS", "GB", "GiB", "FP32", "FP16", "BF16", "FP8", "INT8",
    "FP4", "NF4", "AWQ", "GPTQ", "GGUF", "MoE", "MLA", "Jupyter", "Docker", "GitHub", "Python", "YAML", "UPI", "GST", "USD", "BDT", "INR", "VND",
    "SDXL", "FLUX", "Llama", "Qwen", "Mistral", "Mixtral", "Gemma", "DeepSeek", "CSV", "JSON", "Markdown", "NVIDIA", "AMD", "H100", "H200",
    "A100", "T4", "L4", "L40S", "B200", "k", "B", "MLP", "SwiGLU", "SGD", "AMP", "DDP", "RoPE", "FlashAttention", "DeepSpeed", "vLLM", "llama.cpp", "JavaScript",
}
LATIN_WORDS = LATIN | {
    # and those that only labels and notes have
    "RDMA", "RoCE", "NVL72", "C2C", "Infinity", "Fabric", "VNPay", "SEPA", "PayPal", "OAM", "CC", "BY", "MIT", "VM", "PC", "MIG", "TB", "s",
    "EFA", "GPUDirect-TCPX", "GPUDirect-TCPXO",
    "Q4", "Q5", "Q8", "K", "M",  # of the names of GGUF types, such as Q4_K_M
}


def prosaic(code: str) -> list[Piece]:
    """The prose of every page and every word of the language, with ¤ for {what is filled in} and for `code` in words."""
    return [Piece(p.path, p.line, re.sub(r"\{\w+\}|`[^`\n]*`", "¤", p.text), p.key) for p in written(code)]


def pattern_of(variant: str) -> re.Pattern:
    """A variant where it begins a word, however its letters are cased and its words spaced; endings may follow, as Bengali and Hindi join them."""
    latin = variant[-1].isascii() or unicodedata.name(variant[-1]).startswith("LATIN")
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, variant.split())) + (r"(?![^\W\d_])" if latin else ""), re.I)


def forbidden_in(text: str, variant: str, term: str) -> list[int]:
    """Where a text has the variant; what differs from it by case and begins the right term is none."""
    found = [m.start() for m in pattern_of(variant).finditer(text) if m[0] == variant or not term.startswith(m[0])]
    return [p for p in found if not (p and unicodedata.category(text[p - 1])[0] in "LM")]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_forbidden_variant_of_a_term(code):
    wrong = []
    for term in language_file(code).data["glossary"].values():
        for variant in term.get("forbidden", []):
            for piece in written(code):
                wrong += [f"{piece.at(p)}: {variant} (the term is {term['term']})" for p in forbidden_in(piece.text, variant, term["term"])]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize(("text", "variant", "term"), [
    ("Bên cung cấp", "bên cung cấp", "nhà cung cấp"), ("của bên  cung cấp", "bên cung cấp", "nhà cung cấp"), ("bên\ncung cấp", "bên cung cấp", "nhà cung cấp"),
    ("“BÊN CUNG CẤP”", "bên cung cấp", "nhà cung cấp"), ("एक  फ्री क्रेडिट", "फ्री क्रेडिट", "मुफ़्त क्रेडिट"), ("फ्री  क्रेडिटों में", "फ्री क्रेडिट", "मुफ़्त क्रेडिट"), ("Lora", "lora", "LoRA"), ("KV कैशे में", "KV कैशे", "KV कैश"),
])
def test_a_forbidden_variant_is_seen(text, variant, term):
    assert forbidden_in(text, variant, term)


@pytest.mark.parametrize(("text", "variant", "term"), [("LoRA", "lora", "LoRA"), ("xbên cung cấp", "bên cung cấp", ""), ("bên cung cấpx", "bên cung cấp", ""), ("शॉर्ड", "र्ड", "")])
def test_what_is_no_forbidden_variant_passes(text, variant, term):
    assert forbidden_in(text, variant, term) == []


def latin_words(text: str, allowed: set[str]) -> list[tuple[int, str]]:
    found = ((m.start(), m[0].strip(".-/+")) for m in re.finditer(r"[A-Za-z][A-Za-z0-9+./-]*", text))
    return [(p, word) for p, word in found if word not in allowed and not set(re.split("[/-]", word)) <= allowed]


@pytest.mark.parametrize("code", ["bn", "hi"])
def test_no_latin_word_in_bengali_or_hindi(code):
    wrong = []
    for piece in prosaic(code):
        wrong += [f"{piece.at(p)}: {word}" for p, word in latin_words(piece.text, LATIN_WORDS if piece.key else LATIN)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("text", ["ক্লাউড cloud", "GPU-cloud", "कार्ड/card", "Cloud", "gpu", "GPUs"])
def test_a_latin_word_is_seen(text):
    assert latin_words(text, LATIN)
    assert latin_words("GPU-র LoRA/QLoRA, H100; llama.cpp.", LATIN) == []


HIDDEN = re.compile("[\u200b\u200c\u200e\u200f\u2060\ufeff\u00ad\u202a-\u202e\u2066-\u2069]|(?<!র)\u200d")
"""Zero-width and directional characters; in Bengali র‍্য needs one."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_text_is_nfc_and_hides_no_characters(code):
    wrong = []
    for piece in [page(c, name) for c, name in PAGES if c == code] + words(code):
        wrong += [f"{piece.at(m.start())}: {unicodedata.name(m[0])}" for m in HIDDEN.finditer(piece.text)]
        wrong += [f"{piece.at(p)}: not in NFC" for p in not_nfc(piece.text)]
    assert wrong == [], "\n".join(wrong)


def not_nfc(text: str) -> list[int]:
    """Where the lines begin that are not in NFC."""
    return [m.start() for m in re.finditer(".+", text) if not unicodedata.is_normalized("NFC", m[0])]


@pytest.mark.parametrize("text", ["क\u200bख", "a\u00adb", "ক\u200dখ", "\u202eabc"])
def test_a_hidden_character_is_seen(text):
    assert HIDDEN.search(text)
    assert not HIDDEN.search("র\u200d্যাক")


def test_a_line_that_is_not_nfc_is_seen():
    assert not_nfc("kỳ\n" + unicodedata.normalize("NFD", "kỳ")) == [3]
    assert not_nfc("\u095e") == [0]


INDIC = "\u0900-\u0963\u0966-\u09ff"
WRONG_MARKS = [
    (r"[\"']", "a straight quote; write “ ” or ’"),
    (r"(?<!^) - |(?<!^)\s--?(?=\s)|--", "a hyphen as a dash; write – or —"),
    (r"\d-\d", "a hyphen in a range; write –"),
    (r"\.\.\.", "three full stops; write …"),
    (r"[ \u00a0][,;:?!।](?=\s|$)", "a space before a mark"),
]
WRONG_STOPS = {
    "vi": [(r"[।॥]", "a danda in Vietnamese; write .")],
    "indic": [
        (r"(?<=[^\s.])(?<!^\d)(?<!^\d\d)\.(?=[\s*_)”’\]]|$)", "a full stop in Bengali or Hindi; write ।"),
        (rf"(?<=[{INDIC}\w*)”’])\s?\|(?=[\s*)”’]|$)", "a vertical bar as a full stop; write ।"),
    ],
}


def wrong_marks(text: str, code: str) -> list[tuple[int, str]]:
    """Marks written otherwise than the language has them; in a table's row | stays, and so do the marks that begin lists."""
    text = re.sub(r"^\s*[-*] |^\|.*", lambda m: "¤" * len(m[0]), text, flags=re.M)
    marks = WRONG_MARKS + WRONG_STOPS["vi" if code == "vi" else "indic"]
    return [(m.start(), why) for pattern, why in marks for m in re.finditer(pattern, text, re.M)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_quotes_dashes_and_stops_are_consistent(code):
    wrong = [f"{piece.at(p)}: {why}" for piece in prosaic(code) for p, why in wrong_marks(piece.text, code)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize(("code", "text"), [
    ("vi", 'một "thẻ"'), ("vi", "card’s 'a'"), ("vi", "một - hai"), ("vi", "một -- hai"), ("vi", "8-16 GB"), ("vi", "chờ..."), ("vi", "gì ?"), ("vi", "một।"),
    ("bn", "এটি একটি কার্ড."), ("bn", "**এটি একটি কার্ড.**"), ("bn", "(এটি কার্ড.)"), ("bn", "“এটি কার্ড.”"), ("bn", "এটি GPU."), ("bn", "এটি ২৪."), ("bn", "কার্ড|"), ("bn", "কার্ড | আরও"), ("bn", "কার্ড ।"), ("bn", "৮-১৬ GB"),
    ("hi", "यह कार्ड है. दूसरा"), ("hi", "**यह कार्ड है.** दूसरा"), ("hi", "(यह है.)"), ("hi", "“यह है.”"), ("hi", "यह कार्ड है|"), ("hi", "यह है| दूसरा"), ("hi", "यह है |"), ("hi", "यह - वह"),
])
def test_a_wrong_mark_is_seen(code, text):
    assert wrong_marks(text, code)


@pytest.mark.parametrize(("code", "text"), [
    ("vi", "- một\n  - hai – ba, “bốn” … 2.5."), ("bn", "1. প্রথম।\n12. দ্বিতীয়: ২.৫ GB, Vast.ai, llama.cpp।"), ("hi", "- **यह है।** 2.5 GB\n| क | ख |\n1. पहला।"),
])
def test_right_marks_pass(code, text):
    assert wrong_marks(text, code) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_filled_into_words_is_the_same(code):
    reference = {piece.key: piece.text for piece in words(REFERENCE)}
    for piece in words(code):
        if not piece.key.startswith(("glossary", "place_names")):
            assert sorted(re.findall(r"\{\w+\}", piece.text)) == sorted(re.findall(r"\{\w+\}", reference[piece.key])), piece.at(0)
