"""What each column of an offer's row is sorted by, and which tags a filter asks it for."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import get_args

from .catalog.gpus import Gpu
from .catalog.providers import Provider
from .catalog.tags import BillingStep, Interconnect, Memory, Network, WhenStopped
from .listings import Listing
from .places import holds_in

SHOWN_PRECISIONS = ("bf16", "fp16", "fp8", "int8", "fp4")
"""The precisions that tables name; every card has FP32."""


@dataclass(frozen=True)
class FactRow:
    """A card or a provider alone, as the columns of its facts see it."""

    gpu_id: str = ""
    gpu: Gpu | None = None
    provider: Provider | None = None


Row = Listing | FactRow
Value = int | float | Decimal | str | None
"""What a row is sorted by; None where it is not known."""


def _place(tag: str | None, vocabulary: object) -> int | None:
    """Where the tag stands in its vocabulary, which goes from the fine or slow to the coarse or fast."""
    return get_args(vocabulary).index(tag) if tag else None


def _countries(row: Row) -> list[str]:
    return sorted({region.country for region in row.provider.regions})


def _near(row: Row, near: list[str]) -> int | None:
    return len(set(_countries(row)) & set(near)) if row.provider.regions else None


def _interconnect(row: Listing) -> int | None:
    return -1 if row.offer.interconnect is None and row.offer.gpus == 1 else _place(row.offer.interconnect, Interconnect)


def _network(row: Listing) -> int | None:
    known = row.provider.multi_node.networks if row.provider.multi_node else []
    return _place(row.offer.network or next(iter(known), None), Network)


def _egress(row: Row) -> Decimal | int | None:
    terms = row.provider.egress
    if terms is None or not (terms.tiers or terms.kind == "free"):
        return None
    return terms.tiers[0].usd_per_gb if terms.tiers else 0


def _access(row: Row) -> int | None:
    access = row.provider.access
    ways = [access.ssh, access.jupyter].count("yes") + len(access.images or ())
    return ways or (0 if access.jupyter == "separate-product" else None)


def _payment(row: Row) -> int | None:
    payment = row.provider.payment
    return len(payment.methods) if payment.methods or payment.settlement else None


SORTS: dict[str, Callable[[Row], Value]] = {
    "card": lambda row: row.gpu.name,
    "provider": lambda row: row.provider.name,
    "gpus": lambda row: row.offer.gpus,
    "price": lambda row: row.price.usd_per_gpu if row.price else None,
    "instance": lambda row: row.price.usd if row.price else None,
    "spot": lambda row: row.spot.usd_per_gpu if row.spot else None,
    "per_vram": lambda row: row.usd_per_vram_gb,
    "per_tflop": lambda row: row.usd_per_tflop,
    "checked": lambda row: int(f"{row.newest.checked:%Y%m%d}"),
    "vram": lambda row: row.gpu.vram_gb,
    "vram_total": lambda row: row.vram_gb_in_all,
    "memory": lambda row: _place(row.gpu.memory, Memory),
    "bandwidth": lambda row: row.gpu.bandwidth_gb_per_s,
    "tflops": lambda row: row.gpu.tensor_rate[1] if row.gpu.tensor_rate else None,
    "precisions": lambda row: len(set(SHOWN_PRECISIONS) & set(row.gpu.supports)),
    "interconnect": _interconnect,
    "network": _network,
    "multi_node": lambda row: int(row.provider.multi_node.available) if row.provider.multi_node else None,
    "billing": lambda row: _place(row.provider.billing.step, BillingStep),
    "when_stopped": lambda row: _place(row.provider.billing.when_stopped, WhenStopped),
    "storage": lambda row: None if row.provider.storage.persistent is None else int(row.provider.storage.persistent),
    "egress": _egress,
    "access": _access,
    "regions": lambda row: len(_countries(row)) or None,
    "payment": _payment,
}


def sort_value(column: str, row: Row, near: list[str]) -> Value:
    """What `row` is sorted by in `column`; `near` are the countries that count as near the reader."""
    return _near(row, near) if column == "near_regions" else SORTS[column](row)


def _spot(row: Listing) -> list[str] | None:
    if row.spot:
        return ["yes"]
    return [] if row.provider.spot is False else None


def _links(row: Listing) -> list[str] | None:
    if row.offer.interconnect is None:
        return [] if row.offer.gpus == 1 else None
    return [row.offer.interconnect]


def _networks(row: Listing) -> list[str] | None:
    """The offer's own network is known to be its; one of the provider's may be."""
    several = row.provider.multi_node
    if row.offer.network:
        return [row.offer.network]
    if several is None or (several.available and not several.networks):
        return None
    return [f"?{network}" for network in several.networks]


def _precisions(row: Row) -> list[str]:
    gpu = row.gpu
    return [tag if tag in gpu.supports else f"?{tag}" for tag in SHOWN_PRECISIONS if tag not in gpu.lacks]


def _lacks(row: Row) -> list[str]:
    gpu = row.gpu
    return [tag if tag in gpu.lacks else f"?{tag}" for tag in SHOWN_PRECISIONS if tag not in gpu.supports]


def _places(row: Listing, asked: tuple[str, ...]) -> list[str] | None:
    return holds_in(tuple(row.offer.areas), row.offer.price_scope == "all-regions", asked) or None


CARD_TAGS: dict[str, Callable[[Row], list[str] | None]] = {"precision": _precisions, "lacks": _lacks}
PROVIDER_TAGS: dict[str, Callable[[Row], list[str] | None]] = {
    "step": lambda row: [row.provider.billing.step] if row.provider.billing.step else None,
    "stopped": lambda row: [row.provider.billing.when_stopped] if row.provider.billing.when_stopped else None,
    "region": lambda row: _countries(row) or None,
    "pay": lambda row: list(row.provider.payment.methods) or None,
    "currency": lambda row: list(row.provider.payment.currencies) or None,
}
TAGS: dict[str, Callable[[Listing, tuple[str, ...]], list[str] | None]] = {
    "card": lambda row, _: [row.gpu_id],
    "provider": lambda row, _: [row.provider.id],
    "spot": lambda row, _: _spot(row),
    "place": _places,
    "link": lambda row, _: _links(row),
    "net": lambda row, _: _networks(row),
    "precision": lambda row, _: _precisions(row),
    **{name: lambda row, _, of=of: of(row) for name, of in PROVIDER_TAGS.items()},
}
"""What a filter asks an offer for; the second argument are the places that some offer's price is for."""
