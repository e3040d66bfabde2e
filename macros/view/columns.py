"""The columns of the tables of offers: what each is a fact of, and how a first click sorts it."""

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any

CARD = ("vram", "memory", "bandwidth", "tflops", "precisions")
"""Columns that are the same for every offer of a card."""
PROVIDER = ("billing", "when_stopped", "storage", "egress", "access", "multi_node", "regions", "payment")
"""Columns that are the same for every offer of a provider."""
OFFER = (
    "card", "provider", "price", "vram", "checked", "spot", "per_vram", "instance", "vram_total", "per_tflop", "interconnect", "network",
)
"""The columns of the table of all offers; the facts of cards and providers stand in tables of their own beside it."""
MOST_FIRST = frozenset({
    "checked", "vram", "vram_total", "memory", "bandwidth", "tflops", "precisions", "interconnect", "network",
    "multi_node", "storage", "access", "regions", "near_regions", "payment",
})
"""Columns in which the greatest, newest or fastest comes first at the first click."""
SORTED_ALONE = tuple(name for name in (*CARD, *PROVIDER) if name not in OFFER)
"""Columns that all offers can be sorted by, though their table does not have them."""


DEPENDS: dict[str, Callable[[Any], Hashable]] = {
    **{column: attrgetter("gpu_id") for column in CARD},
    **{column: attrgetter("provider.id") for column in (*PROVIDER, "near_regions")},
    "card": attrgetter("gpu_id", "offer.gpus"),
    "vram_total": attrgetter("vram_gb_in_all"),
    "interconnect": attrgetter("offer.interconnect", "offer.gpus", "gpu_id"),
    "network": attrgetter("offer.network", "provider.id"),
    "provider": attrgetter("provider.id", "offer.instance", "offer.market"),
    "checked": attrgetter("newest.checked", "newest.freshness", "newest.evidence", "offer.source"),
    "spot": lambda row: None if row.spot else ("none", row.provider.spot),
}
"""What a cell's text depends on besides its column, where many offers share it; such a cell is made once. None: it is this offer's own."""
