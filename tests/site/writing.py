"""What is written in each language, piece by piece, each with its file and line: the pages in docs/ and the words in data/languages/."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from macros.catalog.yaml_source import Source, parse
from macros.settings import languages

from .project import ROOT

SITE = languages(ROOT)
REFERENCE = SITE.reference
PAGES = [(code, path.name) for code in SITE.codes for path in sorted((ROOT / "docs" / code).glob("*.md"))]
MACRO = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)
NOT_PROSE = re.compile(rf"```.*?```|`[^`\n]*`|{MACRO.pattern}|\]\([^)]*\)|\{{ #[\w-]+ \}}|<[^>\n]+>|https?://\S+", re.S)
DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯०१२३४५६७८९", "01234567890123456789")
SPOKEN = ("words", "tags", "theme", "glossary", "place_names", "site_name", "site_description")
"""The parts of a language file that readers read."""


@dataclass(frozen=True)
class Piece:
    """A page, or one word or sentence of a language file; `line` is where `text` begins (1-based), `key` its place in that file."""

    path: str
    line: int
    text: str
    key: str = ""

    def at(self, position: int) -> str:
        return f"{self.path}:{self.line + self.text.count(chr(10), 0, position)}"


def blank(text: str) -> str:
    """Nothing, on as many lines."""
    return "\n" * text.count("\n")


@functools.cache
def page(code: str, name: str) -> Piece:
    """The whole page as its file has it."""
    return Piece(f"docs/{code}/{name}", 1, (ROOT / "docs" / code / name).read_text(encoding="utf-8"))


def prose_of(text: str) -> str:
    """A page's text without what is not prose, line for line; of the front matter, title and description stay, ¤ stands for code."""
    front = (re.match(r"---\n.*?\n---\n", text, re.S) or [""])[0]
    kept = "\n".join(line.partition(":")[2].strip().strip('"') if re.match("(title|description):", line) else "" for line in front.split("\n"))
    return NOT_PROSE.sub(lambda m: "¤" * (m[0][0] == "`") + blank(m[0]), kept + text[len(front):])


@functools.cache
def prose(code: str, name: str) -> Piece:
    whole = page(code, name)
    return Piece(whole.path, whole.line, prose_of(whole.text))


@functools.cache
def language_file(code: str) -> Source:
    path = f"data/languages/{code}.yml"
    source = parse((ROOT / path).read_text(encoding="utf-8"), path)
    assert source.problems == []
    return source


def _texts(data: object, path: tuple) -> Iterator[tuple[tuple, str]]:
    if isinstance(data, str):
        yield path, data
    for name, part in data.items() if isinstance(data, dict) else ():
        if name != "forbidden":
            yield from _texts(part, (*path, name))


@functools.cache
def words(code: str) -> list[Piece]:
    """Every label and sentence of the language file, a list of forbidden spellings left out."""
    source = language_file(code)
    found = (one for part in SPOKEN for one in _texts(source.data[part], (part,)))
    return [Piece(source.path, source.line(path), text, ".".join(map(str, path))) for path, text in found]


def written(code: str) -> list[Piece]:
    """The prose of every page of the language, and every word of its file."""
    return [prose(code, name) for c, name in PAGES if c == code] + words(code)
