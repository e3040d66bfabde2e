"""Memory of the logits and the loss at the end of the forward pass."""

from ..expression import Number
from .dimensions import Dimensions
from .jobs import Training

LOSS_BYTES = {
    "full_fp32": 16,
    "full_fp32_freed": 12,
    "full_16bit": 8,
    "chunked": 6,
    "chunked_compiled": 2.5,
    "fused": 0,
    "none": 0,
}
"""Bytes a logit alive at the peak of the loss and its gradient. float32: logits, their shifted copy, log-softmax and
gradient (transformers, modeling_llama.py before 4.45); freed: the copy is not kept. 16 bits: the same four in half
precision. Chunked: logits, log-softmax and gradient in 16 bits (LitGPT, chunked_cross_entropy). Compiled: the chunks'
losses come last in the forward pass and so first in the backward pass, where each chunk of 16-bit logits gives way to its
16-bit gradient: 2 bytes, and one chunk in eight in float32 (torchtune, CEWithChunkedOutputLoss: num_output_chunks=8).
Fused kernels keep no logits (Liger kernel, FusedLinearCrossEntropy)."""

UNKNOWN_LOSS = (0, 12, 16)
"""Least, taken and most bytes a logit when a source does not name its loss."""


def loss_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes a token of logits and loss: vocabulary times bytes a logit; an adapter on the head adds its own logits."""
    rate = _rate(job)
    adapter = 4 if job.method != "full_ft" and "head" in job.lora_targets and rate else 0
    return d.vocab_size * (rate + adapter)


def _rate(job: Training) -> Number:
    if job.loss_bytes is not None:
        return job.loss_bytes
    if job.loss is None:
        return UNKNOWN_LOSS[1]
    return LOSS_BYTES["chunked_compiled" if job.loss == "chunked" and job.compile else job.loss]
