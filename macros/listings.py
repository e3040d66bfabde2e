"""Offers as readers compare them: joined with GPU and provider, per GPU, in USD, with their age."""

import datetime
import functools
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from .catalog.currencies import Rate
from .catalog.gpus import Gpu
from .catalog.offers import Offer, Price
from .catalog.policy import FreshnessDays, Policy
from .catalog.providers import Provider
from .catalog.reader import Catalog
from .catalog.tags import Freshness


@dataclass(frozen=True)
class Quote:
    """One price: `amount` per hour for the instance in `currency` as listed, `usd` its worth in USD."""

    amount: Decimal
    currency: str
    usd: Decimal
    usd_per_gpu: Decimal
    checked: datetime.date
    age_days: int
    freshness: Freshness
    evidence: str


@dataclass(frozen=True)
class Listing:
    """One offer; `ranked` says whether it may be called cheapest (see `ranked` in data/policy.yml), `spot_ranked` whether its spot may."""

    id: str
    provider: Provider
    gpu_id: str
    gpu: Gpu
    offer: Offer
    price: Quote | None
    spot: Quote | None
    ranked: bool
    spot_ranked: bool

    @property
    def vram_gb_in_all(self) -> int:
        return self.gpu.vram_gb * self.offer.gpus

    @property
    def usd_per_vram_gb(self) -> Decimal | None:
        """What a GB of the card's memory costs per hour, on demand."""
        return self.price.usd_per_gpu / self.gpu.vram_gb if self.price else None

    @property
    def usd_per_tflop(self) -> Decimal | None:
        """What a dense TFLOP of the card costs per hour, on demand (see Gpu.tensor_rate)."""
        rate = self.gpu.tensor_rate
        return self.price.usd_per_gpu / Decimal(str(rate[1])) if self.price and rate else None

    @property
    def newest(self) -> Quote:
        """The price whose age stands for the offer: on demand, else spot.

        Rows are shown and sorted by its day alone, so that the order can be read in the column; spot that was read on
        another day says so where it stands.
        """
        quote = self.price or self.spot
        assert quote is not None  # the schema wants one of the two
        return quote


def freshness(age_days: int, limits: FreshnessDays) -> Freshness:
    """How far a price of this age can be trusted; both limits are inclusive."""
    if age_days <= limits.fresh:
        return "fresh"
    return "ageing" if age_days <= limits.ageing else "stale"


def quote(price: Price | None, gpus: int, rates: dict[str, Rate], policy: Policy, as_of: datetime.date) -> Quote | None:
    """`price` as a Quote on the day `as_of`, or None where there is no price."""
    if price is None or price.listed is None:
        return None
    amount, currency = price.listed
    usd = amount if currency == "USD" else amount / rates[currency].units_per_usd
    age = max(0, (as_of - price.checked).days)  # east of Greenwich the day may have begun that in UTC is still to come
    return Quote(
        amount, currency, usd, usd / gpus, price.checked, age, freshness(age, policy.freshness_days), price.evidence
    )


@functools.lru_cache(maxsize=2)
def listings(catalog: Catalog, as_of: datetime.date) -> list[Listing]:
    """Every offer of the catalog, in the order of the public ids."""
    made = []
    for id_, provider, offer in catalog.offers():
        price = quote(offer, offer.gpus, catalog.rates, catalog.policy, as_of)
        spot = quote(offer.spot, offer.gpus, catalog.rates, catalog.policy, as_of)
        comparable = _comparable(offer, catalog.policy)
        ranked, spot_ranked = (comparable and one is not None and one.freshness != "stale" for one in (price, spot))
        made.append(Listing(id_, provider, offer.gpu, catalog.gpus[offer.gpu], offer, price, spot, ranked, spot_ranked))
    return made


def _comparable(offer: Offer, policy: Policy) -> bool:
    """Whether the price is of a kind that may be set beside others: whole, ordinary and no outlier."""
    return (
        offer.market in policy.ranked.markets
        and offer.price_scope in policy.ranked.price_scopes
        and not offer.not_included
    )


def cheapest(candidates: Iterable[Listing]) -> Listing | None:
    """The ranked listing with the lowest price per GPU-hour, or None where none is left."""
    return min(
        (listing for listing in candidates if listing.ranked and listing.price),
        key=lambda listing: (listing.price.usd_per_gpu, listing.id),
        default=None,
    )


def cheapest_spot(candidates: Iterable[Listing]) -> Listing | None:
    """The listing with the lowest current spot price per GPU-hour, or None where there is none."""
    return min(
        (listing for listing in candidates if listing.spot_ranked and listing.spot),
        key=lambda listing: (listing.spot.usd_per_gpu, listing.id),
        default=None,
    )
