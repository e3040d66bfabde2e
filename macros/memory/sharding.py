"""How N GPUs divide what one would hold."""

from ..expression import Number, minimum
from . import parameters
from .dimensions import Dimensions
from .jobs import Job, Split, Training
from .precision import bits_per_weight, unquantized_bytes

SHARDS_GRADIENTS = {"zero2", "zero3", "fsdp", "fsdp_cpu_offload"}
SHARDS_OPTIMIZER = SHARDS_GRADIENTS | {"zero1"}
SHARDS_WEIGHTS = {"zero3", "fsdp", "fsdp_cpu_offload"}
SPLITS_MODEL = {"tp", "pp"}


def split_of(sharding: str) -> Split:
    """ZeRO (section 5) divides optimizer state, then gradients, then weights; it is DeepSpeed that runs it. FSDP divides all."""
    return Split(
        weights=int(sharding in SHARDS_WEIGHTS),
        gradients=int(sharding in SHARDS_GRADIENTS),
        optimizer=int(sharding in SHARDS_OPTIMIZER),
        buckets=int(sharding.startswith("zero")),
        copies=int(sharding == "ddp"),
    )


def weight_share(job: Job) -> Number:
    """Part of the weights on one GPU."""
    return _share(job, _split(job).weights)


def gradient_share(job: Job) -> Number:
    """Part of the gradients on one GPU."""
    return _share(job, _split(job).gradients)


def optimizer_share(job: Job) -> Number:
    """Part of the optimizer state on one GPU."""
    return _share(job, _split(job).optimizer)


def _split(job: Job) -> Split:
    return split_of(job.sharding) if job.split is None else job.split


def _share(job: Job, divided: Number) -> Number:
    """1/N of what is divided, and of everything under tensor or pipeline parallelism."""
    return 1 / job.gpus if job.sharding in SPLITS_MODEL else 1 - divided * (1 - 1 / job.gpus)


def bucket_bytes(job: Training, gradients: Number) -> Number:
    """Bytes of buckets that gradients are reduced in.

    DDP copies every gradient into one (PyTorch DDP, gradient_as_bucket_view=False), where there is another GPU. DeepSpeed
    keeps one of 5e8 16-bit elements, or two when communication overlaps (DeepSpeed, reduce_bucket_size and overlap_comm):
    one and a half here. Configurations made by transformers may set other sizes ("auto").
    """
    split = _split(job)
    deepspeed = 1 if runs_deepspeed(job) else split.buckets
    return deepspeed * 1.5 * 2 * 5e8 + (1 - deepspeed) * split.copies * gradients * minimum(1, job.gpus - 1)


def runs_deepspeed(job: Training) -> bool:
    """The step is DeepSpeed's whatever divides: its mixed-precision optimizer, or adapters with its master; not FSDP's."""
    if job.sharding.startswith("fsdp"):
        return False
    return job.optimizer == "adamw_mixed_deepspeed" or job.lora_dtype == "fp16_ds_master"


def cache_share(d: Dimensions, job: Job) -> Number:
    """Part of the KV cache on one GPU.

    Tensor parallelism splits by KV heads, at most kv_heads ways; a latent cache has no heads and is repeated on
    every GPU (DeepSeek-V2, section 2.1.4). Pipeline stages hold the cache of their own layers.
    """
    if job.sharding == "pp":
        return 1 / job.gpus
    if job.sharding == "tp":
        ways = minimum(job.gpus, d.kv_heads)
        return 1 / ways if d.latent is None else 1 / ways + d.latent.used * (1 - 1 / ways)
    return 1


def gathered_bytes(d: Dimensions, job: Training, trained: bool) -> Number:
    """Bytes of whole weights held for a moment when they are sharded, and of their whole gradients.

    Two blocks (one computing, one prefetched) and the root unit, embedding and head together (PyTorch FSDP,
    backward_prefetch; ZeRO-3 fetches alike); two blocks' unreduced gradients when they train. Quantised weights are
    gathered as they are kept (torchao NF4 under FSDP2), others in the format of the arithmetic. One GPU gathers nothing.
    """
    bits = bits_per_weight(job.weight_dtype, job.group_size, job.bits_per_weight)
    plain = unquantized_bytes(job.weight_dtype) if job.amp is None else 2
    rate = minimum(bits / 8, plain)
    blocks = 2 * parameters.block(d) * (rate + (plain if trained else 0))
    root = (parameters.embedding(d) + parameters.head(d)) * plain
    return _split(job).weights * (blocks + root) * (1 - 1 / job.gpus)
