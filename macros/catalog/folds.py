"""Rules by which search makes spellings alike: regular expressions that Python, which builds the index, and browsers read alike."""

import re
from typing import Annotated, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from .record import Record

ESCAPE = r"\\(?:[\^$.*+?()\[\]{}|/]|u[0-9a-fA-F]{4})"
CLASS = rf"\[\^?(?:{ESCAPE}|\\-|[^\]\[\\])+\]"
GROUP = r"\((?!\?)|\(\?(?:[:=!]|<[=!])|\)"
TIMES = r"(?:[*+?]|\{\d{1,2}(?:,\d{0,2})?\})\??(?![*+?{])"
PIECE = re.compile(rf"{ESCAPE}|{CLASS}|{GROUP}|{TIMES}|[^\\\[\](){{}}*+?]")
"""One piece of a regular expression that Python and browsers (with the flags g and u) read alike."""


def _pieces(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text):
        if not (piece := PIECE.match(text, at)):
            raise ValueError(f"{text[at : at + 4]} is not read alike by Python and by browsers")
        found.append(piece[0])
        at = piece.end()
    return found


def _refuse_slow(pieces: list[str]) -> None:
    """Much repetition takes for ever: (a+)+, (a|a)*, a*a*a*b; a repeated look-around browsers do not read."""
    if sum(bool(re.match(TIMES, piece)) and piece[0] != "?" for piece in pieces) > 2:
        raise ValueError("repeats more than twice")
    opened, closed = [["", False]], None
    for piece in pieces:
        times = re.match(TIMES, piece)
        if times and closed and (closed[0] not in ("(", "(?:") or (closed[1] and not piece.startswith("?"))):
            raise ValueError(f"repeats a group that repeats, chooses or looks around ({piece} behind its end)")
        closed = None
        if piece.startswith("("):
            opened.append([piece, False])
        elif piece == ")" and len(opened) > 1:
            closed = opened.pop()
            opened[-1][1] |= closed[1]
        elif piece == "|" or times:
            opened[-1][1] = True


def _pattern(text: str) -> str:
    _refuse_slow(_pieces(text))
    try:
        compiled = re.compile(text)
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}") from None
    if compiled.match(""):
        raise ValueError("finds nothing at all, which is everywhere")
    return text


Pattern = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_pattern)]
Put = Annotated[str, StringConstraints(max_length=8, pattern=r"^[^\s\x00-\x1f\x7f-\x9f]*$")]


class Fold(Record):
    """One rule that makes spellings alike: what the pattern finds is replaced."""

    find: Pattern = Field(description="regular expression, as both Python and browsers read it; text is lower-case NFD")
    put: Put = Field(description="what stands there afterwards; $1 is the first group")

    @model_validator(mode="after")
    def _groups_are_there(self) -> Self:
        groups = re.compile(self.find).groups
        if missing := [n for n in re.findall(r"\$(\d)", self.put) if not 0 < int(n) <= groups]:
            raise ValueError(f"put names ${missing[0]}, but find has {groups} groups")
        if odd := re.search(r"\\|\$(?!\d(?!\d))", self.put):
            raise ValueError(f"put holds {odd[0]}; only $1 to $9 and plain letters stand there")
        return self
