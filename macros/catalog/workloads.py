"""data/workloads.yml: for each guide, which offers its tables hold, in what order, with which columns."""

from typing import Literal, Self

from pydantic import Field, model_validator

from .record import Count, Id, Line, Record
from .tags import BillingStep, Interconnect, Memory, Precision

Column = Literal[
    "provider", "card", "vram", "vram_total", "memory", "bandwidth", "precisions", "interconnect", "network",
    "price", "instance", "spot", "per_vram", "per_tflop", "billing", "when_stopped", "storage", "egress", "access", "multi_node",
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


Method = Literal["inference", "full", "lora", "qlora", "image"]
Weights = Literal["bf16", "fp16", "fp8", "int8", "awq", "gptq", "nf4", "nf4_dq", "q4_k_m", "q5_k_m", "q8_0", "mixed", "amp", "fp32"]
WEIGHTS: dict[Method, tuple[Weights, ...]] = {
    "inference": ("bf16", "fp16", "fp8", "int8", "awq", "gptq", "nf4", "q4_k_m", "q5_k_m", "q8_0"),
    "full": ("bf16", "mixed", "amp", "fp32"),
    "lora": ("bf16", "fp16"),
    "qlora": ("nf4_dq", "nf4"),
    "image": ("bf16", "fp16", "fp8", "int8", "nf4"),
}
"""What the weights may be held in, by method, the usual first; for full fine-tuning how it trains."""
Optimizer = Literal["adamw", "adamw_8bit", "paged_adamw_8bit", "sgd"]
Checkpointing = Literal["full", "none"]
Loss = Literal["ordinary", "freed", "half", "chunked", "fused"]
"""What happens to the logits of a sequence (macros/memory/loss.py)."""
Attention = Literal["flash", "eager"]
Sharding = Literal["fsdp", "zero3", "zero2", "zero1", "none"]
"""How GPUs that train together divide what one would hold."""
Accumulation = Literal["no", "yes"]
"""Whether a step adds up the gradients of several batches, so that they stay beside the next batch's activations."""
Cache = Literal["bf16", "fp8", "q8_0"]
Embeddings = Literal["bf16", "fp32"]
"""What QLoRA leaves unquantised: as it is, or cast to float32 (peft, prepare_model_for_kbit_training)."""


class MemoryRow(Record):
    """One job whose memory is worked out: a line of a memory table, or what a reader asks of the calculator."""

    model: Line
    method: Method
    weights: Weights | None = Field(None, description="left out: the usual of the method")
    context: Count = Field(2048, description="tokens a sequence; of no effect on images")
    batch: Count = Field(1, description="sequences or images at once, on one GPU when training")
    gpus: Count = Field(1, description="worked out for, and in tables fitted on, at least this many")
    cache: Cache = "bf16"
    optimizer: Optimizer = "adamw"
    checkpointing: Checkpointing = "full"
    loss: Loss = "ordinary"
    attention: Attention = "flash"
    sharding: Sharding = "fsdp"
    embeddings: Embeddings = "bf16"
    accumulation: Accumulation = "no"
    rank: Count = 16
    width: Count = 1024
    height: Count = 1024

    @property
    def held_in(self) -> Weights:
        return self.weights or WEIGHTS[self.method][0]

    @model_validator(mode="after")
    def _is_possible(self) -> Self:
        if self.held_in not in WEIGHTS[self.method]:
            raise ValueError(f"{self.method} is not worked out for {self.held_in}; choose one of {', '.join(WEIGHTS[self.method])}")
        if self.held_in == "mixed" and self.optimizer != "adamw":
            raise ValueError("mixed precision is worked out for adamw only")
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
    calculator: dict[Id, list[MemoryRow]] = Field(default={}, description="rows of the calculator page's tables, by table")
