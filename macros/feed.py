"""What the feed tells: which prices were checked last, one entry for each provider and day."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from .listings import Listing

ENTRIES = 30
PRICES_PER_ENTRY = 40


@dataclass(frozen=True)
class Check:
    """The prices of one provider that were seen on one day; `listings` are the first of `count`."""

    provider_id: str
    provider_name: str
    day: datetime.date
    listings: list[Listing]
    count: int


def latest_checks(listings: Iterable[Listing], entries: int = ENTRIES) -> list[Check]:
    """The newest days first, then by provider; nothing depends on the day of the build."""
    together: dict[tuple[datetime.date, str], list[Listing]] = defaultdict(list)
    for listing in listings:
        together[listing.newest.checked, listing.provider.id].append(listing)
    newest = sorted(together, key=lambda key: (-key[0].toordinal(), key[1]))[:entries]
    return [_check(day, together[day, provider]) for day, provider in newest]


def _check(day: datetime.date, listings: list[Listing]) -> Check:
    provider = listings[0].provider
    ordered = sorted(listings, key=lambda one: (one.gpu.vram_gb, one.gpu_id, one.offer.gpus, one.id))
    return Check(provider.id, provider.name, day, ordered[:PRICES_PER_ENTRY], len(listings))
