"""data/currencies.yml: dated exchange rates."""

from typing import Literal

from .record import Date, Line, Money, Record

Code = Literal["BDT", "EUR", "INR", "VND"]


class Rate(Record):
    """How many units of a currency one US dollar buys."""

    units_per_usd: Money
    date: Date
    evidence: Line


class CurrenciesFile(Record):
    """data/currencies.yml"""

    rates: dict[Code, Rate]
