"""The memory tables of the guides: models by methods of data/workloads.yml, each with what it fits on."""

import datetime
import functools
from dataclasses import dataclass
from typing import Literal

from . import vram
from .catalog.models import Architecture
from .catalog.reader import Catalog
from .catalog.workloads import MemoryRow
from .fit import Fit, smallest_fit
from .listings import Listing, listings

WEIGHT_FORMATS = {"bf16": "bf16", "fp8": "fp8", "int8": "int8_bnb", "nf4": "nf4", "awq": "int4_awq"}
METHODS = {"inference": "inference", "full": "full_ft", "lora": "lora", "qlora": "qlora"}
Part = Literal["memory", "example"]
NEEDS = {"bf16": "bf16", "mixed": "bf16", "fp8": "fp8", "int8": "int8"}


@dataclass(frozen=True)
class MemoryLine:
    """One row of a memory table: what was asked, what it needs on `row.gpus` cards, what holds it."""

    row: MemoryRow
    estimate: vram.Estimate
    fit: Fit | None


@functools.lru_cache(maxsize=32)
def memory_lines(catalog: Catalog, as_of: datetime.date, workload: str, part: Part) -> list[MemoryLine]:
    """The estimate and the smallest fit of each row; the same for every language, so worked out once."""
    rows = getattr(catalog.workloads[workload], part)
    offers, headroom = listings(catalog, as_of), catalog.policy.headroom
    return [_line(row, catalog.models[row.model], offers, headroom) for row in rows]


def _line(row: MemoryRow, model: Architecture, listings: list[Listing], headroom: float) -> MemoryLine:
    def job_on(gpus: int) -> vram.Job:
        precision = WEIGHT_FORMATS.get(row.weights, row.weights) if row.method in ("inference", "full") else None
        return vram.job(
            model, METHODS[row.method], context=row.context, micro_batch=row.batch, precision=precision, gpus=gpus
        )

    # QLoRA computes in whatever 16-bit format the card has; the other methods in that of their weights.
    needs = None if row.method == "qlora" else NEEDS.get(row.weights)
    return MemoryLine(row, vram.estimate(job_on(row.gpus)), smallest_fit(job_on, needs, listings, headroom, row.gpus))
