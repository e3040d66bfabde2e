"""data/workloads.yml: for each guide, which offers its tables hold, in what order, with which columns."""

from typing import Literal, Self

from pydantic import Field, model_validator

from .record import Count, Id, Line, Record
from .tags import BillingStep, Interconnect, Memory, Precision

Column = Literal[
    "provider", "card", "vram", "vram_total", "memory", "bandwidth", "precisions", "interconnect", "network",
    "price", "spot", "billing", "when_stopped", "storage", "egress", "access", "multi_node",
    "near_regions", "payment", "checked",
]
RankKey = Literal[
    "price", "price_per_vram", "vram", "bandwidth", "billing_step", "interactive", "persistent_storage", "network", "low_precision"
]
"""What rows are ordered by, best first: low prices, fine billing, much memory. Unknown comes last."""


class Range(Record):
    """An inclusive range; an end left out is open."""

    min: Count | None = None
    max: Count | None = None


class Filter(Record):
    """Which offers belong. A filter drops what is known not to fit, never what is unknown."""

    vram_gb: Range | None = Field(None, description="per GPU")
    gpus: Range | None = None
    memory: list[Memory] | None = None
    precisions: list[Precision] | None = Field(None, description="all of these")
    any_precision: list[Precision] | None = Field(None, description="at least one of these")
    interconnects: list[Interconnect] | None = None
    billing_steps: list[BillingStep] | None = None
    interactive: bool | None = Field(None, description="true: SSH or Jupyter on the instance itself")
    own_images: bool | None = None
    persistent_storage: bool | None = None
    multi_node: bool | None = None


class Group(Record):
    """One part of a guide's table, with its own heading."""

    keep: Filter = Filter()
    rank: list[RankKey] = Field(min_length=1)
    rows: Count = 10
    rows_per_card: Count = Field(3, description="at most this many offers of one GPU and count")


class MemoryRow(Record):
    """One line of a guide's memory table; `fit` is what readers are told it fits on."""

    model: Line
    method: Literal["inference", "full", "lora", "qlora"]
    weights: Literal["bf16", "mixed", "fp8", "int8", "nf4", "awq"] = Field("bf16", description="mixed: BF16 weights, FP32 copy and state")
    context: Count
    batch: Count = 1
    gpus: Count = Field(1, description="worked out for, and fitted on, at least this many")

    @model_validator(mode="after")
    def _weights_suit_the_method(self) -> Self:
        served, trained = ("bf16", "fp8", "int8", "nf4", "awq"), ("bf16", "mixed")
        if self.weights not in (served if self.method == "inference" else trained):
            raise ValueError(f"{self.weights} weights are not for {self.method}")
        return self


class Workload(Record):
    """What one guide shows."""

    keep: Filter = Filter()
    groups: dict[Id, Group] = Field(min_length=1)
    columns: list[Column] = Field(min_length=1)
    memory: list[MemoryRow] = Field(min_length=1, description="rows of the guide's memory table")
    example: list[MemoryRow] = Field(default=[], description="rows of its worked example, where that is about memory")


class WorkloadsFile(Record):
    """data/workloads.yml"""

    workloads: dict[Id, Workload]
