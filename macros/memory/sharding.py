"""How N GPUs divide what one would hold."""

from ..expression import Number, minimum
from . import parameters
from .dimensions import Dimensions
from .precision import bits_per_weight, unquantized_bytes

SHARDS_GRADIENTS = {"zero2", "zero3", "fsdp", "fsdp_cpu_offload"}
SHARDS_OPTIMIZER = SHARDS_GRADIENTS | {"zero1"}
SHARDS_WEIGHTS = {"zero3", "fsdp", "fsdp_cpu_offload"}
SPLITS_MODEL = {"tp", "pp"}


def weight_share(job) -> Number:
    """Part of the weights on one GPU: 1/N for ZeRO-3 and FSDP (ZeRO, section 5) and for tensor or pipeline parallelism."""
    return 1 / job.gpus if job.sharding in SHARDS_WEIGHTS | SPLITS_MODEL else 1


def gradient_share(job) -> Number:
    """Part of the gradients on one GPU: 1/N from ZeRO-2 on (ZeRO, section 5)."""
    return 1 / job.gpus if job.sharding in SHARDS_GRADIENTS | SPLITS_MODEL else 1


def optimizer_share(job) -> Number:
    """Part of the optimizer state on one GPU: 1/N from ZeRO-1 on (ZeRO, section 5)."""
    return 1 / job.gpus if job.sharding in SHARDS_OPTIMIZER | SPLITS_MODEL else 1


def cache_share(d: Dimensions, job) -> Number:
    """Part of the KV cache on one GPU.

    Tensor parallelism splits by KV heads, at most kv_heads ways; a latent cache has no heads and is repeated on
    every GPU (DeepSeek-V2, section 2.1.4). Pipeline stages hold the cache of their own layers.
    """
    if job.sharding == "pp":
        return 1 / job.gpus
    if job.sharding == "tp" and d.latent is None:
        return 1 / minimum(job.gpus, d.kv_heads)
    return 1


def gathered_bytes(d: Dimensions, job, trained: bool) -> Number:
    """Bytes of whole weights held for a moment when they are sharded, and of their whole gradients.

    Two blocks (one computing, one prefetched) and the root unit, embedding and head together (PyTorch FSDP,
    backward_prefetch; ZeRO-3 fetches alike); two blocks' unreduced gradients when they train. Quantised weights are
    gathered as they are kept (torchao NF4 under FSDP2), others in the format of the arithmetic. One GPU gathers nothing.
    """
    if job.sharding not in SHARDS_WEIGHTS:
        return 0
    bits = bits_per_weight(job.weight_dtype, job.group_size, job.bits_per_weight)
    plain = unquantized_bytes(job.weight_dtype) if job.amp is None else 2
    rate = minimum(bits / 8, plain)
    blocks = 2 * parameters.block(d) * (rate + (plain if trained else 0))
    root = (parameters.embedding(d) + parameters.head(d)) * plain
    return (blocks + root) * (1 - 1 / job.gpus)
