"""How many parameters an architecture has, by where they sit. Counts, not bytes; biases (under 0.1%) are left out."""

from ..expression import Number, maximum, minimum
from .dimensions import Dimensions, LatentAttention


def attention(d: Dimensions) -> Number:
    """Linear parameters of one attention block.

    h*a*d + 2*h*kv*d + a*d*h; with latent attention the low-rank factors (DeepSeek-V2, equations 9 to 13).
    """
    h = d.hidden_size
    plain = 2 * h * d.query_size + 2 * h * d.kv_size
    if d.latent is None:
        return plain
    return plain + d.latent.used * (_latent_attention(d, d.latent) - plain)


def _latent_attention(d: Dimensions, m: LatentAttention) -> Number:
    h, heads = d.hidden_size, d.attention_heads
    queries = heads * (m.qk_nope_head_dim + m.qk_rope_head_dim)
    query = m.q_lora_rank * (h + queries) + (1 - minimum(1, m.q_lora_rank)) * h * queries
    key_value = h * (m.kv_lora_rank + m.qk_rope_head_dim)
    expansion = m.kv_lora_rank * heads * (m.qk_nope_head_dim + m.v_head_dim)
    return query + key_value + expansion + heads * m.v_head_dim * h


def mlp(d: Dimensions) -> Number:
    """Linear parameters of one dense MLP: 3*h*i gated, else 2*h*i."""
    return d.mlp_matrices * d.hidden_size * d.intermediate_size


def mixture(d: Dimensions, experts: Number) -> Number:
    """Linear parameters of one mixture-of-experts MLP with `experts` counted: router, routed and shared experts."""
    routed = experts * d.mlp_matrices * d.hidden_size * d.moe_intermediate_size
    shared = d.mlp_matrices * d.hidden_size * d.shared_expert_size
    return d.hidden_size * d.experts + routed + shared


def linear(d: Dimensions) -> Number:
    """Parameters of all linear layers inside the blocks."""
    return _linear(d, d.experts)


def _linear(d: Dimensions, experts: Number) -> Number:
    attentions = (d.layers + d.cross_attention_layers) * attention(d)
    return attentions + (d.layers - d.moe_layers) * mlp(d) + d.moe_layers * mixture(d, experts)


def block(d: Dimensions) -> Number:
    """Parameters of an average block."""
    return linear(d) / d.layers


def embedding(d: Dimensions) -> Number:
    """The embedding table: vocabulary times hidden size."""
    return d.vocab_size * d.hidden_size


def head(d: Dimensions) -> Number:
    """The output projection; 0 when it is the embedding table."""
    return (1 - d.tied) * d.vocab_size * d.hidden_size


def norms(d: Dimensions) -> Number:
    """Two norms a block and one at the end."""
    return (2 * d.layers + 1) * d.hidden_size


def total(d: Dimensions) -> Number:
    """All parameters; within 0.2% of published counts, BERT with its table of positions 0.5% (tests/code/test_vram_terms.py)."""
    return linear(d) + embedding(d) + head(d) + norms(d)


def active(d: Dimensions) -> Number:
    """Parameters that one token uses: as `total`, with the chosen experts only."""
    return _linear(d, d.experts_per_token) + embedding(d) + head(d) + norms(d)


def largest_matrix(d: Dimensions) -> Number:
    """Parameters of the largest linear layer inside a block."""
    widest = maximum(d.intermediate_size, d.moe_intermediate_size, d.shared_expert_size, d.query_size)
    return d.hidden_size * widest


def adapter(d: Dimensions, rank: Number, targets: tuple[str, ...]) -> Number:
    """LoRA parameters: rank * (in + out) for each targeted matrix (LoRA, section 4.1)."""
    h = d.hidden_size
    sizes = {
        "q": h + d.query_size,
        "k": h + d.kv_size,
        "v": h + d.kv_size,
        "o": d.query_size + h,
        "mlp": d.mlp_matrices * _mlp_sides(d),
    }
    in_blocks = sum(sizes[target] for target in targets if target != "head")
    at_the_head = h + d.vocab_size if "head" in targets else 0
    return rank * (d.layers * in_blocks + at_the_head)


def _mlp_sides(d: Dimensions) -> Number:
    h, share = d.hidden_size, d.moe_layers / d.layers
    mixed = d.experts * (h + d.moe_intermediate_size) + h + d.shared_expert_size
    return (1 - share) * (h + d.intermediate_size) + share * mixed
