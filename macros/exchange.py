"""Exchange rates as they stand on one day: how old each is, and whether readers are told that it is."""

import datetime
from dataclasses import dataclass

from .catalog.currencies import Rate
from .catalog.reader import Catalog


@dataclass(frozen=True)
class Exchange:
    """The rates of data/currencies.yml on the day `as_of`; one of more than `old_after_days` is old."""

    rates: dict[str, Rate]
    as_of: datetime.date
    old_after_days: int

    def age_days(self, code: str) -> int:
        """Days from the rate's own day to this one; 0 where it is still to come in UTC."""
        return max(0, (self.as_of - self.rates[code].date).days)

    def is_old(self, code: str) -> bool:
        """Whether the rate is to be marked as old."""
        return self.age_days(code) > self.old_after_days


def exchange(catalog: Catalog, as_of: datetime.date) -> Exchange:
    """The catalog's rates on a day."""
    return Exchange(catalog.rates, as_of, catalog.policy.rates_old_after_days)
