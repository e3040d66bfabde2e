"""Memory of gradients and optimizer state, in bytes a trained parameter."""

from ..expression import Number, maximum
from . import parameters
from .dimensions import Dimensions
from .jobs import Training
from .sharding import gradient_share, optimizer_share

STATE_BYTES = {
    "adamw_fp32": 8,
    "adamw_bf16": 4,
    "adamw_8bit": 2 + 2 * 4 / 256,
    "paged_adamw_8bit": 2 + 2 * 4 / 256,
    "paged_adamw_offloaded": 0,
    "adamw_4bit": 1 + 2 * 4 / 128,
    "adamw_mixed_deepspeed": 12,
    "sgd_mixed": 4,
    "sgd": 0,
    "adafactor": 0,
    "lomo": 0,
    "galore_8bit_layerwise": 0,
    "badam": 0,
}
"""Adam keeps two moments in the weights' format (torch.optim.AdamW) or in float32; 8-bit Adam one byte each and a
float32 scale for 256 (bitsandbytes); 4-bit half a byte and a scale for 128 (torchao); mixed precision a float32 master
copy besides (ZeRO, section 3.1). Adafactor keeps a row and a column a matrix (Shazeer and Stern 2018): under 0.1%.
LOMO keeps none (Lv et al. 2023). GaLore and BAdam: `state_bytes`."""

FUSED_STEP = {"lomo", "galore_8bit_layerwise"}
"""Optimizers that use each gradient as it arrives and keep one tensor's at a time."""


def state_bytes(d: Dimensions, job: Training, trained: Number) -> Number:
    """Bytes of optimizer state on one GPU for `trained` parameters.

    Paged state is CUDA managed memory, which PyTorch's allocator does not count (bitsandbytes, get_paged).
    """
    if job.sharding == "fsdp_cpu_offload" or (job.optimizer.startswith("paged") and job.kind != "nvidia_smi"):
        return 0
    if job.optimizer == "galore_8bit_layerwise":
        return _galore(d) * optimizer_share(job)
    if job.optimizer == "badam":
        return parameters.block(d) * job.badam_blocks * 12 * optimizer_share(job)
    return trained * _state_rate(job) * optimizer_share(job)


def _state_rate(job: Training) -> Number:
    """Bytes a parameter; adapters under DeepSpeed fp16 keep a float32 master and two moments (12)."""
    if job.state_bytes is not None:
        return job.state_bytes
    if job.method != "full_ft" and job.lora_dtype == "fp16_ds_master":
        return 12
    if job.method != "full_ft" and job.lora_dtype == "fp32" and job.optimizer == "adamw_bf16":
        return 8
    return STATE_BYTES[job.optimizer]


def _galore(d: Dimensions) -> Number:
    """Rank h/4 projections in 16 bits and two 8-bit moments of the projected gradients (GaLore, section 4)."""
    rank = d.hidden_size / 4
    sides = parameters.adapter(d, rank, ("q", "k", "v", "o", "mlp"))
    full_rank = parameters.embedding(d) + parameters.head(d)
    return 2 * sides + 2 * full_rank


def gradient_rate(job: Training) -> int:
    """Bytes a gradient: the format of the parameter it belongs to."""
    if job.method == "full_ft":
        return 4 if job.weight_dtype == "fp32" else 2
    return 4 if job.lora_dtype == "fp32" else 2


def gradient_bytes(d: Dimensions, job: Training, trained: Number) -> Number:
    """Bytes of all gradients that are alive together on one GPU when the backward pass ends.

    With the step fused into the backward pass only the largest tensor's gradient is alive (LOMO, section 3.2).
    """
    if job.sharding == "fsdp_cpu_offload":
        return 0
    if job.optimizer == "badam":
        return parameters.block(d) * job.badam_blocks * 4 * gradient_share(job)
    if job.optimizer_in_backward or job.optimizer in FUSED_STEP:
        return largest_tensor(d) * gradient_rate(job)
    return trained * gradient_rate(job) * gradient_share(job)


def largest_tensor(d: Dimensions) -> Number:
    """Parameters of the largest single tensor, nearly always the embedding table."""
    return maximum(parameters.embedding(d), parameters.largest_matrix(d))


def first_gradient_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes of the first gradient to exist: the output projection's, made from the gradient of the logits.

    Where it is added to an earlier one both are alive: autograd adds up what the chunks of a loss give the same matrix.
    """
    if job.method != "full_ft" or job.sharding == "fsdp_cpu_offload" or job.optimizer == "badam":
        return 0
    one = parameters.embedding(d) * gradient_rate(job) * gradient_share(job)
    together = (2 if job.loss == "chunked" else 1) if job.head_gradients is None else job.head_gradients
    return one * (1 + (together - 1) * (1 - job.gradients_persist))


def step_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes that the step computes with: none in fused kernels; torchao expands a parameter and its moments to float32.

    (torchao, optim: single_param_adam.) The largest tensor decides.
    """
    expands = job.optimizer == "adamw_4bit" or (job.optimizer == "adamw_8bit" and job.low_bit_library == "torchao")
    return 3 * 4 * largest_tensor(d) * optimizer_share(job) if expands and job.method == "full_ft" else 0
