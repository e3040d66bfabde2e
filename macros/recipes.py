"""The jobs that readers can ask about, by the words of data/workloads.yml, as jobs of macros/vram.py."""

import dataclasses

from . import engines, vram
from .catalog.models import Architecture
from .catalog.workloads import MemoryRow
from .expression import Number
from .memory.jobs import Split
from .memory.loss import LOSS_BYTES
from .memory.optimizer import STATE_BYTES
from .memory.precision import CACHE_BYTES, GGUF_BITS, bits_per_weight, is_quantized
from .memory.sharding import split_of

ENGINE_METHODS = {"inference": "inference", "full": "full_ft", "lora": "lora", "qlora": "qlora", "image": "diffusion"}
WEIGHT_FORMATS = {"int8": "int8_bnb", "awq": "int4_awq", "gptq": "int4_gptq"}
"""Weight formats that the engine knows by another name."""
LOSSES = {"ordinary": "full_fp32", "freed": "full_fp32_freed", "half": "full_16bit", "chunked": "chunked", "fused": "fused"}
SHARDINGS = {"none": "ddp"}
NEEDS = {
    "inference": {"bf16": "bf16", "fp8": "fp8", "int8": "int8", "awq": "awq", "gptq": "gptq", "nf4": "nf4"},
    "full": {"bf16": "bf16", "mixed": "bf16"},
    "lora": {"bf16": "bf16"},
    "image": {"bf16": "bf16"},
}
"""What a card must not be known to lack, by method and weights: a precision, or a weight format (macros/engines.py).
AMP and QLoRA compute in whatever 16-bit format the card has; image pipelines cast 8-bit weights to 16 bits before they
compute (diffusers, layerwise casting)."""
LLAMA_CPP = {"sharding": "pp", "n_ubatch": 512}
"""GGUF files are run by llama.cpp: layers spread over the cards, prompts read 512 tokens at a time (--ubatch-size)."""


def job(model: Architecture | vram.Dimensions, row: MemoryRow, **numbers: Number) -> vram.Job:
    """The job that `row` asks for; `numbers` take the place of its context, batch, GPUs and the like."""
    sizes = {"context": row.context, "micro_batch": row.batch, "gpus": row.gpus} | numbers
    return vram.job(model, ENGINE_METHODS[row.method], precision=_precision(row), **_choices(row) | sizes)


def needs(row: MemoryRow) -> str | None:
    """The precision that a card must have hardware for, or the format that an engine must run there."""
    return NEEDS.get(row.method, {}).get(row.held_in)


def divides(model: Architecture, row: MemoryRow, gpus: int) -> bool:
    """Engines can spread the job over so many GPUs; llama.cpp spreads layers, of which there are enough."""
    tensors = row.method == "inference" and row.held_in not in GGUF_BITS
    return not tensors or engines.splits(model.attention_heads, gpus)


def _precision(row: MemoryRow) -> str:
    if row.held_in in GGUF_BITS and row.method == "inference":
        return f"gguf_{row.held_in}"
    return WEIGHT_FORMATS.get(row.held_in, row.held_in)


def _choices(row: MemoryRow) -> dict[str, object]:
    if row.method == "image":
        return {"width": row.width, "height": row.height}
    if row.method == "inference":
        return {"kv_dtype": row.cache, "attention": row.attention} | (LLAMA_CPP if row.held_in in GGUF_BITS else {})
    chosen = {"grad_ckpt": row.checkpointing, "loss": LOSSES[row.loss], "lora_rank": row.rank, "attention": row.attention}
    chosen["gradients_persist"] = int(row.accumulation == "yes")
    chosen["sharding"] = SHARDINGS.get(row.sharding, row.sharding)
    if row.held_in == "mixed":
        # DeepSpeed's recipe stays DeepSpeed's: what divides all is ZeRO-3.
        return chosen | {"sharding": "zero3" if row.sharding == "fsdp" else chosen["sharding"]}
    if row.optimizer != "adamw":
        chosen["optimizer"] = row.optimizer
    return chosen | {"embeddings_fp32": row.method == "qlora" and row.embeddings == "fp32"}


def rates(row: MemoryRow) -> dict[str, Number]:
    """The numbers behind the choices of `row` that only change a rate: by these names the formulas are traced.

    Those of Split stand for the job's `split`.
    """
    precision = _precision(row)
    bits = {"bits_per_weight": bits_per_weight(precision)} if is_quantized(precision) and row.method != "full" else {}
    if row.method == "image":
        return bits
    shared = bits | {"eager": int(row.attention == "eager")}
    if row.method == "inference":
        return shared | {"kv_bytes": CACHE_BYTES[row.cache]}
    loss, optimizer = LOSSES[row.loss], _optimizer(row)
    table = {"table_bytes": 4 if row.embeddings == "fp32" else 2} if row.method == "qlora" else {}
    return shared | table | dataclasses.asdict(split_of(SHARDINGS.get(row.sharding, row.sharding))) | {
        "gradients_persist": int(row.accumulation == "yes"),
        "loss_bytes": LOSS_BYTES[loss],
        "head_gradients": 2 if loss == "chunked" else 1,
        "state_bytes": STATE_BYTES[optimizer],
        "paged": int(optimizer.startswith("paged")),
    }


def with_rates(model: vram.Dimensions, row: MemoryRow, numbers: dict[str, Number]) -> vram.Job:
    """The job of `row` with `numbers` in place of its sizes and rates."""
    names = {field.name for field in dataclasses.fields(Split)}
    divided = {name: number for name, number in numbers.items() if name in names}
    others = {name: number for name, number in numbers.items() if name not in names}
    return job(model, row, **others | ({"split": Split(**divided)} if divided else {}))


def _optimizer(row: MemoryRow) -> str:
    """The optimizer whose state the row's recipe keeps."""
    chosen = _choices(row).get("optimizer")
    return chosen or vram.TRAINING_PRECISIONS[_precision(row)]["optimizer"]
