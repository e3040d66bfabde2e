"""A published measurement as a job: what was run, read from its configuration and never from its source."""

from . import frameworks
from .catalog.measurements import Measurement
from .catalog.models import Architecture
from .memory.jobs import PARTS, Diffusion, Inference, Job, Training

KINDS = {
    "peak_allocated": "allocated",
    "peak_active": "allocated",
    "allocated_steady": "allocated",
    "buffer_log": "allocated",
    "vllm_log": "allocated",
    "peak_reserved": "reserved",
    "nvidia_smi": "nvidia_smi",
    "paper": None,
    "unknown": None,
}
ADAPTED = {"lora", "qlora"}
TRAINED = ADAPTED | {"full_ft"}
USUAL_TOKENS = 512
"""Taken where a row does not say how long its sequences are."""
WHOLE_COLUMN = 4096
"""Weights that one scale serves where a group is a whole column, and the model does not say how long its columns are."""
USUAL_RANK = 16
USUAL_TARGETS = ("q", "k", "v", "o", "mlp")
"""Taken where a row does not say what its adapters are; the interval widens (macros/memory/spreads.py)."""
LLAMA_CPP_UBATCH = 512
"""llama.cpp's default micro-batch (--ubatch-size); it takes the cache for the whole context at once, whatever is measured."""


def job(measurement: Measurement, architecture: Architecture) -> Job:
    """The job whose estimate is to be compared with the measurement."""
    m = measurement
    if m.method == "diffusion_inference":
        return Diffusion(**_shared(m, architecture) | _image(m))
    if m.method in TRAINED:
        return Training(**_shared(m, architecture) | _training(m))
    return Inference(**_shared(m, architecture) | _inference(m))


def _shared(m: Measurement, architecture: Architecture) -> dict:
    return {
        "architecture": architecture,
        "micro_batch": m.micro_batch,
        **_layout(m),
        "fsdp_version": m.fsdp_version,
        "weight_dtype": m.weight_dtype,
        "group_size": m.group_size if m.group_size > 0 else architecture.hidden_size or WHOLE_COLUMN,
        "bits_per_weight": m.bpw,
        "bits_of_the_file": m.bpw is not None,
        "quantize_lm_head": m.quantize_lm_head,
        "untied_in_memory": m.untied_in_memory,
        "embedding_on_cpu": m.embedding_on_cpu,
        "embeddings_fp32": frameworks.embeddings_fp32(m),
        "attention": frameworks.attention(m),
        "attn_eager_bytes": m.attn_eager_bytes,
        "low_bit_library": frameworks.low_bit_library(m),
        "kv_expanded": m.kv_expanded,
        "kind": _kind(m),
        "cuda_context_mib": m.cuda_context_mib,
        "counted": _counted(m),
        "unsaid": _unsaid(m),
        "sum_over_gpus": m.sum_over_gpus,
    }


def _layout(m: Measurement) -> dict:
    """GPUs and sharding; a figure summed over GPUs that names no sharding had its layers spread over them."""
    if m.tp:
        return {"gpus": m.tp, "sharding": "tp"}
    if m.sum_over_gpus and m.sharding == "none":
        return {"gpus": max(m.gpus, m.num_gpus_used or 1), "sharding": "pp"}
    return {"gpus": m.gpus, "sharding": m.sharding}


def _kind(m: Measurement) -> str | None:
    """What the figure counts; one part alone is no figure of the allocator's, so that nothing is added to it."""
    return KINDS[m.measured_kind] or ("allocated" if m.method in {"kv_cache", "weights"} else None)


def _unsaid(m: Measurement) -> frozenset[str]:
    """What the estimate must guess."""
    guessed = {
        "framework": m.framework is None,
        "context": m.method in TRAINED and m.seq_len is None,
        "adapter": m.method in ADAPTED and not (m.lora_rank and m.lora_targets),
    }
    return frozenset(name for name, is_guessed in guessed.items() if is_guessed)


def _counted(m: Measurement) -> tuple[str, ...]:
    """The parts that the figure counts."""
    if m.method == "kv_cache":
        return ("kv_cache",)
    if m.method == "weights":
        return ("weights",)
    if m.compute_excluded or m.measured_kind == "allocated_steady":
        return ("weights", "kv_cache")
    return PARTS


def _inference(m: Measurement) -> dict:
    prompt, llama_cpp = m.prompt_len or 1, frameworks.is_llama_cpp(m)
    return {
        "context": m.cache_len or prompt + (m.gen_len or 0),
        "prompt": m.prompt_len,
        "kv_dtype": m.kv_dtype,
        "kv_preallocated": m.kv_preallocated or llama_cpp,
        "kv_concat_legacy": m.kv_concat_legacy,
        "mla_absorbed": m.mla_absorbed,
        "logits": m.logits,
        "n_ubatch": m.n_ubatch or (LLAMA_CPP_UBATCH if llama_cpp else None),
    }


def _training(m: Measurement) -> dict:
    return {
        "method": m.method,
        "context": m.seq_len or USUAL_TOKENS,
        "weight_dtype": _trained_dtype(m),
        "amp": {True: "autocast", False: None}.get(m.amp, m.amp),
        "optimizer": _optimizer(m),
        "optimizer_in_backward": m.optimizer_in_backward,
        "badam_blocks": m.badam_blocks,
        "gradients_persist": int(m.grad_accum is True or m.grad_accum > 1 or m.grads_persist),
        "grad_ckpt": m.grad_ckpt,
        "activation_offload": m.activation_offload,
        "attention_dropout": m.attention_dropout > 0,
        "loss": m.loss,
        "compile": m.compile,
        "saved_inputs": frameworks.saved_inputs(m),
        "fused_qkv": m.fused_qkv,
        "lora_rank": m.lora_rank or USUAL_RANK,
        "lora_targets": tuple(m.lora_targets) or USUAL_TARGETS,
        "lora_dropout": m.lora_dropout > 0,
        "lora_dtype": m.lora_dtype,
    }


def _optimizer(m: Measurement) -> str:
    """The row's optimizer; AdamW where it names none, whose moments have the weights' format (torch.optim.AdamW)."""
    unnamed = "optimizer" not in m.model_fields_set and m.method == "full_ft"
    return "adamw_fp32" if unnamed and _trained_dtype(m) == "fp32" else m.optimizer


def _trained_dtype(m: Measurement) -> str:
    """Mixed precision by autocast or by FSDP trains float32 weights."""
    return "fp32" if m.amp and m.method == "full_ft" else m.weight_dtype


def _image(m: Measurement) -> dict:
    return {
        "micro_batch": m.images_per_batch,
        "width": m.width,
        "height": m.height,
        "component_dtypes": m.component_dtypes,
        "vae_slicing": m.vae_slicing,
        "tiny_vae": m.tiny_vae,
    }
