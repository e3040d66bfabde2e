"""Memory of cached keys and values."""

from ..expression import Number, minimum
from .dimensions import Dimensions
from .precision import CACHE_BYTES


def elements_per_token(d: Dimensions, mla_absorbed: bool = True) -> Number:
    """Numbers cached for one token in one layer.

    2 * kv_heads * head_dim: K and V of each group (GQA, Ainslie et al. 2023). Latent attention: kv_lora_rank +
    rope dim, shared by all heads (DeepSeek-V2, section 2.1.4); not absorbed: the expanded K and V of every head.
    """
    plain = 2 * d.kv_size
    if d.latent is None:
        return plain
    m = d.latent
    if mla_absorbed:
        latent = m.kv_lora_rank + m.qk_rope_head_dim
    else:
        latent = d.attention_heads * (m.qk_nope_head_dim + m.qk_rope_head_dim + m.v_head_dim)
    return plain + m.used * (latent - plain)


def layer_tokens(d: Dimensions, tokens: Number) -> Number:
    """Cached tokens summed over the layers: a sliding-window layer holds at most its window (Mistral 7B, section 2)."""
    return d.sliding_layers * minimum(d.sliding_window, tokens) + (d.layers - d.sliding_layers) * tokens


def cached_numbers(d: Dimensions, tokens: Number, sequences: Number, mla_absorbed: bool = True) -> Number:
    """Numbers in the cache of `sequences` sequences of `tokens` tokens: elements * layers * tokens * sequences."""
    return elements_per_token(d, mla_absorbed) * layer_tokens(d, tokens) * sequences


def kv_cache_bytes(d: Dimensions, tokens: Number, sequences: Number, dtype: str, mla_absorbed: bool = True) -> Number:
    """Bytes of that cache in a format: numbers * bytes."""
    return cached_numbers(d, tokens, sequences, mla_absorbed) * CACHE_BYTES[dtype]
