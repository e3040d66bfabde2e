"""What the runtime takes besides the tensors: allocator slack and the CUDA context."""

from ..expression import Number
from .jobs import Job
from .phase import Phase

MIB = 2**20
CONTEXT_MIB = 500
CONTEXT_SPREAD_MIB = 250
"""CUDA context with loaded kernels: 0.25 to 0.75 GiB on current drivers; older ones, such as CUDA 11.2 on a V100,
1343 MiB (transformers documentation, "Model training anatomy")."""
SLACK = {"weights": 0.03, "optimizer": 0.03, "gradients": 0.05, "kv_cache": 0.1}
CHANGING_SLACK = 0.15
"""Reserved over allocated memory, less 1. What stands was placed once, in blocks of whole 2 MiB; gradients return in
the same sizes; a cache grows; what comes and goes in other sizes with every step leaves gaps (PyTorch, CUDA memory
management; measured: hf-bertlarge-*, torchtune-lora-llama2-7b-*)."""
MORE_SLACK = 1.5
"""How many times the slack may come on top of it: sequences of unequal length leave more gaps."""
FSDP1_SLACK = 0.15
"""FSDP1 frees gathered weights on another stream, so that blocks cannot be reused at once (PyTorch, FSDP notes; FSDP2
was made to avoid it). How much that costs is a hypothesis: no row of data/measurements.yml tells."""


def with_overhead(phase: Phase, job: Job) -> Phase:
    """The moment as its instrument shows it: allocated as it is; reserved with slack; nvidia-smi with the context too.

    A figure of unknown kind is taken as reserved; it may be as little as allocated or as much as nvidia-smi shows.
    """
    if job.kind == "allocated":
        return phase
    slack = slack_bytes(phase, job)
    context, spread = _context(job)
    spreads = {"overhead:slack": (slack, MORE_SLACK * slack)}
    if job.kind is None:
        spreads["overhead:instrument"] = (0, context + spread)
    if job.kind == "nvidia_smi":
        spreads["overhead:context"] = (spread, spread)
    return phase.with_part("overhead", slack + (context if job.kind == "nvidia_smi" else 0), spreads)


def slack_bytes(phase: Phase, job: Job) -> Number:
    """Bytes reserved and not allocated."""
    if job.sharding == "fsdp" and job.fsdp_version == 1:
        return FSDP1_SLACK * phase.total
    return sum(SLACK.get(name, CHANGING_SLACK) * size for name, size in phase.parts.items())


def _context(job: Job) -> tuple[Number, Number]:
    if job.cuda_context_mib is not None:
        return job.cuda_context_mib * MIB, 0
    return CONTEXT_MIB * MIB, CONTEXT_SPREAD_MIB * MIB
