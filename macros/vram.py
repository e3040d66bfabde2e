"""How much GPU memory a job needs: named parts in bytes, per GPU, with a low and a high end.

    from macros import vram
    vram.estimate(vram.job(architecture, "qlora", context=2048))
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .expression import Number, maximum
from .memory.diffusion import diffusion_phases
from .memory.dimensions import Dimensions, dimensions
from .memory.inference import inference_phases
from .memory.jobs import PARTS, Diffusion, Inference, Job, Training
from .memory.overhead import MIB, with_overhead
from .memory.phase import Phase
from .memory.training import training_phases

__all__ = [
    "GIB", "MIB", "PARTS", "SHOWN_FROM", "Diffusion", "Dimensions", "Estimate", "Inference", "Job", "Training", "estimate", "job", "phases",
]

GIB = 2**30
SHOWN_FROM = 0.05 * GIB
"""Bytes from which a part is named beside the bar; below, its figure would round to nothing."""


@dataclass(frozen=True)
class Estimate:
    """Bytes on one GPU (on all when the job sums over them) at the peak; `parts` add up to `total`."""

    parts: Mapping[str, float]
    total: float
    low: float
    high: float
    phase: str
    kind: str | None
    spreads: Mapping[str, tuple[float, float]]

    @property
    def gib(self) -> float:
        """The total in GiB (2**30 bytes)."""
        return self.total / GIB


def phases(job: Job) -> list[Phase]:
    """The moments of a job that can be its peak, as its instrument shows them; traces when its numbers are variables."""
    moments = _moments(job)
    factor = job.gpus if job.sum_over_gpus else 1
    return [with_overhead(moment.counting(job.counted), job).times(factor) for moment in moments]


def _moments(job: Job) -> list[Phase]:
    if isinstance(job, Diffusion):
        return diffusion_phases(job.architecture, job)
    if isinstance(job, Training):
        return training_phases(dimensions(job.architecture), job)
    return inference_phases(dimensions(job.architecture), job)


def estimate(job: Job) -> Estimate:
    """The peak of a job over its moments; the interval is that of the moments' own ends."""
    moments = phases(job)
    peak = max(moments, key=lambda moment: moment.total)
    parts = {name: float(peak.parts[name]) for name in PARTS if name in peak.parts}
    return Estimate(
        parts=parts,
        total=float(peak.total),
        low=float(maximum(*(moment.low for moment in moments))),
        high=float(maximum(*(moment.high for moment in moments))),
        phase=peak.name,
        kind=job.kind,
        spreads=peak.spreads,
    )


def job(
    architecture, method: str, context: Number = 2048, micro_batch: Number = 1, precision: str | None = None, gpus: Number = 1, **choices
) -> Job:
    """A job with what is common today for everything not said.

    method: inference, full_ft, lora, qlora or diffusion. precision: a weight format for inference and diffusion
    (bf16, fp8, nf4, int4_awq, gguf_q4_k_m, ...); for training bf16 (pure), mixed (2 + 2 + 12 bytes), amp or fp32.
    Several GPUs: tensor parallelism for inference, FSDP for training. SDXL decodes in float32 (diffusers, force_upcast).
    `choices` are fields of the job.
    """
    shared = {"architecture": architecture, "micro_batch": micro_batch, "gpus": gpus}
    several = not isinstance(gpus, int) or gpus > 1
    if method == "diffusion":
        upcast = {"component_dtypes": {"vae": "fp32"}} if architecture.unet_base_channels else {}
        return Diffusion(**shared | {"weight_dtype": precision or "bf16"} | upcast | choices)
    if method == "inference":
        layout = {"sharding": "tp" if several else "none", "kv_preallocated": True, "prefill_chunk": 8192}
        return Inference(**shared | layout | {"context": context, "weight_dtype": precision or "bf16"} | choices)
    recipe = TRAINING_PRECISIONS[precision or ("nf4_dq" if method == "qlora" else "bf16")]
    layout = {"sharding": "fsdp" if several else "none", "context": context, "method": method}
    return Training(**shared | layout | recipe | choices)


TRAINING_PRECISIONS = {
    "bf16": {"weight_dtype": "bf16", "optimizer": "adamw_bf16"},
    "fp16": {"weight_dtype": "fp16", "optimizer": "adamw_bf16"},
    "mixed": {"weight_dtype": "bf16", "optimizer": "adamw_mixed_deepspeed"},
    "amp": {"weight_dtype": "fp32", "optimizer": "adamw_fp32", "amp": "autocast"},
    "fp32": {"weight_dtype": "fp32", "optimizer": "adamw_fp32"},
    "nf4": {"weight_dtype": "nf4", "optimizer": "adamw_bf16"},
    "nf4_dq": {"weight_dtype": "nf4_dq", "optimizer": "adamw_bf16"},
}
"""What a precision means for training: the weights' format, the optimizer's state and torch.autocast."""
