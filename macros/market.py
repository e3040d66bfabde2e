"""The cards and current offers that the calculator page can name, as rows of plain values."""

from collections import defaultdict
from collections.abc import Iterable

from .catalog.gpus import Gpu
from .catalog.providers import Provider
from .cost import STEP_SECONDS
from .fit import room_bytes, usable_bytes
from .listings import Listing

OFFERS_PER_CARD = 3
"""Cheapest offers of one card in one number: more would only lengthen the file."""


def cards(gpus: dict[str, Gpu], headroom: float) -> list[list]:
    """Each card: id, name, GB as sold, usable bytes, bytes that an upper end may take, precisions known to be lacking."""
    return [
        [id_, gpu.name, gpu.vram_gb, round(usable_bytes(gpu)), round(room_bytes(gpu, headroom)), gpu.lacks]
        for id_, gpu in gpus.items()
    ]


def offers(listings: Iterable[Listing], card_ids: list[str]) -> dict[str, list]:
    """The cheapest current offers of each card in each number, cheapest first, and their providers."""
    kept = cheapest_of_each(listings)
    providers = list({one.provider.id: one.provider for one in kept}.values())
    return {
        "providers": [_provider(provider) for provider in providers],
        "rows": [_offer(one, card_ids.index(one.gpu_id), providers.index(one.provider)) for one in kept],
    }


def cheapest_of_each(listings: Iterable[Listing]) -> list[Listing]:
    """At most OFFERS_PER_CARD of each card and number; one of a provider known to join nodes besides, if none of them is."""
    kept: dict[tuple[str, int], list[Listing]] = defaultdict(list)
    ranked = [one for one in listings if one.ranked and one.price]
    for listing in sorted(ranked, key=lambda one: (one.price.usd_per_gpu, one.id)):
        rivals = kept[listing.gpu_id, listing.offer.gpus]
        if len(rivals) < OFFERS_PER_CARD or (_joins_nodes(listing.provider) and not any(_joins_nodes(one.provider) for one in rivals)):
            rivals.append(listing)
    return [one for rivals in kept.values() for one in rivals]


def _joins_nodes(provider: Provider) -> bool:
    return provider.multi_node is not None and provider.multi_node.available


def _provider(provider: Provider) -> list:
    """Name, seconds of its billing step (None: not published), least seconds billed, whether it is known to join nodes."""
    billing = provider.billing
    step = STEP_SECONDS[billing.step] if billing.step else None
    return [provider.name, step, billing.minimum_seconds or 0, _joins_nodes(provider)]


def _offer(listing: Listing, card: int, provider: int) -> list:
    """Card and provider by place, GPUs, USD an hour for the instance, listed currency and amount where it is not USD,
    date checked, areas, the provider's name of the region, what the price stands for, tax, page to check it at."""
    offer, price = listing.offer, listing.price
    native = [] if price.currency == "USD" else [price.currency, float(price.amount)]
    return [
        card, provider, offer.gpus, round(float(price.usd), 6), native, price.checked.isoformat(),
        offer.areas, offer.region or "", offer.price_scope, offer.tax or "", offer.source,
    ]
