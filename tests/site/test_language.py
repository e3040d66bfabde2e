"""How the pages and words of each language are written: terms, scripts, quotes and dashes."""

import functools
import re
import unicodedata

import pytest
import yaml

from .project import LANGUAGES, ROOT

PAGES = [(code, path.name) for code in LANGUAGES for path in sorted((ROOT / "docs" / code).glob("*.md"))]
LATIN = {
    # names that are written in Latin letters in every language
    "GPU", "VRAM", "AI", "ML", "LLM", "KV", "CPU", "RAM", "CUDA", "SSH", "API", "PEFT", "LoRA", "QLoRA", "ZeRO", "FSDP", "Adam", "AdamW",
    "NVLink", "NVSwitch", "InfiniBand", "PCIe", "SXM", "HBM", "GDDR", "TFLOPS", "FLOPS", "GB", "GiB", "FP32", "FP16", "BF16", "FP8", "INT8",
    "FP4", "NF4", "AWQ", "GPTQ", "GGUF", "MoE", "MLA", "Jupyter", "Docker", "GitHub", "Python", "YAML", "UPI", "GST", "USD", "BDT", "INR", "VND",
    "SDXL", "FLUX", "Llama", "Qwen", "Mistral", "Mixtral", "Gemma", "DeepSeek", "CSV", "JSON", "Markdown", "NVIDIA", "AMD", "H100", "H200",
    "A100", "T4", "L4", "L40S", "B200", "k", "B", "MLP", "SwiGLU", "SGD", "AMP", "DDP", "RoPE", "FlashAttention", "DeepSpeed", "vLLM", "llama.cpp", "JavaScript",
}
NOT_PROSE = re.compile(r"```.*?```|`[^`\n]*`|\{\{.*?\}\}|\{%.*?%\}|\]\([^)]*\)|\{ #[\w-]+ \}|<[^>\n]+>|https?://\S+", re.S)


@functools.cache
def prose(code: str, name: str) -> str:
    """The page with everything that is not prose left out, line for line; of the front matter, title and description stay."""
    text = (ROOT / "docs" / code / name).read_text(encoding="utf-8")
    front = re.match(r"---\n.*?\n---\n", text, re.S)[0]
    kept = "\n".join(line.partition(":")[2].strip().strip('"') if re.match("(title|description):", line) else "" for line in front.split("\n"))
    return NOT_PROSE.sub(lambda m: "¤" * (m[0][0] == "`") + "\n" * m[0].count("\n"), kept + text[len(front):])


@functools.cache
def words_of(code: str) -> dict[str, str]:
    """Every label and sentence of the language file by its place."""
    data = yaml.safe_load((ROOT / "data/languages" / f"{code}.yml").read_text(encoding="utf-8"))
    found = {f"{part}.{area}.{name}": text for part in ("words", "tags") for area, names in data[part].items() for name, text in names.items()}
    found |= {f"theme.{name}": text for name, text in data["theme"].items()}
    return found | {f"glossary.{name}.text": term["text"] for name, term in data["glossary"].items()}


def at(code: str, name: str, text: str, position: int) -> str:
    return f"docs/{code}/{name}:{text.count(chr(10), 0, position) + 1}"


def forbidden_in(text: str, variant: str) -> list[int]:
    """Where a variant begins a word; endings may follow it, as Bengali and Hindi join them."""
    latin = variant[-1].isascii() or unicodedata.name(variant[-1]).startswith("LATIN")
    places = [m.start() for m in re.finditer(re.escape(variant), text)]
    return [
        p for p in places
        if not (p and unicodedata.category(text[p - 1])[0] in "LM")
        and not (latin and text[p + len(variant):p + len(variant) + 1].isalpha())
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_forbidden_variant_of_a_term(code):
    glossary = yaml.safe_load((ROOT / "data/languages" / f"{code}.yml").read_text(encoding="utf-8"))["glossary"]
    wrong = []
    for term in glossary.values():
        for variant in term.get("forbidden", []):
            for _, name in (page for page in PAGES if page[0] == code):
                text = prose(code, name)
                wrong += [f"{at(code, name, text, p)}: {variant} (the term is {term['term']})" for p in forbidden_in(text, variant)]
            wrong += [f"{code}.yml {place}: {variant} (the term is {term['term']})" for place, text in words_of(code).items() if forbidden_in(text, variant)]
    assert wrong == [], "\n".join(wrong)


def latin_words(text: str) -> list[tuple[int, str]]:
    found = ((m.start(), m[0].strip(".-/+")) for m in re.finditer(r"[A-Za-z][A-Za-z0-9+./-]*", text))
    return [(p, word) for p, word in found for part in [set(re.split("[/-]", word))] if not part <= LATIN]


@pytest.mark.parametrize(("code", "name"), [page for page in PAGES if page[0] != "vi"])
def test_no_latin_word_in_bengali_or_hindi_prose(code, name):
    text = prose(code, name)
    wrong = [f"{at(code, name, text, p)}: {word}" for p, word in latin_words(text)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("code", ["bn"])
def test_bengali_prose_has_bengali_digits(code):
    for _, name in (page for page in PAGES if page[0] == code):
        text = prose(code, name)
        for match in re.finditer(r"(?<![A-Za-z0-9.-])[0-9]+(?![A-Za-z0-9])", text):
            if not text.startswith(". ", match.end()):  # Markdown's own numbering of a list
                raise AssertionError(f"{at(code, name, text, match.start())}: {match[0]}")


WRONG_MARKS = [
    (r"[\"']", "a straight quote; write “ ” or ’"),
    (r" - | -- |--", "a hyphen as a dash; write – or —"),
    (r"\d-\d", "a hyphen in a range; write –"),
    (r"\.\.\.", "three full stops; write …"),
    (r" [,;:?!।](?=\s|$)", "a space before a mark"),
    (r"(?<=[\u0980-\u09ff\u0900-\u097f])\.(?=\s|$)", "a full stop after Bengali or Hindi; write ।"),
]


@pytest.mark.parametrize(("code", "name"), PAGES)
def test_quotes_dashes_and_stops_are_consistent(code, name):
    text = prose(code, name)
    wrong = [
        f"{at(code, name, text, m.start())}: {why}"
        for pattern, why in WRONG_MARKS
        for m in re.finditer(pattern, text)
        if not (pattern.startswith(" -") and text[: m.start() + 1].rsplit("\n", 1)[-1].strip() == "")
    ]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_are_nfc_and_their_places_agree(code):
    reference, here = words_of("vi"), words_of(code)
    for place, text in here.items():
        assert unicodedata.is_normalized("NFC", text), place
        if not place.startswith("glossary"):
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", reference[place])), place


@pytest.mark.parametrize("code", ["bn", "hi"])
def test_no_latin_word_in_the_words_of_bengali_and_hindi(code):
    names = LATIN | {
        "EFA", "RDMA", "RoCE", "GPUDirect", "TCPX", "TCPXO", "NVL72", "C2C", "Infinity", "Fabric", "VNPay", "SEPA", "PayPal", "OAM", "CC", "BY", "MIT", "VM", "PC", "MIG", "TB", "s",
        "Q4", "Q5", "Q8", "K", "M",  # of the names of GGUF types, such as Q4_K_M
    }
    wrong = []
    for place, text in words_of(code).items():
        if place.startswith("tags.network"):
            continue
        for _, word in latin_words(re.sub(r"\{\w+\}|`[^`]*`", "", text)):
            if not set(re.split("[/ -]", word)) <= names:
                wrong.append(f"{place}: {word}")
    assert wrong == [], "\n".join(wrong)
