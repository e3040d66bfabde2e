"""The jobs that readers can ask about, by the words of data/workloads.yml, as jobs of macros/vram.py."""

from . import vram
from .catalog.models import Architecture
from .catalog.workloads import MemoryRow
from .expression import Number
from .memory.loss import LOSS_BYTES
from .memory.optimizer import STATE_BYTES
from .memory.precision import CACHE_BYTES, GGUF_BITS

ENGINE_METHODS = {"inference": "inference", "full": "full_ft", "lora": "lora", "qlora": "qlora", "image": "diffusion"}
WEIGHT_FORMATS = {"int8": "int8_bnb", "awq": "int4_awq", "gptq": "int4_gptq"}
"""Weight formats that the engine knows by another name."""
LOSSES = {"ordinary": "full_fp32", "fused": "fused"}
NEEDS = {
    "inference": {"bf16": "bf16", "fp8": "fp8", "int8": "int8"},
    "full": {"bf16": "bf16", "mixed": "bf16"},
    "lora": {"bf16": "bf16"},
    "image": {"bf16": "bf16"},
}
"""The precision that a card must not be known to lack, by method and weights. AMP and QLoRA compute in whatever 16-bit
format the card has; image pipelines cast 8-bit weights to 16 bits before they compute (diffusers, layerwise casting)."""
LLAMA_CPP = {"sharding": "pp", "n_ubatch": 512}
"""GGUF files are run by llama.cpp: layers spread over the cards, prompts read 512 tokens at a time (--ubatch-size)."""


def job(model: Architecture | vram.Dimensions, row: MemoryRow, **numbers: Number) -> vram.Job:
    """The job that `row` asks for; `numbers` take the place of its context, batch, GPUs and the like."""
    sizes = {"context": row.context, "micro_batch": row.batch, "gpus": row.gpus} | numbers
    return vram.job(model, ENGINE_METHODS[row.method], precision=_precision(row), **_choices(row) | sizes)


def needs(row: MemoryRow) -> str | None:
    """The precision that a card must have hardware for."""
    return NEEDS.get(row.method, {}).get(row.held_in)


def _precision(row: MemoryRow) -> str:
    if row.held_in in GGUF_BITS and row.method == "inference":
        return f"gguf_{row.held_in}"
    return WEIGHT_FORMATS.get(row.held_in, row.held_in)


def _choices(row: MemoryRow) -> dict[str, object]:
    if row.method == "image":
        return {"width": row.width, "height": row.height}
    if row.method == "inference":
        return {"kv_dtype": row.cache} | (LLAMA_CPP if row.held_in in GGUF_BITS else {})
    chosen = {"grad_ckpt": row.checkpointing, "loss": LOSSES[row.loss], "lora_rank": row.rank}
    if row.held_in == "mixed":
        # DeepSpeed's recipe stays DeepSpeed's on several GPUs; on one, ZeRO-3 divides nothing.
        return chosen | {"sharding": "zero3"}
    if row.optimizer != "adamw":
        chosen["optimizer"] = row.optimizer
    return chosen | {"embeddings_fp32": row.method == "qlora" and row.embeddings == "fp32"}


def rates(row: MemoryRow) -> dict[str, Number]:
    """The numbers behind the choices of `row` that only change a rate: by these names the formulas are traced."""
    if row.method == "image":
        return {}
    if row.method == "inference":
        bits = {"bits_per_weight": GGUF_BITS[row.held_in]} if row.held_in in GGUF_BITS else {}
        return {"kv_bytes": CACHE_BYTES[row.cache]} | bits
    return {"loss_bytes": LOSS_BYTES[LOSSES[row.loss]], "state_bytes": STATE_BYTES[_optimizer(row)]}


def _optimizer(row: MemoryRow) -> str:
    """The optimizer whose state the row's recipe keeps."""
    chosen = _choices(row).get("optimizer")
    return chosen or vram.TRAINING_PRECISIONS[_precision(row)]["optimizer"]
