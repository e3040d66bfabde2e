"""Each card as its own page shows it: who rents it, what it costs at least, which cards stand next to it."""

import datetime
import functools
from collections import defaultdict
from dataclasses import dataclass

from .catalog.gpus import Gpu
from .catalog.reader import Catalog
from .comparison import by_price
from .listings import Listing, cheapest, cheapest_spot, listings

BESIDE = 4
"""How many cards of less and of more memory a card is set beside: a fixed number, so that a page costs the same in any catalog."""


@dataclass(frozen=True)
class Card:
    """One GPU with its offers, those that may be called cheapest first."""

    id: str
    gpu: Gpu
    offers: list[Listing]
    cheapest: Listing | None
    cheapest_spot: Listing | None
    beside: list[str]
    """Cards around it in order of memory and bandwidth, itself among them."""
    pairs: list[tuple[str, str]]

    @property
    def providers(self) -> int:
        """How many providers have a price for it."""
        return len({one.provider.id for one in self.offers})


@functools.lru_cache(maxsize=2)
def cards(catalog: Catalog, as_of: datetime.date) -> dict[str, Card]:
    """Every GPU of the catalog by its id, least memory first."""
    offers: dict[str, list[Listing]] = defaultdict(list)
    for one in listings(catalog, as_of):
        offers[one.gpu_id].append(one)
    pairs: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for pair in catalog.pairs:
        for id_ in pair:
            pairs[id_].append(pair)
    ids = sorted(catalog.gpus, key=lambda id_: (catalog.gpus[id_].vram_gb, catalog.gpus[id_].bandwidth_gb_per_s, id_))
    return {
        id_: Card(
            id_, catalog.gpus[id_], by_price(offers[id_]), cheapest(offers[id_]), cheapest_spot(offers[id_]),
            ids[max(0, place - BESIDE) : place + BESIDE + 1], pairs[id_],
        )
        for place, id_ in enumerate(ids)
    }
