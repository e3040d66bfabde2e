"""data/languages/<code>.yml: the words of one language."""

import datetime
import re
from typing import Annotated, Literal, Self

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from pydantic import AfterValidator, Field, StringConstraints, model_validator

from .record import Country, Id, Line, Record

PYTHON_ONLY = re.compile(r"\(\?(?![:=!]|<[=!])|\\[AZ]|[*+?}]\+|\{,")
"""What Python's regular expressions have beyond those of browsers."""


def _pattern(text: str) -> str:
    try:
        compiled = re.compile(text)
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}") from None
    if found := PYTHON_ONLY.search(text):
        raise ValueError(f"holds {found[0]}, which browsers do not read")
    if compiled.match(""):
        raise ValueError("finds nothing at all, which is everywhere")
    return text


def _plain(text: str) -> str:
    if found := re.search('[<>"]', text):
        raise ValueError(f"holds {found[0]}, which is markup; write words only, with “ ” for quotes")
    return text


def _known_locale(code: str) -> str:
    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        raise ValueError(f"{code} is not a locale that CLDR knows; write it as bn_BD") from None
    return code


MONEY = re.compile(r"(¤[\s\u00a0]?)?(#,)?(##,)?##0(\.0+)?([\s\u00a0]?¤)?")
"""Number patterns of CLDR for money: groups, decimals, and the sign before or behind."""
Word = Annotated[str, StringConstraints(min_length=1, max_length=2000), AfterValidator(_plain)]
"""A label or sentence. The theme's templates print some of them as they are, so none may hold markup."""
Plain = Annotated[Line, AfterValidator(_plain)]
Pattern = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_pattern)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_.-]*$")]


class Term(Record):
    """One concept of the glossary."""

    term: Plain
    gloss: Plain | None = Field(None, description="given in brackets at first use on a page")
    text: Word = Field(description="one or two sentences that a student understands")
    forbidden: list[Line] = Field(default=[], description="spellings and renderings that are not to be used")


class Fold(Record):
    """One rule that makes spellings alike: what the pattern finds is replaced."""

    find: Pattern = Field(description="regular expression, as both Python and browsers read it; text is lower-case NFD")
    put: Annotated[str, StringConstraints(max_length=20)] = Field(description="what stands there afterwards; $1 is the first group")

    @model_validator(mode="after")
    def _groups_are_there(self) -> Self:
        groups = re.compile(self.find).groups
        if missing := [n for n in re.findall(r"\$(\d)", self.put) if not 0 < int(n) <= groups]:
            raise ValueError(f"put names ${missing[0]}, but find has {groups} groups")
        return self


class Language(Record):
    """All words that a reader of one language sees, except those of the pages in docs/<code>/."""

    name: Plain = Field(description="the language's own name")
    locale: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}_[A-Z]{2}$"), AfterValidator(_known_locale)]
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    money_pattern: Line | None = Field(None, description="CLDR number pattern, where readers write money otherwise than CLDR has it")
    currency_symbols: dict[str, Plain] = Field(default={}, description="likewise for the signs of currencies")
    date_patterns: dict[Literal["medium", "long"], Line] = Field(default={}, description="likewise for dates in cells and sentences")
    place_names: dict[Country, Plain] = Field(default={}, description="likewise for countries and areas")
    site_name: Plain
    site_description: Plain
    words: dict[Name, dict[Name, Word]] = Field(description="labels and sentences of tables, notes and menus, by place")
    tags: dict[Name, dict[Name, Word]] = Field(description="a word for every tag of the catalog's vocabularies")
    theme: dict[Name, Word] = Field(description="the theme's own words, by its keys")
    glossary: dict[Id, Term] = {}
    search_folds: list[Fold] = Field(default=[], description="rules, in turn, by which spellings of a word are made alike in search")
    search_aliases: dict[Line, list[Line]] = Field(
        default={}, description="other words readers search by, under what the pages write; the glossary's terms have theirs"
    )

    @model_validator(mode="after")
    def _formats_can_be_written(self) -> Self:
        """Patterns that Babel can't use, or that lose what they are for."""
        for width, pattern in self.date_patterns.items():
            try:
                written = format_date(datetime.date(2026, 1, 2), pattern, locale="en")
            except (AttributeError, ValueError, KeyError):
                written = ""
            if not {"2026", "2"} <= set(re.findall(r"\d+", written)) or re.search('[<>"]', written):
                raise ValueError(f"date_patterns: {width} is no CLDR pattern of a day, a month and a year, such as d/M/y")
        if self.money_pattern is not None and not (MONEY.fullmatch(self.money_pattern) and self.money_pattern.count("¤") == 1):
            raise ValueError("money_pattern is no CLDR pattern with one ¤, such as #,##0.00 ¤")
        return self
