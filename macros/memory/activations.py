"""Memory of what the forward pass keeps for the backward pass, tensor by tensor, in bytes a token."""

from ..expression import Number
from .dimensions import Dimensions
from .jobs import Job, Training
from .precision import INT8, is_4bit_float


def compute_bytes(job: Training) -> int:
    """Bytes a number in the block's arithmetic: 4 in plain float32 training, else 2."""
    return 4 if job.weight_dtype == "fp32" and job.amp is None else 2


def block_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes a token kept by one block: norms, attention, MLP, and the inputs of linear layers that need them.

    The 34*h + 5*a*s count of Korthikanti et al. 2022 (section 4), redone for SwiGLU, grouped-query heads,
    RMSNorm in float32 and attention that keeps no scores.
    """
    return _norms(d, job) + _attention(d, job) + _mlp(d, job) + _linear_inputs(d, job) + _adapter_inputs(d, job)


def checkpoint_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes a token kept by a checkpointed block: its input (Chen et al. 2016)."""
    return compute_bytes(job) * d.hidden_size


def backward_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes a token of the gradients in flight in one MLP: two of its width and two of the hidden size."""
    return compute_bytes(job) * 2 * (d.active_intermediate_size + d.hidden_size)


def _norms(d: Dimensions, job: Training) -> Number:
    """RMSNorm written in PyTorch keeps a float32 copy of its input, and its output when its weight trains.

    A compiled or LayerNorm kernel keeps the input only. Architectures with an ungated MLP use LayerNorm.
    """
    h, c = d.hidden_size, compute_bytes(job)
    if job.compile:
        return 2 * c * h
    trained = c * h if job.method == "full_ft" else 0
    return 2 * (d.gated * (4 * h + trained) + (1 - d.gated) * c * h)


def _attention(d: Dimensions, job: Training) -> Number:
    """Queries, keys, values and output (FlashAttention keeps these and no scores); eager attention keeps scores too.

    Values that are a view of a fused projection keep all of it, beside the rotated queries and keys.
    """
    c = compute_bytes(job)
    kv_size = d.query_size if job.kv_expanded else d.kv_size
    kept = c * (2 * d.query_size + 2 * kv_size + (d.query_size + d.kv_size if job.fused_qkv else 0))
    return kept + d.attention_heads * job.context * score_bytes(job)


def score_bytes(job: Training) -> Number:
    """Bytes a score (one query, one key, one head) kept by eager attention; none by flash, a quarter where it is not known."""
    return eager_part(job) * eager_score_bytes(job)


def eager_part(job: Job) -> Number:
    """1 for eager attention, 0 for flash."""
    return {"flash": 0, "eager": 1, None: 0.25}[job.attention] if job.eager is None else job.eager


def eager_score_bytes(job: Training) -> Number:
    """Softmax output in float32 and its 16-bit copy: 6; in float32 arithmetic 4. Dropout keeps a mask and its output."""
    if job.attn_eager_bytes is not None:
        return job.attn_eager_bytes
    c = compute_bytes(job)
    softmax = 4 if c == 4 else 6
    return softmax + (1 + c if job.attention_dropout else 0)


def _mlp(d: Dimensions, job: Training) -> Number:
    """Gated: gate, activation and up (compiled: gate and up). Ungated: the input of the activation."""
    gated = 2 if job.compile else 3
    return compute_bytes(job) * d.active_intermediate_size * (1 + d.gated * (gated - 1))


def _linear_inputs(d: Dimensions, job: Training) -> Number:
    """Inputs of linear layers: needed for weight gradients, and kept by some of bitsandbytes' products."""
    if job.method == "full_ft":
        return _input_bytes(d, job)
    copies = 1 if job.saved_inputs is None else job.saved_inputs
    return product_input_bytes(d, job) * (1 if job.weight_dtype in INT8 else copies)


def product_input_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes a token of one copy of all that a block multiplies by its frozen matrices, where bitsandbytes computes.

    Its 8-bit product keeps its input (bitsandbytes, MatMul8bitLt); for the 4-bit one see Training.saved_inputs. What
    it keeps hangs on the graph itself and so lives until the loss goes, not only until the backward pass is done.
    """
    if job.low_bit_library != "bitsandbytes" or not (is_4bit_float(job.weight_dtype) or job.weight_dtype in INT8):
        return 0
    return _input_bytes(d, job) + compute_bytes(job) * d.query_size


def _input_bytes(d: Dimensions, job: Training) -> Number:
    """Bytes a token of the inputs of attention, of the MLP and of its last matrix; each expert copies its own tokens."""
    routed = 1 + (d.experts_per_token - 1) * d.moe_layers / d.layers
    return compute_bytes(job) * (d.hidden_size * (1 + routed) + d.active_intermediate_size)


def _adapter_inputs(d: Dimensions, job: Training) -> Number:
    """Inputs of LoRA's first matrices (peft, lora/layer.py).

    With dropout or a float32 adapter each has a copy of its own, except that a fused projection has one; else those of
    one input share it, and the attention's output is kept anyway.
    """
    if job.method == "full_ft":
        return 0
    own_copies = job.lora_dropout or job.lora_dtype == "fp32"
    qkv = sum(target in job.lora_targets for target in ("q", "k", "v"))
    attention = qkv if own_copies and not job.fused_qkv else min(qkv, 1)
    output = int(own_copies and "o" in job.lora_targets)
    mlp = int("mlp" in job.lora_targets)
    mlp_inputs = 1 + d.gated if own_copies else 1
    width = d.hidden_size * (attention + mlp * mlp_inputs) + d.query_size * output + d.active_intermediate_size * mlp
    return _adapter_input_rate(job) * width


def _adapter_input_rate(job: Training) -> int:
    """Bytes a number: the adapter's format, and a byte of mask with dropout."""
    return (4 if job.lora_dtype == "fp32" else 2) + (1 if job.lora_dropout else 0)
