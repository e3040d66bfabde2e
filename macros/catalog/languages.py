"""data/languages/<code>.yml: the words of one language."""

import datetime
import re
from typing import Annotated, Literal, Self

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from pydantic import AfterValidator, Field, StringConstraints, model_validator

from .folds import Fold
from .record import MARKUP, Country, Id, Line, Record

CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What no text needs: control characters but the line end, and those that turn the direction of writing."""


def _plain(text: str) -> str:
    if found := MARKUP.search(text):
        raise ValueError(f"holds {found[0]}, which is markup; write words only, with “ ” for quotes")
    if not text.strip() or CONTROLS.search(text):
        raise ValueError("should be text without control characters")
    return text


def _known_locale(code: str) -> str:
    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        raise ValueError(f"{code} is not a locale that CLDR knows; write it as bn_BD") from None
    return code


MONEY = re.compile(r"(¤[\s\u00a0]?)?(#,)?(##,)?##0\.00([\s\u00a0]?¤)?")
"""Number patterns of CLDR for money: groups, two decimals (how many are written goes by the amount), and the sign before or behind."""
Word = Annotated[str, StringConstraints(min_length=1, max_length=2000), AfterValidator(_plain)]
"""A label or sentence. The theme's templates print some of them as they are, so none may hold markup."""
Plain = Annotated[Line, AfterValidator(_plain)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_.-]*$")]


class Term(Record):
    """One concept of the glossary."""

    term: Plain
    gloss: Plain | None = Field(None, description="given in brackets at first use on a page")
    text: Word = Field(description="one or two sentences that a student understands")
    forbidden: list[Line] = Field(default=[], description="spellings and renderings that are not to be used")


def _writes_days(pattern: str) -> bool:
    """Whether the year, the month and the day of two dates can be read from what a pattern makes of them."""
    for day in (datetime.date(2026, 11, 23), datetime.date(2025, 3, 4)):
        try:
            written = format_date(day, pattern, locale="en")
        except (AttributeError, ValueError, KeyError):
            return False
        figures = [int(figure) for figure in re.findall(r"\d+", written)]
        named = [month for month in (f"{day:%B}", f"{day:%b}") if month in written]
        if sorted(figures) != sorted([day.year, day.day] + ([] if named else [day.month])) or MARKUP.search(written):
            return False
    return True


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
    search_folds: list[Fold] = Field(
        default=[], max_length=60, description="rules, in turn, by which spellings of a word are made alike in search",
    )
    search_aliases: dict[Line, list[Line]] = Field(
        default={}, description="other words readers search by, under what the pages write; the glossary's terms have theirs"
    )
    search_pages: dict[Line, list[Line]] = Field(
        default={}, description="what means a page where nothing else is typed, under the page's address below the language's root"
    )

    @property
    def tag(self) -> str:
        """The locale as BCP 47 writes it, such as bn-BD."""
        return self.locale.replace("_", "-")

    @model_validator(mode="after")
    def _formats_can_be_written(self) -> Self:
        """Patterns that Babel can't use, or that lose what they are for."""
        for width, pattern in self.date_patterns.items():
            if not _writes_days(pattern):
                raise ValueError(f"date_patterns: {width} is no CLDR pattern of a day, a month and a year, such as d/M/y")
        if self.money_pattern is not None and not (MONEY.fullmatch(self.money_pattern) and self.money_pattern.count("¤") == 1):
            raise ValueError("money_pattern is no CLDR pattern with one ¤, such as #,##0.00 ¤")
        return self
