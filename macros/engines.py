"""What vLLM, the engine that most readers serve with, does not run by its own documentation; other engines may."""

from .catalog.gpus import Gpu

TOO_OLD = {"Pascal"}
"""Architectures below compute capability 7.0, which vLLM needs (vLLM 0.14.0, "GPU" installation, requirements)."""
WITHOUT_AWQ = TOO_OLD | {"Volta"}
"""AWQ needs Turing or newer (vLLM 0.15.1, "Quantization", table of supported hardware)."""
NOT_ON_AMD = ("awq", "gptq", "nf4")
"""Formats that the same table denies on AMD's cards; NF4 is its row of bitsandbytes."""


def lacking(gpu: Gpu) -> list[str]:
    """Precisions that the card is known to lack, and weight formats that vLLM says it does not run there."""
    return [*gpu.lacks, *(one for one in NOT_ON_AMD if _denied(one, gpu))]


def _denied(weights: str, gpu: Gpu) -> bool:
    return gpu.vendor == "amd" or gpu.architecture in (WITHOUT_AWQ if weights == "awq" else TOO_OLD)


def splits(heads: int, gpus: int) -> bool:
    """Tensor parallelism gives each GPU as many query heads (vLLM, ModelConfig.verify_with_parallel_config)."""
    return heads % gpus == 0
