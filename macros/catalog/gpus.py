"""data/gpus.yml: the facts about each GPU."""

from typing import Self

from pydantic import Field, model_validator

from .record import Count, Id, Line, Positive, Record
from .tags import Form, GpuClass, Memory, Precision, Vendor


class Gpu(Record):
    """One GPU in one form. Its id is its key and tells variants apart (a100-80-sxm).

    What is not known is left out: a precision in neither `supports` nor `lacks` is unknown.
    """

    vendor: Vendor
    name: Line
    aliases: list[Line] = Field(default=[], description="other names readers search by; parts of `name` run together need none")
    form: Form
    gpu_class: GpuClass
    architecture: Line
    year: int = Field(ge=2010, le=2040)
    vram_gb: Count = Field(description="memory as the vendor sells it, GB")
    usable_mib: Count | None = Field(None, description="memory in all as the driver reports it, MiB; of one device where there are several")
    devices: Count = Field(1, description="GPUs that software sees in one card, each with an equal part of its memory")
    memory: Memory
    bandwidth_gb_per_s: Positive
    supports: list[Precision] = Field(min_length=1, description="precisions with hardware support")
    lacks: list[Precision] = Field(default=[], description="precisions known to have no hardware support")
    dense_tflops: dict[Precision, Positive] = Field(default={}, description="without sparsity; tensor rate except fp32")
    gpu_link_gb_per_s: Positive | None = Field(None, description="NVLink or Infinity Fabric, both directions, per GPU")
    bridge_only: bool = Field(False, description="the link exists only with a bridge between two cards")
    pcie_generation: Count | None = None
    max_power_w: Count | None = None
    mig: bool | None = Field(None, description="can be split into isolated instances")
    sources: list[Line] = Field(min_length=1, description="where the facts were read")

    @property
    def device_gb(self) -> float:
        """Memory of one device as sold, GB: what one process can fill."""
        return self.vram_gb / self.devices

    @property
    def tensor_rate(self) -> tuple[Precision, float] | None:
        """The dense rate that work is compared by, in TFLOPS: BF16's, else FP16's, else not known."""
        return next(((name, self.dense_tflops[name]) for name in ("bf16", "fp16") if name in self.dense_tflops), None)

    @model_validator(mode="after")
    def _precisions_agree(self) -> Self:
        if both := set(self.supports) & set(self.lacks):
            raise ValueError(f"{min(both)} is under both supports and lacks")
        if odd := set(self.dense_tflops) & set(self.lacks):
            raise ValueError(f"dense_tflops gives a rate for {min(odd)}, which lacks says is not supported")
        return self


class GpusFile(Record):
    """data/gpus.yml"""

    gpus: dict[Id, Gpu]
