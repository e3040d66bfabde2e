"""What the framework and the version that a measurement names tell of its configuration."""

import re

from .catalog.measurements import Measurement

BITSANDBYTES = {"nf4", "nf4_dq", "bnb-nf4", "int8_bnb", "bnb-int8"}
WITHOUT_SCORES = ("vllm", "sglang", "tgi", "tensorrt", "exllama", "torchtune", "litgpt", "unsloth", "gpt-fast")
"""Frameworks whose attention keeps no scores."""
LLAMA_CPP = ("llama.cpp", "llama_cpp", "llama-cpp", "llamacpp", "ollama", "koboldcpp", "llamafile", "lm studio")
"""llama.cpp and what runs it."""
READS_GGUF = ("vllm", "sglang", "transformers", "aphrodite")
"""Frameworks that load GGUF files with kernels of their own."""
CASTS_FOR_TRAINING = ("peft", "trl", "axolotl")
"""Frameworks that train 4-bit models by PEFT's prepare_model_for_kbit_training."""


def is_llama_cpp(m: Measurement) -> bool:
    """llama.cpp made the figure: the row names it or what wraps it, or no other framework runs its files."""
    framework = (m.framework or "").lower()
    if any(name in framework for name in LLAMA_CPP):
        return True
    elsewhere = any(name in framework for name in READS_GGUF)
    return m.measured_kind == "buffer_log" or (m.weight_dtype.startswith("gguf") and not elsewhere)


def attention(m: Measurement) -> str | None:
    """What computes attention: as the row says, else what the framework has no other than.

    transformers takes PyTorch's own kernel, which keeps no scores, since 4.36 (December 2023); llama.cpp long did not.
    """
    framework = (m.framework or "").lower()
    if m.attention is not None or is_llama_cpp(m):
        return m.attention
    year = _year(framework)
    return "flash" if (year is not None and year > 2023) or any(name in framework for name in WITHOUT_SCORES) else None


def saved_inputs(m: Measurement) -> int | None:
    """Copies of its input that a 4-bit product kept, by the year or the library's version that the row names.

    LitGPT's loop holds the last logits while the next pass runs (finetune/lora.py; measured: litgpt24-qlora-*).
    """
    framework = (m.framework or "").lower()
    if version := re.search(r"bitsandbytes[ =]*0\.(\d+)(?:\.(\d+))?", framework):
        return int((int(version[1]), int(version[2] or 0)) < (43, 2))
    year = _year(framework)
    if year is not None and year > 2024:
        return 0
    if "litgpt" in framework:
        return 2
    return 1 if year is not None and year < 2024 else None


def low_bit_library(m: Measurement) -> str:
    """torchtune computes in low bits with torchao, others with bitsandbytes."""
    framework = (m.framework or "").lower()
    return "torchao" if "torchtune" in framework or "torchao" in framework else "bitsandbytes"


def embeddings_fp32(m: Measurement) -> bool:
    """PEFT's prepare_model_for_kbit_training casts all that bitsandbytes did not quantise to float32."""
    framework = (m.framework or "").lower()
    casts = any(name in framework for name in CASTS_FOR_TRAINING)
    return casts and m.method in {"lora", "qlora"} and m.weight_dtype in BITSANDBYTES


def _year(framework: str) -> int | None:
    """The year that names the version, as in LitGPT 2024 or unsloth 2025.3."""
    found = re.search(r"\b20[12]\d\b", framework)
    return int(found[0]) if found else None
