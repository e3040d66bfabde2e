"""data/policy.yml: the limits that decide what is fresh, what is plausible and what is ranked."""

from pydantic import Field

from .record import Count, Country, Money, Record
from .tags import Market, PriceScope


class FreshnessDays(Record):
    """A price is fresh up to `fresh` days after it was checked, ageing up to `ageing`, stale after."""

    fresh: Count
    ageing: Count


class PlausiblePrice(Record):
    """A price per GPU-hour outside these needs a `reason`."""

    min_usd: Money
    max_usd: Money


class Ranked(Record):
    """Which offers may be called cheapest: the others stay in tables, marked."""

    markets: list[Market]
    price_scopes: list[PriceScope]


class Policy(Record):
    """data/policy.yml"""

    freshness_days: FreshnessDays
    plausible_price_per_gpu_hour: PlausiblePrice
    ranked: Ranked
    near_readers: list[Country] = Field(min_length=1, description="countries of South and South-East Asia")
    headroom: float = Field(gt=0, lt=0.5, description="share of a card's memory to keep free")
    rates_old_after_days: Count
