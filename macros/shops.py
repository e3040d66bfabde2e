"""Each provider as its own page shows it: its offers, the days they were seen, its regions near the readers."""

import datetime
import functools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from .catalog.providers import Provider, Region
from .catalog.reader import Catalog
from .charges import Job, JobCost, charges, job_cost
from .comparison import by_price
from .listings import Listing, listings

EXAMPLE = Job(storage_gb=100, months=1, egress_gb=500)
"""The data that providers are compared by."""
Places = list[tuple[str, list[str]]]
"""Countries, each with the provider's own names of its regions there."""


@dataclass(frozen=True)
class Shop:
    """One provider with its offers, smallest cards first and of each the best price first."""

    provider: Provider
    offers: list[Listing]
    near: Places
    elsewhere: Places

    @property
    def example(self) -> JobCost:
        """What it charges for the data of `EXAMPLE`, in USD."""
        return job_cost(0, charges(self.provider), EXAMPLE)

    @property
    def cards(self) -> int:
        """How many kinds of card it has a price for."""
        return len({one.gpu_id for one in self.offers})

    @property
    def checked(self) -> tuple[datetime.date, datetime.date] | None:
        """The days of its oldest and its newest price."""
        days = [one.newest.checked for one in self.offers]
        return (min(days), max(days)) if days else None


@functools.lru_cache(maxsize=2)
def shops(catalog: Catalog, as_of: datetime.date) -> dict[str, Shop]:
    """Every provider of the catalog by its id, in the order of the names."""
    offers: dict[str, list[Listing]] = defaultdict(list)
    for one in listings(catalog, as_of):
        offers[one.provider.id].append(one)
    near = catalog.policy.near_readers
    return {
        provider.id: Shop(
            provider,
            sorted(by_price(offers[provider.id]), key=lambda one: (one.gpu.vram_gb, one.gpu.bandwidth_gb_per_s, one.gpu_id)),
            _places(sorted((r for r in provider.regions if r.country in near), key=lambda r: near.index(r.country))),
            _places(r for r in provider.regions if r.country not in near),
        )
        for provider in sorted(catalog.providers.values(), key=lambda provider: (provider.name.casefold(), provider.id))
    }


def _places(regions: Iterable[Region]) -> Places:
    codes: dict[str, list[str]] = {}
    for region in regions:
        codes.setdefault(region.country, []).extend([region.code] if region.code else [])
    return list(codes.items())
