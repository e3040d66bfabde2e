"""data/policy.yml: the limits that decide what is fresh, what is plausible and what is ranked."""

from typing import Self

from pydantic import Field, model_validator

from .currencies import Code
from .record import Count, Country, Money, Record
from .tags import Market, PriceScope


class FreshnessDays(Record):
    """A price is fresh up to `fresh` days after it was checked, ageing up to `ageing`, stale after."""

    fresh: Count
    ageing: Count

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.fresh >= self.ageing:
            raise ValueError(f"fresh ({self.fresh}) should be less than ageing ({self.ageing})")
        return self


class PlausiblePrice(Record):
    """What a price may be in US dollars. An offer outside of it needs a `reason`; what is charged by the GB can't be."""

    min_usd: Money
    max_usd: Money

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.min_usd >= self.max_usd:
            raise ValueError(f"min_usd ({self.min_usd}) should be less than max_usd ({self.max_usd})")
        return self


class PlausibleRate(Record):
    """What one US dollar may buy of a currency; a rate outside is a slip."""

    min: Money
    max: Money


class Ranked(Record):
    """Which offers may be called cheapest: the others stay in tables, marked."""

    markets: list[Market]
    price_scopes: list[PriceScope]


class Policy(Record):
    """data/policy.yml"""

    freshness_days: FreshnessDays
    plausible_price_per_gpu_hour: PlausiblePrice
    plausible_price_per_gb: PlausiblePrice = Field(description="of storage for a month, or of data sent out")
    plausible_units_per_usd: dict[Code, PlausibleRate]
    ranked: Ranked
    near_readers: list[Country] = Field(min_length=1, description="countries of South and South-East Asia")
    headroom: float = Field(gt=0, lt=0.5, description="share of a card's memory to keep free")
    rates_old_after_days: Count
