"""What can be wrong with the catalog, and how it is said: `path:line: what is wrong`."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

LONGEST = 200
"""Characters of a stranger's text that are shown."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong at one line of one file, with the repair where it can be known."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{printable(self.path)}:{self.line}: {self.text}"

    @property
    def text(self) -> str:
        """The message on one line and without control characters: a line of its own could pass for a command."""
        return _visible(" ".join(self.message.splitlines()))


class CatalogError(Exception):
    """The catalog can't be used; `problems` lists everything wrong with it, in reading order."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))


def printable(text: object) -> str:
    """`text` on one line and without control characters: it comes from strangers' files."""
    return _visible(str(text)[:LONGEST])[:LONGEST]


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The entry of `known` that `word` was most likely meant to be, or None."""
    close = difflib.get_close_matches(str(word).lower(), list(known), n=1, cutoff=0.6)
    return close[0] if close else None


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The tail of a message: `; did you mean X?`, or the choices when nothing is near."""
    choices = sorted(known)
    if close := nearest(word, choices):
        return f"; did you mean {close}?"
    if len(choices) <= 25:
        return f"; choose one of {', '.join(choices)}"
    return ""
