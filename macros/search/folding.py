"""Spellings made alike: one form for a word however it is typed, by the rules of data/languages/<code>.yml.

overrides/assets/search/words.js does the same to what the reader types.
"""

import functools
import re
import unicodedata
from collections.abc import Sequence

from ..catalog.folds import Fold

ZEROS = "\u09e6\u0966"
"""Zero in Bengali and Devanagari; the other digits follow it in Unicode."""
COMMON = [Fold(find=chr(ord(zero) + n), put=str(n)) for zero in ZEROS for n in range(10)] + [
    Fold(find="[\u00ad\u200b-\u200f\u2060]", put=""),
    Fold(find="[\u2010-\u2015\u2212]", put="-"),
]
"""For every language: Latin digits, no invisible characters, one hyphen."""
EMPTY = "-"
"""Stands for a word of which nothing is left, so that the words of a text keep their places."""


class Folding:
    """The folding of one language; `rules` as the browser needs them."""

    def __init__(self, folds: Sequence[Fold]):
        self.rules = [(fold.find, fold.put) for fold in [*COMMON, *folds]]
        self._rules = [(re.compile(find), re.sub(r"\$(\d)", r"\\\1", put)) for find, put in self.rules]
        self._word = functools.cache(lambda word: self.fold(word) or EMPTY)

    def fold(self, text: str) -> str:
        """`text` in lower case, letters and marks apart (NFD), with every rule done in turn."""
        text = unicodedata.normalize("NFD", text.lower())
        for find, put in self._rules:
            text = find.sub(put, text)
        return text

    def words(self, text: str) -> list[str]:
        """The words of `text`, folded, each in its place."""
        return [self._word(word) for word in text.split()]

    def squeezed(self, text: str) -> str:
        """One key for `fine tuning`, `fine-tuning` and `finetuning`: letters and digits alone.

        Of several words also the modifier letters go, which stand for marks that a reader may leave out.
        """
        left_out = (*"MPSZC", "Lm") if " " in text.strip() else tuple("MPSZC")
        return "".join(c for c in self.fold(text) if not unicodedata.category(c).startswith(left_out))
