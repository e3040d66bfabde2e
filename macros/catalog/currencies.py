"""data/currencies.yml: dated exchange rates."""

from typing import Literal

from pydantic import Field

from .record import Date, Evidence, Money, Record

Code = Literal["BDT", "EUR", "INR", "VND"]


class Rate(Record):
    """How many units of a currency one US dollar buys."""

    units_per_usd: Money = Field(gt=0, json_schema_extra={"exclusiveMinimum": 0})
    date: Date
    evidence: Evidence


class CurrenciesFile(Record):
    """data/currencies.yml"""

    rates: dict[Code, Rate]
