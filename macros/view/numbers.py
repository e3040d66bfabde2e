"""Numbers, money, dates and places as one language writes them (CLDR, through Babel), in one numeral system."""

import datetime
import functools
import math
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from babel import Locale
from babel.dates import format_date, format_timedelta
from babel.numbers import format_currency, format_decimal, format_percent, get_decimal_symbol, get_group_symbol, parse_pattern

from ..catalog.languages import Language

DIGITS = {"latn": "0123456789", "beng": "০১২৩৪৫৬৭৮৯", "deva": "०१२३४५६७८९"}
GIB = 2**30


def _rounded(value: float | Decimal, decimals: int) -> float | Decimal:
    """`value` rounded; a little less than nothing is 0, without a sign."""
    return round(value, decimals) + 0


def half_up(amount: float | Decimal, places: int) -> Decimal:
    """`amount` rounded to `places` after the point, halves up, by the digits it is written with and not by the machine's.

    Past the twelfth digit is what binary fractions add. overrides/assets/currency/figures.js does the same, so that one
    price is one figure wherever it stands.
    """
    return Decimal(f"{amount:.12g}").quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def three_figures(amount: float | Decimal) -> Decimal:
    """`amount` rounded to three figures, halves up."""
    return half_up(amount, 2 - Decimal(f"{amount:.12g}").adjusted()) if amount else Decimal(0)


class Numbers:
    """Formatting for one language; every digit is of its locale's default numeral system.

    The same figures stand in many cells of many pages, so what has been written once is kept.
    """

    def __init__(self, language: Language):
        self.locale = Locale.parse(language.locale)
        system = self.locale.default_numbering_system
        if system not in DIGITS:
            raise ValueError(f"{language.locale} uses the numeral system {system}, which macros/view/numbers.py lacks")
        self._digits = str.maketrans(DIGITS["latn"], DIGITS[system])
        self.locale_tag = f"{language.tag}-u-nu-{system}"
        self._money = language.money_pattern or self.locale.currency_formats["standard"].pattern
        self._symbols = language.currency_symbols
        self._dates = language.date_patterns
        marks = get_group_symbol(self.locale) + get_decimal_symbol(self.locale)
        self._figures = str.maketrans(DIGITS["latn"] + ",.", DIGITS[system] + marks)
        self._threes_below = math.inf if parse_pattern(self._money).grouping == (3, 3) else 100_000
        self._signs: dict[str, tuple[str, str]] = {}
        self._places = dict(self.locale.territories) | language.place_names

        for name in ("number", "percent", "money", "fine", "about", "date", "days"):
            setattr(self, name, functools.lru_cache(maxsize=8192)(getattr(self, name)))

    def digits(self, text: object) -> str:
        """`text` with its digits in the language's own numerals."""
        return str(text).translate(self._digits)

    def _signed(self, text: str) -> str:
        """Own numerals, and a minus sign instead of a hyphen."""
        return self.digits(text.replace("-", "\N{MINUS SIGN}"))

    def number(self, value: float | Decimal, decimals: int = 0) -> str:
        """At most `decimals` digits after the point, grouped as the language groups.

        What is below the first group that languages differ in is put together here, which is ten times as fast.
        """
        rounded = _rounded(value, decimals)
        if not 0 <= rounded < 100_000:
            return self._signed(format_decimal(rounded, locale=self.locale, decimal_quantization=False))
        whole, _, part = f"{rounded:,.{decimals}f}".partition(".")
        part = part.rstrip("0")
        return (f"{whole}.{part}" if part else whole).translate(self._figures)

    def percent(self, share: float, decimals: int = 0) -> str:
        """A share of 1 as a percentage."""
        return self._signed(format_percent(_rounded(share, decimals + 2), locale=self.locale, decimal_quantization=False))

    def gib(self, size: float) -> str:
        """Bytes as GiB (2**30 bytes), to a tenth below 100, to a hundredth below 1."""
        gib = size / GIB
        return self.number(gib, 2 if gib < 1 else 1 if gib < 100 else 0)

    def money(self, amount: Decimal, currency: str = "USD") -> str:
        """A price to the cent; under 1 to four places, without closing zeros beyond the cent."""
        rounded = half_up(amount, 2 if amount >= 1 else 4)
        places = next(n for n in (2, 3, 4) if rounded == round(rounded, n))
        return self._currency(rounded, places, currency)

    def fine(self, amount: Decimal, currency: str = "USD") -> str:
        """A price of a small unit, to three figures."""
        rounded = three_figures(amount)
        return self._currency(rounded, max(2, 2 - rounded.adjusted()), currency)

    def about(self, amount: Decimal, currency: str) -> str:
        """A converted amount in three figures and no more places than these have: a rate of another day supports no more."""
        rounded = three_figures(amount)
        return self._currency(rounded, max(0, 2 - rounded.adjusted()), currency)

    def money_form(self, currency: str) -> str:
        """How an amount of a currency is written, with {amount} in place of its digits."""
        return self._currency(Decimal(1), 0, currency).replace(self.digits(1), "{amount}")

    def _currency(self, amount: Decimal, places: int, currency: str) -> str:
        """`amount` with its sign; where groups are of three digits it is put together here, which is ten times as fast."""
        if not 0 <= amount < self._threes_below:
            return self._written(amount, places, currency)
        before, after = self._around(currency)
        return f"{before}{f'{amount:,.{places}f}'.translate(self._figures)}{after}"

    def _around(self, currency: str) -> tuple[str, str]:
        """What stands before and after an amount of `currency`."""
        if currency not in self._signs:
            before, _, after = self._written(Decimal(1), 0, currency).partition(self.digits(1))
            self._signs[currency] = before, after
        return self._signs[currency]

    def _written(self, amount: Decimal, places: int, currency: str) -> str:
        pattern = self._money.replace("0.00", "0." + "0" * places if places else "0")
        text = format_currency(amount, currency, locale=self.locale, format=pattern, currency_digits=False)
        symbol = self.locale.currency_symbols.get(currency, currency)
        return self.digits(text.replace(symbol, self._symbols.get(currency, symbol)))

    def date(self, day: datetime.date, width: str = "medium") -> str:
        """A date as it stands in a cell (`medium`) or in a sentence (`long`)."""
        return self.digits(format_date(day, self.date_pattern(width), locale=self.locale))

    def date_pattern(self, width: str) -> str:
        """The CLDR pattern of dates of a width: the language file's, where it has one."""
        return self._dates.get(width) or self.locale.date_formats[width].pattern

    def days(self, count: int) -> str:
        """A span of days, such as “75 days”."""
        return self.digits(format_timedelta(datetime.timedelta(days=count), "day", threshold=1e9, locale=self.locale))

    def places(self, codes: Iterable[str]) -> str:
        """Names of countries and areas (ISO 3166-1 alpha-2, UN M.49, EU)."""
        return ", ".join(self._places[code] for code in codes)
