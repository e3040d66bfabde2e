"""The memory tables: models by methods of data/workloads.yml, each with what it fits on."""

import datetime
import functools
from dataclasses import dataclass
from typing import Literal

from . import recipes, vram
from .catalog.models import Architecture
from .catalog.reader import Catalog
from .catalog.workloads import MemoryRow
from .comparison import fits
from .fit import COUNTS, Fit, smallest_fit
from .listings import Listing, listings

Part = Literal["memory", "example", "calculator"]


@dataclass(frozen=True)
class MemoryLine:
    """One row of a memory table: what was asked, what it needs on `row.gpus` cards, what holds it."""

    row: MemoryRow
    estimate: vram.Estimate
    fit: Fit | None


@functools.lru_cache(maxsize=32)
def memory_lines(catalog: Catalog, as_of: datetime.date, table: str, part: Part) -> list[MemoryLine]:
    """The estimate of each row and the smallest fit among the offers that suit its workload.

    The same for every language, so worked out once.
    """
    offers, headroom = listings(catalog, as_of), catalog.policy.headroom
    if part == "calculator":
        rows = catalog.common_jobs[table]
    else:
        workload = catalog.workloads[table]
        rows = getattr(workload, part)
        offers = [one for one in offers if fits(one, workload.keep)]
    return [_line(row, catalog.models[row.model], offers, headroom) for row in rows]


def _line(row: MemoryRow, model: Architecture, listings: list[Listing], headroom: float) -> MemoryLine:
    def job_on(gpus: int) -> vram.Job:
        return recipes.job(model, row, gpus=gpus)

    counts = [count for count in COUNTS if count >= row.gpus and recipes.divides(model, row, count)]
    return MemoryLine(row, vram.estimate(job_on(row.gpus)), smallest_fit(job_on, recipes.needs(row), listings, headroom, counts))
