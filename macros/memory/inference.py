"""The moments of generating text, and what is in memory at each."""

from ..expression import Number, maximum, minimum
from . import parameters
from .activations import eager_part
from .dimensions import Dimensions
from .jobs import Inference
from .kv_cache import cached_numbers
from .phase import Phase
from .precision import CACHE_BYTES, GPTQ, WEIGHT_ONLY, expanded_bytes, is_4bit_float
from .sharding import cache_share, weight_share
from .spreads import inference_spreads
from .weights import weight_bytes

EAGER_SCORE_BYTES = 6
"""float32 softmax and its 16-bit copy (transformers, eager_attention_forward)."""


def inference_phases(d: Dimensions, job: Inference) -> list[Phase]:
    """The moments that can be the peak: the prompt is read (layers, then logits), and the last token is made."""
    kinds = [_prompt_in_layers, _prompt_logits, _last_token] if job.n_ubatch is None else [_llama_cpp]
    moments = [moment(d, job) for moment in kinds]
    return [Phase(p.name, p.parts, inference_spreads(d, job, p.parts)) for p in moments]


def _held(d: Dimensions, job: Inference, cached: Number) -> dict[str, Number]:
    rate = CACHE_BYTES[job.kv_dtype] if job.kv_bytes is None else job.kv_bytes
    cache = cached_numbers(d, cached, job.micro_batch, job.mla_absorbed) * rate * cache_share(d, job)
    weights = weight_bytes(d, job) * weight_share(job)
    return {"weights": weights, "activations": 0, "logits_and_loss": 0, "kv_cache": cache, "workspace": held_buffer(d, job)}


def _prompt(job: Inference) -> Number:
    return job.context if job.prompt is None else job.prompt


def _prompt_cached(job: Inference) -> Number:
    """Tokens a sequence for which the cache has room while the prompt is read."""
    return job.context if job.kv_preallocated else _prompt(job)


def _prefill_tokens(job: Inference) -> Number:
    together = _prompt(job) * job.micro_batch
    return together if job.prefill_chunk is None else minimum(together, job.prefill_chunk)


def _prompt_in_layers(d: Dimensions, job: Inference) -> Phase:
    """Weights, cache, one layer's tensors for all tokens at once, scores if attention is eager, and workspace."""
    parts = _held(d, job, _prompt_cached(job))
    parts["activations"] = layer_bytes(d, job) * _prefill_tokens(job) + scores_in_layer(d, job)
    parts["workspace"] = parts["workspace"] + expanded_weights(d, job)
    return Phase("prompt in the layers", parts)


def layer_bytes(d: Dimensions, job: Inference) -> Number:
    """Bytes a token of one layer's tensors: 2*(4*h + 3*i), two of them the residual and the normed input.

    Two or three tensors of the MLP's width are alive together (ungated or gated); nothing is kept for later layers.
    Tensor parallelism divides the MLP.
    """
    share = 1 / job.gpus if job.sharding == "tp" else 1
    expanded = 4 * d.query_size if job.kv_expanded else 0
    return 8 * d.hidden_size + 2 * d.mlp_matrices * d.active_intermediate_size * share + expanded


def scores_in_layer(d: Dimensions, job: Inference) -> Number:
    """Bytes of eager attention's scores in one layer: heads * prompt * prompt * bytes, for every sequence."""
    each = EAGER_SCORE_BYTES if job.attn_eager_bytes is None else job.attn_eager_bytes
    return eager_part(job) * each * d.attention_heads * _prompt(job) * _prefill_tokens(job)


def expanded_weights(d: Dimensions, job: Inference) -> Number:
    """Bytes of the largest matrix expanded for the prompt; one token is multiplied without (bitsandbytes, gemv_4bit)."""
    if not is_4bit_float(job.weight_dtype) and job.weight_dtype not in WEIGHT_ONLY:
        return 0
    widest = parameters.largest_matrix(d)
    widest = maximum(widest, parameters.embedding(d)) if job.quantize_lm_head else widest
    return expanded_bytes(job, widest) * minimum(1, _prefill_tokens(job) - 1)


def held_buffer(d: Dimensions, job: Inference) -> Number:
    """Bytes of the 16-bit matrix that GPTQ kernels have room for (AutoGPTQ, ExLlama prepare_buffers)."""
    return 2 * parameters.largest_matrix(d) if job.weight_dtype in GPTQ else 0


def _prompt_logits(d: Dimensions, job: Inference) -> Phase:
    """Weights, cache and the logits of the prompt: 16 bits and a float32 copy, for all tokens or the last."""
    parts = _held(d, job, _prompt_cached(job))
    parts["activations"] = 4 * d.hidden_size * _prefill_tokens(job)
    together = _prefill_tokens(job) if job.logits == "all_fp32" else job.micro_batch
    parts["logits_and_loss"] = 6 * d.vocab_size * together
    return Phase("prompt's logits", parts)


def _last_token(d: Dimensions, job: Inference) -> Phase:
    """Weights, the whole cache, and the copy that appending a token makes.

    Appending concatenates: one layer's old and new cache are alive together (transformers, DynamicCache.update), or
    all layers' in the legacy tuple cache. A preallocated cache is written in place.
    """
    parts = _held(d, job, job.context)
    cache = parts["kv_cache"]
    if job.kv_concat_legacy:
        parts["kv_cache"] = 2 * cache
    elif not job.kv_preallocated:
        parts["workspace"] = parts["workspace"] + cache / d.layers
    parts["activations"] = layer_bytes(d, job) * job.micro_batch
    parts["logits_and_loss"] = 6 * d.vocab_size * job.micro_batch
    return Phase("last token", parts)


def _llama_cpp(d: Dimensions, job: Inference) -> Phase:
    """llama.cpp's buffers: weights, a cache for the whole context, and a compute buffer for one micro-batch.

    Compute: float32 logits of the micro-batch, or float32 scores over the context without flash attention, each
    with the mask and some hidden states (llama.cpp, build_attn; measured: llamacpp-llama8b-q4km-8k,
    llamacpp-glm-z1-32b-iq4xs-32k, llamacpp-pythia28b-f16-2k).
    """
    parts = _held(d, job, job.context)
    eager = 1 if job.attention is None else eager_part(job)
    mask = (2 + 2 * eager) * job.context
    scores = eager * (4 * d.attention_heads * job.context + 16 * d.hidden_size)
    logits = 4 * d.vocab_size + 8 * d.hidden_size
    parts["workspace"] = (maximum(logits, scores) + mask) * job.n_ubatch
    return Phase("micro-batch", parts)
