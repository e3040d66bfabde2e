"""Bits and bytes of each number format."""

from ..expression import Number
from .jobs import Job

GGUF_BITS = {
    "gguf": 4.89, "q2_k": 3.16, "q3_k_m": 4.00, "iq4_xs": 4.46, "q4_0": 4.64, "q4_k_s": 4.67, "q4_k_m": 4.89,
    "q5_k_m": 5.70, "q6_k": 6.56, "q8_0": 8.50,
}
"""Bits a weight of a whole Llama-3.1-8B file, embedding and head included (llama.cpp, tools/quantize/README.md).
"gguf" alone is the commonest, q4_k_m."""

PLAIN_BITS = {
    "fp32": 32, "bf16": 16, "fp16": 16,
    "fp8": 8, "quanto-fp8": 8, "quanto-int8": 8, "int8_bnb": 8, "bnb-int8": 8, "int8_w": 8, "ao-int8wo": 8,
}

NF4 = {"nf4", "bnb-nf4", "nf4_dq"}
GPTQ = {"int4_gptq", "int8_gptq"}
WEIGHT_ONLY = {"int8_w", "ao-int8wo", "int4_w", "quanto-int8", "quanto-fp8"}
"""torchao and quanto: matrices are packed on the GPU one by one, and expanded for a product unless a kernel reads them packed."""
INT8 = {"int8_bnb", "bnb-int8"}
"""bitsandbytes' LLM.int8()."""

CACHE_BYTES = {"bf16": 2, "fp16": 2, "fp32": 4, "fp8": 1, "q8_0": 34 / 32}
"""Bytes a cached number; q8_0 keeps a 16-bit scale for every 32 (ggml, block_q8_0)."""


def bits_per_weight(dtype: str, group_size: Number = 128, bits: Number | None = None) -> Number:
    """Bits a weight of a quantised matrix, scales included.

    NF4: 4 + 32/64, with double quantisation 4 + 8/64 + 32/(64*256) (QLoRA, section 3). GPTQ and AWQ: a 16-bit
    scale and a zero point of the weights' width each group (AutoGPTQ and AutoAWQ checkpoints). int4_w: a 16-bit
    scale and zero point each group (torchao). `bits` stands for all of this where it is known.
    """
    if bits is not None:
        return bits
    if dtype.startswith("gguf"):
        return GGUF_BITS[dtype.removeprefix("gguf_")]
    if dtype in PLAIN_BITS:
        return PLAIN_BITS[dtype]
    nf4 = 4 + 32 / 64
    four_bits = 4 + (16 + 4) / group_size
    return {
        "nf4": nf4,
        "bnb-nf4": nf4,
        "nf4_dq": 4 + 8 / 64 + 32 / (64 * 256),
        "int4_gptq": four_bits,
        "int4_awq": four_bits,
        "int8_gptq": 8 + (16 + 8) / group_size,
        "int4_w": 4 + (16 + 16) / group_size,
    }[dtype]


def is_quantized(dtype: str) -> bool:
    """Linear layers are kept in fewer bits than the rest."""
    return dtype not in {"fp32", "bf16", "fp16"}


def is_4bit_float(dtype: str) -> bool:
    """bitsandbytes or torchao NF4, which is expanded to 16 bits before every product."""
    return dtype in NF4


def expanded_bytes(job: Job, matrix: Number) -> Number:
    """Bytes of a quantised matrix expanded for a product in 16 bits.

    NF4 is expanded in the checkpoint's format and then cast to the format of the arithmetic, 2 + 2 where the two differ
    (bitsandbytes, MatMul4Bit; measured: litgpt23-inf-*-nf4), 2 where they do not, which the workspace's spread covers.
    torchao's linear_nf4 expands once. bitsandbytes' int8 and GPTQ are expanded once for the backward pass,
    torchao's and quanto's weight-only formats for any (torchao, quantization README: weight.to(input.dtype)).
    """
    if is_4bit_float(job.weight_dtype):
        return (4 if job.low_bit_library == "bitsandbytes" else 2) * matrix
    return 2 * matrix if job.weight_dtype in GPTQ | INT8 | WEIGHT_ONLY else 0


def unquantized_bytes(dtype: str) -> int:
    """Bytes a parameter of what stays unquantised: norms, embedding, head."""
    return 4 if dtype == "fp32" else 2
