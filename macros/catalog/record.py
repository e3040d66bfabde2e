"""What all records of the catalog share: strict fields, and the types of money, dates and links."""

import datetime
import re
from decimal import Decimal
from typing import Annotated
from urllib.parse import urlsplit

from babel import Locale
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

HOST = re.compile(r"[^\W_]([\w-]*\w)?(\.[^\W_]([\w-]*\w)?)+(:\d{1,4})?", re.ASCII)
"""Names with points between them, and at most a port below 10000; no user, no password, and no letter that only looks Latin."""

MARKUP = re.compile(r'[<>"]|&(?=#|\w+;)')
"""What would be read as HTML where a text is printed as it is, or where the theme's script makes a tooltip of a title."""


AREAS = ("001", "021")
"""The UN M.49 areas of data/: the world, North America."""


class Record(BaseModel):
    """A mapping in a YAML file: no unknown fields, no silent conversions, never changed after reading."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _money(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("should be a number with a point and no currency sign, such as 0.89")
    return Decimal(str(value))


def _https(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "https" or not HOST.fullmatch(parts.netloc):
        raise ValueError("should be an https address that a reader can open")
    if not url.isprintable() or any(c.isspace() or c in "<>\"'`\\{}" for c in url):
        raise ValueError("holds a character that is not allowed in an address")
    return url


def _one_line(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError("should be one line of text, without control characters")
    return text


def _no_markup(text: str) -> str:
    if found := MARKUP.search(text):
        raise ValueError(f"holds {found[0]}, which is markup; write it in words")
    return text


def _named(code: str) -> str:
    if code.isdigit() and code not in AREAS:
        raise ValueError(f"{code} is not an area that the tables know; name its countries, or {' or '.join(AREAS)}")
    if code not in Locale("en").territories:
        raise ValueError(f"{code} is not a country or area that CLDR knows")
    return code


Money = Annotated[
    Decimal, BeforeValidator(_money), Field(allow_inf_nan=False, le=10**9), WithJsonSchema({"type": "number", "maximum": 10**9})
]
"""An amount of money as listed, exact; no price and no rate comes near its limit."""
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=100_000_000)]
Date = datetime.date
Https = Annotated[str, AfterValidator(_https), WithJsonSchema({"type": "string", "pattern": "^https://"})]
Line = Annotated[str, StringConstraints(max_length=600), AfterValidator(_one_line)]
"""One line of text: a name, or where a figure was read."""
Evidence = Annotated[Line, AfterValidator(_no_markup)]
"""Where a figure was read: a line that may stand in the title of a link."""
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Country = Annotated[str, StringConstraints(pattern=r"^([A-Z]{2}|[0-9]{3})$"), AfterValidator(_named)]
"""ISO 3166-1 alpha-2 country, EU, or one of AREAS."""
