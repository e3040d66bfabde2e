"""Which offers a guide's table holds, and in what order (data/workloads.yml says, this does)."""

from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import get_args

from .catalog.tags import BillingStep
from .catalog.workloads import Filter, Group, Range, RankKey, Workload
from .listings import Listing

UNKNOWN_LAST = Decimal("Infinity")
STEPS = get_args(BillingStep)


def compare(workload: Workload, listings: Iterable[Listing]) -> list[tuple[str, list[Listing]]]:
    """The rows of each of the workload's groups, best first; groups without rows are left out."""
    kept = [listing for listing in listings if fits(listing, workload.keep)]
    rows = [(name, _rows(group, kept)) for name, group in workload.groups.items()]
    return [(name, group_rows) for name, group_rows in rows if group_rows]


def by_price(listings: Iterable[Listing]) -> list[Listing]:
    """Offers by their price per GPU, current ones first."""
    return sorted(listings, key=lambda one: order(one, ["price"]))


def _rows(group: Group, listings: list[Listing]) -> list[Listing]:
    ordered = sorted((one for one in listings if fits(one, group.keep)), key=lambda one: order(one, group.rank))
    seen: Counter[tuple[str, int]] = Counter()
    rows = []
    for listing in ordered:
        card = (listing.gpu_id, listing.offer.gpus)
        seen[card] += 1
        if seen[card] <= group.rows_per_card:
            rows.append(listing)
    return rows[: group.rows]


def order(listing: Listing, keys: Iterable[RankKey]) -> tuple:
    """The sort key: what may be ranked before what may not, then `keys`, then the id."""
    return (not listing.ranked, *(RANKS[key](listing) for key in keys), listing.id)


def fits(listing: Listing, wanted: Filter) -> bool:
    """Whether the listing belongs; what is not known about it never drops it."""
    gpu, offer, provider = listing.gpu, listing.offer, listing.provider
    access = provider.access
    return all((
        _within(gpu.vram_gb, wanted.vram_gb),
        _within(offer.gpus, wanted.gpus),
        _among(gpu.memory, wanted.memory),
        not set(wanted.precisions or ()) & set(gpu.lacks),
        wanted.any_precision is None or not set(wanted.any_precision) <= set(gpu.lacks),
        wanted.interconnects is None or (offer.gpus > 1 and _among(offer.interconnect, wanted.interconnects)),
        _among(provider.billing.step, wanted.billing_steps),
        not wanted.interactive or not (_known_no(access.ssh) and _known_no(access.jupyter)),
        not wanted.own_images or access.images != [],
        not wanted.persistent_storage or provider.storage.persistent is not False,
        not wanted.multi_node or provider.multi_node is None or provider.multi_node.available,
    ))


def _within(number: int, wanted: Range | None) -> bool:
    return wanted is None or (wanted.min or 0) <= number <= (wanted.max or number)


def _among(tag: str | None, wanted: list[str] | None) -> bool:
    return wanted is None or tag is None or tag in wanted


def _known_no(access: str | None) -> bool:
    return access in ("no", "separate-product")


def _price(listing: Listing) -> Decimal:
    return listing.price.usd_per_gpu if listing.price else UNKNOWN_LAST


def _interactive(listing: Listing) -> int:
    access = listing.provider.access
    return -[access.ssh, access.jupyter].count("yes")


def _network(listing: Listing) -> bool:
    """Known fast links between nodes come first."""
    return not (listing.offer.network or (listing.provider.multi_node and listing.provider.multi_node.networks))


RANKS: dict[RankKey, Callable[[Listing], object]] = {
    "price": _price,
    "price_per_vram": lambda one: _price(one) / one.gpu.vram_gb,
    "vram": lambda one: -one.gpu.vram_gb,
    "bandwidth": lambda one: -one.gpu.bandwidth_gb_per_s,
    "billing_step": lambda one: STEPS.index(one.provider.billing.step) if one.provider.billing.step else len(STEPS),
    "interactive": _interactive,
    "persistent_storage": lambda one: not one.provider.storage.persistent,
    "network": _network,
    "low_precision": lambda one: -len({"fp8", "int8", "fp4"} & set(one.gpu.supports)),
}
