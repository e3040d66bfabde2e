"""What the pictures show: which offers and cards, in which order. Their geometry is in macros/view/."""

import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from .listings import Listing, cheapest

VRAM_GROUPS = (24, 48, 96)
"""The largest memory, GB, of each group of cards but the last."""


def current(listings: Iterable[Listing]) -> list[Listing]:
    """Those whose price is not stale, whether or not it may be called cheapest."""
    return [one for one in listings if one.price and one.price.freshness != "stale"]


@dataclass(frozen=True)
class MemorySize:
    """All cards of one memory size, and what their current comparable prices span per GPU-hour."""

    vram_gb: int
    cards: list[str]
    offers: int
    lowest: Decimal
    median: Decimal
    highest: Decimal


def memory_sizes(listings: Iterable[Listing]) -> list[MemorySize]:
    """The figures behind the picture of price against VRAM, smallest memory first."""
    by_size: dict[int, list[Listing]] = defaultdict(list)
    for listing in listings:
        if listing.ranked and listing.price:
            by_size[listing.gpu.vram_gb].append(listing)
    return [_memory_size(size, by_size[size]) for size in sorted(by_size)]


def _memory_size(size: int, listings: list[Listing]) -> MemorySize:
    prices = [one.price.usd_per_gpu for one in listings if one.price]
    names = sorted({one.gpu.name for one in listings})
    return MemorySize(size, names, len(prices), min(prices), statistics.median(prices), max(prices))


def cheapest_of_each_card(listings: Iterable[Listing]) -> list[Listing]:
    """The cheapest current offer of every card that has one, lowest price first."""
    by_card: dict[str, list[Listing]] = defaultdict(list)
    for listing in listings:
        by_card[listing.gpu_id].append(listing)
    found = [best for offers in by_card.values() if (best := cheapest(offers))]
    return sorted(found, key=lambda one: (one.price.usd_per_gpu, one.gpu_id))


def by_memory(cards: Iterable[Listing]) -> list[list[Listing]]:
    """`cards` in groups of similar memory, in their own order; empty groups are left out."""
    groups: list[list[Listing]] = [[] for _ in range(len(VRAM_GROUPS) + 1)]
    for card in cards:
        groups[sum(card.gpu.vram_gb > limit for limit in VRAM_GROUPS)].append(card)
    return [group for group in groups if group]


def best_for_bandwidth(cards: Iterable[Listing]) -> list[Listing]:
    """`cards` with those first that no other beats in both price and memory bandwidth."""
    fastest, frontier, rest = 0.0, [], []
    for card in sorted(cards, key=lambda one: (one.price.usd_per_gpu, -one.gpu.bandwidth_gb_per_s, one.gpu_id)):
        (frontier if card.gpu.bandwidth_gb_per_s > fastest else rest).append(card)
        fastest = max(fastest, card.gpu.bandwidth_gb_per_s)
    return frontier + rest
