"""Which cards hold a job, and what the smallest of them costs now."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from . import vram
from .catalog.gpus import Gpu
from .engines import lacking
from .listings import Listing, cheapest

NODE = 8
"""Cards in the largest instance that most providers sell; more means several instances."""
COUNTS = (1, 2, 4, 8, 16, 32)
"""The numbers of cards that are tried, fewest first."""


@dataclass(frozen=True)
class Fit:
    """`gpus` cards of `vram_gb` hold the job; `listing` is their cheapest current offer, if there is one.

    `cheaper` is a larger card that costs less now, if there is one.
    """

    gpus: int
    vram_gb: int
    estimate: vram.Estimate
    listing: Listing | None
    cheaper: Listing | None = None

    @property
    def instances(self) -> int:
        return max(1, self.gpus // NODE)


def usable_bytes(gpu: Gpu) -> float:
    """What software can use of the memory of one GPU as it sees them, in bytes.

    A card of two dies is two GPUs to software, and a job that needs one must fit one of them; a job on N GPUs is given
    N cards, which is never too few. The driver's own figure where it is known. Else the vendor's GB are read as 10**9 bytes, the
    smaller of its two meanings: every card whose figure is known reports more than that.
    """
    return gpu.usable_mib * vram.MIB if gpu.usable_mib else gpu.device_gb * 10**9


def room_bytes(gpu: Gpu, headroom: float) -> float:
    """What the upper end of an estimate may take of a card, with a share of `headroom` left free."""
    return usable_bytes(gpu) * (1 - headroom)


def smallest_fit(
    job_on: Callable[[int], vram.Job], needs: str | None, listings: Iterable[Listing], headroom: float, counts: Iterable[int] = COUNTS
) -> Fit | None:
    """The fewest cards of `counts`, and of those the smallest, that hold `job_on(count)` with its upper end and `headroom`.

    `needs` is a precision or weight format that the card must not be known to lack. None when nothing in the catalog is enough.
    """
    offered = [one for one in listings if needs not in lacking(one.gpu)]
    for count in counts:
        estimate = vram.estimate(job_on(count))
        sold = [one for one in offered if one.offer.gpus == min(count, NODE) and _spans(one, count)]
        enough = [one for one in sold if room_bytes(one.gpu, headroom) >= estimate.high]
        if enough:
            size = min(one.gpu.vram_gb for one in enough)
            smallest, least = cheapest(one for one in enough if one.gpu.vram_gb == size), cheapest(enough)
            larger = least if least is not None and least.gpu.vram_gb > size else None
            return Fit(count, size, estimate, smallest, larger)
    return None


def _spans(listing: Listing, count: int) -> bool:
    """More cards than a node holds need a provider known to join nodes."""
    return count <= NODE or listing.provider.joins_nodes
