"""What may be asked: an inference, training or image job, with every choice that changes its memory.

None means "not known": the middle of what is common is taken and the interval widens.
"""

from dataclasses import dataclass, field

from ..catalog.models import Architecture
from ..expression import Number
from .dimensions import Dimensions

PARTS = ("weights", "gradients", "optimizer", "activations", "logits_and_loss", "kv_cache", "workspace", "overhead")
"""The names of an estimate's parts, in the order they are shown."""


@dataclass(frozen=True)
class Split:
    """What N GPUs divide or add, each 0 or 1: weights, gradients, optimizer state; DeepSpeed's buckets, DDP's copies."""

    weights: Number
    gradients: Number
    optimizer: Number
    buckets: Number
    copies: Number


@dataclass(frozen=True, kw_only=True)
class Job:
    """What all jobs share."""

    architecture: Architecture | Dimensions
    micro_batch: Number = 1
    gpus: Number = 1
    sharding: str = "none"
    """none, ddp, zero1, zero2, zero3, fsdp, fsdp_cpu_offload, tp or pp."""
    split: Split | None = None
    """What the GPUs divide, in place of what `sharding` says."""
    fsdp_version: int = 2
    weight_dtype: str = "bf16"
    group_size: Number = 128
    bits_per_weight: Number | None = None
    bits_of_the_file: bool = False
    """The bits are those of the very file, not the usual of its type."""
    quantize_lm_head: bool = False
    untied_in_memory: bool = False
    embedding_on_cpu: bool = False
    embeddings_fp32: bool = False
    table_bytes: Number | None = None
    """Bytes a number of embedding and head, in place of what the format and `embeddings_fp32` say."""
    low_bit_library: str = "bitsandbytes"
    """bitsandbytes or torchao: what computes with NF4 weights and low-bit optimizer state."""
    attention: str | None = "flash"
    eager: Number | None = None
    """1 for eager attention and 0 for flash, in place of `attention`."""
    attn_eager_bytes: Number | None = None
    kv_expanded: bool = False
    kind: str | None = "nvidia_smi"
    """What the figure counts: allocated, reserved, nvidia_smi; None when a source does not say."""
    cuda_context_mib: Number | None = None
    counted: tuple[str, ...] = PARTS
    sum_over_gpus: bool = False
    unsaid: frozenset[str] = frozenset()
    """What a source leaves out, of "framework", "context" and "adapter": the usual is taken and the interval widens."""


@dataclass(frozen=True, kw_only=True)
class Inference(Job):
    """Generating text: `context` cached tokens a sequence, `prompt` of them read at once."""

    context: Number = 4096
    prompt: Number | None = None
    prefill_chunk: Number | None = None
    """Most tokens over all sequences that pass through a layer at once (a server's chunked prefill)."""
    kv_dtype: str = "bf16"
    kv_bytes: Number | None = None
    """Bytes a cached number, in place of those of `kv_dtype`."""
    kv_preallocated: bool = False
    kv_concat_legacy: bool = False
    mla_absorbed: bool = True
    logits: str | None = "last"
    """last, or all_fp32 when logits of all prompt tokens are made, with a float32 copy."""
    n_ubatch: Number | None = None
    """llama.cpp's micro-batch; given, its compute buffer takes the place of activations and logits."""


@dataclass(frozen=True, kw_only=True)
class Training(Job):
    """Full fine-tuning or pre-training, LoRA or QLoRA on sequences of `context` tokens."""

    method: str = "full_ft"
    """full_ft, lora or qlora."""
    context: Number = 2048
    amp: str | None = None
    """None, autocast (float32 weights, 16-bit copies) or fsdp_bf16 (float32 shards, 16-bit compute)."""
    optimizer: str = "adamw_bf16"
    state_bytes: Number | None = None
    """Bytes of optimizer state a parameter, in place of those of `optimizer`."""
    paged: Number | None = None
    """1 for optimizer state that may be paged out, else 0, in place of what `optimizer` says."""
    optimizer_in_backward: bool = False
    badam_blocks: Number = 1
    gradients_persist: Number = 0
    """1 where gradients live beside activations: accumulation, or gradients zeroed rather than freed."""
    grad_ckpt: str = "full"
    activation_offload: bool = False
    attention_dropout: bool = False
    loss: str | None = "full_fp32"
    loss_bytes: Number | None = None
    """Bytes a logit, in place of those of `loss`."""
    head_gradients: Number | None = None
    """Gradients of the output projection alive together, in place of what `loss` says."""
    compile: bool = False
    saved_inputs: Number | None = 0
    """Copies of its input that bitsandbytes' 4-bit product keeps for the backward pass: none since 0.43.2 (July 2024,
    pull request 1270), one before, two where the loop still holds the last loss, and so its graph, in the next pass."""
    fused_qkv: bool = False
    lora_rank: Number = 16
    lora_targets: tuple[str, ...] = ("q", "k", "v", "o", "mlp")
    lora_dropout: bool = False
    lora_dtype: str = "bf16"


@dataclass(frozen=True, kw_only=True)
class Diffusion(Job):
    """Making `micro_batch` images at once; `component_dtypes` gives each part's format, else `weight_dtype`."""

    width: Number = 1024
    height: Number = 1024
    component_dtypes: dict[str, str] = field(default_factory=dict)
    vae_slicing: bool = False
    tiny_vae: bool = False
