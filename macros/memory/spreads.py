"""How uncertain each part is, as named spreads (bytes below, bytes above); a spread is named part:reason.

Where a formula is a model the spread is a fraction of its part; where a choice is unknown it is what the choices differ by.
The fractions are set so that about nine in ten of data/measurements.yml lie inside (tests/data/test_measurements.py).
"""

from ..expression import Number
from . import parameters
from .activations import eager_part, eager_score_bytes, product_input_bytes, score_bytes
from .dimensions import Dimensions
from .jobs import Diffusion, Inference, Job, Training
from .loss import UNKNOWN_LOSS
from .overhead import MIB
from .precision import is_quantized

PLAIN_WEIGHTS = 0.01
"""Rotary tables, biases and buffers that parameter counts leave out."""
QUANTIZED_WEIGHTS = 0.05
"""Also which small layers stay unquantised, padding of packed tensors, and mixed GGUF types."""
LAYER_TENSORS = 0.15
"""Tensors of one layer that are alive together: the order of operations differs between implementations."""
UNKNOWN_FRAMEWORK = 2
"""How many times as uncertain activations are when the source does not say what ran."""
EAGER_TENSORS = 0.6
"""Copies of the scores in eager attention: from none in a fused kernel to ten bytes each."""
LEAST_SCORE, MOST_SCORE = 5, 10
"""Bytes a score kept by eager attention: softmax, dropout and its mask in 16 bits (Korthikanti et al. 2022, section 4.1),
to a float32 softmax with the masked and clamped copies of transformers in 2023."""
UNKNOWN_ADAPTER = (0.9, 3.0)
"""Of adapters, their gradients and states, where a source does not say their rank or where they sit: from rank 8 on queries
and values alone to rank 64 on all linear layers, with rank 16 there in the middle."""
UNKNOWN_CONTEXT = (0.5, 1.5)
"""Of activations and loss, where a source does not say how long its sequences are."""
KEPT_ACTIVATIONS = 0.15
"""What the forward pass keeps: kernels differ in what they save and what they compute again."""
LOGITS = 0.04
"""Copies of the logits at inference."""
LOSS = 0.25
"""One more or one less copy of the logits in four or five."""
CACHE = 0.005
"""Caches are padded to whole blocks."""
OLD_CACHE = 0.5
"""The old cache may be freed before the new one is whole."""
WORKSPACE = 0.5
"""Gathered, expanded and bucketed copies: how many are alive together."""
STEP = 0.015
"""Temporary copies of an optimizer's step, and padding of its state."""
LIBRARIES_MIB = 192
"""cuBLAS and cuDNN workspaces: 8 to 32 MiB a stream (PyTorch, CUDA semantics, cuBLAS workspaces), rotary tables, and what
a loader leaves behind."""
TRAINING_MIB = 800
"""Gradients of activations in flight, attention's backward workspace, and batches longer than the usual."""
MAPS = (0.4, 1.0)
"""Feature maps: fewer alive together, or a convolution workspace as large as they are (cuDNN picks its algorithm)."""


def _share(size: Number, fraction: float) -> tuple[Number, Number]:
    return size * fraction, size * fraction


def _common(job: Job, parts: dict) -> dict:
    guessed = is_quantized(job.weight_dtype) and not job.bits_of_the_file
    return {
        "weights:format": _share(parts["weights"], QUANTIZED_WEIGHTS if guessed else PLAIN_WEIGHTS),
        "workspace:copies": _share(parts["workspace"], WORKSPACE),
        "workspace:libraries": (LIBRARIES_MIB * MIB / 2, LIBRARIES_MIB * MIB),
    }


def training_spreads(d: Dimensions, job: Training, parts: dict) -> dict:
    """Spreads of one moment of training."""
    least, taken, most = UNKNOWN_LOSS if job.loss is None else (1, 1, 1)
    loss = parts["logits_and_loss"]
    return _common(job, parts) | _unsaid(d, job, parts) | {
        "activations:kept": _share(parts["activations"], KEPT_ACTIVATIONS * _framework_factor(job)),
        "logits_and_loss:copies": _share(loss, LOSS),
        "logits_and_loss:unknown": (loss * (taken - least) / taken, loss * (most - taken) / taken),
        "optimizer:step": _share(parts["optimizer"] + parts["gradients"], STEP),
        "workspace:temporary": (0, TRAINING_MIB * MIB),
        "optimizer:paged": (parts["optimizer"] * (job.optimizer.startswith("paged") if job.paged is None else job.paged), 0),
    }


def _framework_factor(job: Job) -> int:
    return UNKNOWN_FRAMEWORK if "framework" in job.unsaid else 1


def _unsaid(d: Dimensions, job: Job, parts: dict) -> dict:
    """Spreads of what the source leaves out: scores, inputs kept by a product, the length of sequences."""
    layers = d.layers if job.grad_ckpt == "none" else 1
    alive = job.micro_batch * job.context * layers
    scores = score_bytes(job) * d.attention_heads * job.context * alive
    spreads = {}
    if job.attention is None:
        spreads["activations:attention"] = (scores, 3 * scores)
    elif job.attn_eager_bytes is None:
        each = eager_score_bytes(job)
        spreads["activations:scores"] = (scores * max(0, each - LEAST_SCORE) / each, scores * max(0, MOST_SCORE - each) / each)
    if job.saved_inputs is None:
        spreads["activations:saved"] = _share(product_input_bytes(d, job) * alive, 1)
    if "adapter" in job.unsaid:
        adapters = parameters.adapter(d, job.lora_rank, job.lora_targets) * (4 if job.lora_dtype == "fp32" else 2)
        changing = adapters + parts["gradients"] + parts["optimizer"]
        spreads["weights:adapter"] = tuple(changing * fraction for fraction in UNKNOWN_ADAPTER)
    if "context" in job.unsaid:
        changing = parts["activations"] + parts["logits_and_loss"]
        spreads["activations:context"] = tuple(changing * fraction for fraction in UNKNOWN_CONTEXT)
    return spreads


def inference_spreads(d: Dimensions, job: Inference, parts: dict) -> dict:
    """Spreads of one moment of inference. Some kernels repack a matrix, or expand it for long prompts (AutoAWQ, Marlin)."""
    packed = is_quantized(job.weight_dtype) and not job.weight_dtype.startswith("gguf")
    in_layers = LAYER_TENSORS + (1 if job.attention is None else eager_part(job)) * (EAGER_TENSORS - LAYER_TENSORS)
    tying = d.tied * parameters.embedding(d) * 2 if packed and not job.untied_in_memory else 0
    return _common(job, parts) | {
        "weights:tying": (0, tying),
        "workspace:repacked": (0, 2 * parameters.largest_matrix(d) if packed else 0),
        "activations:layer": _share(parts["activations"], in_layers * _framework_factor(job)),
        "logits_and_loss:copies": _share(parts["logits_and_loss"], LOGITS),
        "kv_cache:blocks": _share(parts["kv_cache"], CACHE),
        "kv_cache:old": (parts["kv_cache"] * OLD_CACHE if job.kv_concat_legacy else 0, 0),
    }


def diffusion_spreads(job: Diffusion, parts: dict) -> dict:
    """Spreads of one moment of image making."""
    below, above = MAPS
    return _common(job, parts) | {"activations:maps": (parts["activations"] * below, parts["activations"] * above)}
