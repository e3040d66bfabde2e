"""The cards and current offers that the calculator page can name, as rows of plain values under the names of their fields."""

import math
from collections import defaultdict
from collections.abc import Iterable

from .catalog.gpus import Gpu
from .catalog.providers import Provider
from .charges import Charges, Job, PriceList, charges, kept_cost, moved_cost
from .engines import lacking
from .fit import room_bytes, usable_bytes
from .listings import Listing, Quote

OFFERS_PER_CARD = 6
"""Cheapest offers of one card in one number, for any job, and rows of the page's table of offers: more would only lengthen both."""
UNKNOWN = math.inf
MOST_GB = 1e8
"""More than any job keeps or sends."""


Table = dict[str, list]
"""Rows of plain values, and in `fields` what stands at each place of a row."""


def cards(gpus: dict[str, Gpu], headroom: float) -> Table:
    """Every card of the catalog."""
    return _table(_card(id_, gpu, headroom) for id_, gpu in gpus.items())


def offers(listings: Iterable[Listing], card_ids: list[str]) -> dict[str, Table]:
    """The cheapest current offers of each card in each number, cheapest first, and their providers."""
    kept = cheapest_of_each(listings)
    providers = list({one.provider.id: one.provider for one in kept}.values())
    rows = (_offer(one, card_ids.index(one.gpu_id), providers.index(one.provider)) for one in kept)
    return {"providers": _table(map(_provider, providers)), "offers": _table(rows)}


def _table(records: Iterable[dict]) -> Table:
    every = list(records)
    return {"fields": list(every[0]) if every else [], "rows": [list(record.values()) for record in every]}


def _card(id_: str, gpu: Gpu, headroom: float) -> dict:
    """GB as sold and usable bytes of one device, bytes that an upper end may take (`room`), precisions known to be lacking
    and formats that vLLM does not run there, devices."""
    return {
        "id": id_, "name": gpu.name, "vram": gpu.device_gb, "usable": round(usable_bytes(gpu)),
        "room": round(room_bytes(gpu, headroom)), "lacks": lacking(gpu), "devices": gpu.devices,
    }


def cheapest_of_each(listings: Iterable[Listing]) -> list[Listing]:
    """Of each card and number the offers that can be among the OFFERS_PER_CARD cheapest for some job, cheapest an hour first."""
    kept: dict[tuple[str, int], list[tuple[Listing, list[float]]]] = defaultdict(list)
    ranked = [one for one in listings if one.ranked or one.spot_ranked]
    points = _points(charges(one.provider) for one in ranked)
    figures = [(one, _figures(one, points)) for one in ranked]
    for listing, mine in sorted(figures, key=lambda pair: (pair[1], pair[0].id)):
        rivals = kept[listing.gpu_id, listing.offer.gpus]
        if sum(_never_dearer(theirs, mine) for _, theirs in rivals) < OFFERS_PER_CARD:
            rivals.append((listing, mine))
    return [one for rivals in kept.values() for one, _ in rivals]


def _figures(listing: Listing, points: tuple[list[float], list[float]]) -> list[float]:
    """What decides how dear an offer is for any job: where no figure of one is above another's, no job makes it dearer."""
    charged = charges(listing.provider)
    prices = [quote.usd if quote else UNKNOWN for quote in _current(listing)]
    kept = [kept_cost(charged, Job(storage_gb=gb)) for gb in points[0]]
    moved = [moved_cost(charged, Job(egress_gb=gb)) for gb in points[1]]
    billing = [charged.step_seconds, charged.minimum_seconds, charged.charges_in, not listing.provider.joins_nodes]
    return [float(UNKNOWN if figure is None else figure) for figure in (*prices, *billing, *kept, *moved)]


def _points(all_charges: Iterable[Charges]) -> tuple[list[float], list[float]]:
    """Quantities of storage and of transfer that tell price lists apart: between two of them every list is a straight line."""
    every = list(all_charges)
    found = []
    for lists in ([one.storage for one in every], [one.transfer for one in every]):
        corners = {prices.free_gb + above for prices in lists if prices for above, _ in prices.steps}
        found.append(sorted({*corners, 1, MOST_GB}))
    return found[0], found[1]


def _never_dearer(theirs: list[float], mine: list[float]) -> bool:
    return all(a <= b for a, b in zip(theirs, mine, strict=True))


def _provider(provider: Provider) -> dict:
    """Seconds of its billing step (None: not published), least seconds billed, whether it is known to join nodes, its price
    lists, and whether data sent in is charged (None: not published)."""
    charged = charges(provider)
    step = charged.step_seconds if provider.billing.step else None
    into = None if charged.charges_in is None else int(charged.charges_in)
    return {
        "name": provider.name, "step": step, "minimum": charged.minimum_seconds, "joins": provider.joins_nodes,
        "storage": _price_list(charged.storage), "transfer": _price_list(charged.transfer), "charges_in": into,
    }


def _price_list(prices: PriceList | None) -> list[float] | None:
    """The free GB, then where each price begins and how much it changes by; None where it is not published."""
    return prices and [prices.free_gb, *(round(number, 9) for step in prices.steps for number in step)]


def _offer(listing: Listing, card: int, provider: int) -> dict:
    """Card and provider by their places in the other tables, the page to check it at, the on-demand and the spot price, each
    None where it is not current, and the market where that is not on demand."""
    offer = listing.offer
    demand, spot = map(_price, _current(listing))
    return {
        "card": card, "provider": provider, "gpus": offer.gpus, "areas": offer.areas, "region": offer.region or "",
        "scope": offer.price_scope, "tax": offer.tax or "", "source": offer.source, "demand": demand, "spot": spot,
        "market": "" if offer.market == "on-demand" else offer.market,
    }


def _current(listing: Listing) -> list[Quote | None]:
    """The on-demand and the spot price, each None where it may not be called cheapest."""
    return [listing.price if listing.ranked else None, listing.spot if listing.spot_ranked else None]


def _price(quote: Quote | None) -> list | None:
    """USD an hour for the instance, date checked, and listed currency and amount where that is not USD."""
    if quote is None:
        return None
    native = [] if quote.currency == "USD" else [quote.currency, float(quote.amount)]
    return [round(float(quote.usd), 6), quote.checked.isoformat(), *native]
