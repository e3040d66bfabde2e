"""The numbers of an architecture that the formulas need; each may be a traced variable."""

from dataclasses import dataclass

from ..catalog.models import Architecture
from ..expression import Number


@dataclass(frozen=True)
class LatentAttention:
    """Multi-head latent attention (DeepSeek-V2, section 2.1). A rank of 0 leaves the queries whole, as DeepSeek-V2-Lite does.

    `used` is 0 or 1, so that a traced architecture may be of either kind.
    """

    q_lora_rank: Number
    kv_lora_rank: Number
    qk_nope_head_dim: Number
    qk_rope_head_dim: Number
    v_head_dim: Number
    used: Number = 1


@dataclass(frozen=True)
class Dimensions:
    """A transformer's sizes. `gated`, `tied` and the like are 0 or 1 so that formulas need not branch."""

    layers: Number
    hidden_size: Number
    attention_heads: Number
    kv_heads: Number
    head_dim: Number
    intermediate_size: Number
    vocab_size: Number
    gated: Number = 1
    tied: Number = 0
    cross_attention_layers: Number = 0
    sliding_window: Number = 0
    sliding_layers: Number = 0
    moe_layers: Number = 0
    moe_intermediate_size: Number = 0
    experts: Number = 0
    experts_per_token: Number = 0
    shared_expert_size: Number = 0
    latent: LatentAttention | None = None

    @property
    def query_size(self) -> Number:
        """Width of all query heads together."""
        return self.attention_heads * self.head_dim

    @property
    def kv_size(self) -> Number:
        """Width of all key (or value) heads together."""
        return self.kv_heads * self.head_dim

    @property
    def mlp_matrices(self) -> Number:
        """Matrices of one MLP: gate, up and down, or up and down."""
        return 2 + self.gated

    @property
    def active_intermediate_size(self) -> Number:
        """MLP width that one token passes through, averaged over the layers."""
        routed = self.experts_per_token * self.moe_intermediate_size + self.shared_expert_size
        return self.intermediate_size + (routed - self.intermediate_size) * self.moe_layers / self.layers


def dimensions(architecture: Architecture | Dimensions) -> Dimensions:
    """The sizes of a record of data/models.yml; sizes are returned as they are."""
    if isinstance(architecture, Dimensions):
        return architecture
    a = architecture
    windowed = a.sliding_window_tokens is not None
    return Dimensions(
        layers=a.layers,
        hidden_size=a.hidden_size,
        attention_heads=a.attention_heads,
        kv_heads=a.kv_heads,
        head_dim=a.head_dim,
        intermediate_size=a.intermediate_size or 0,
        vocab_size=a.vocab_size,
        gated=int(a.gated_mlp),
        tied=int(a.tie_embeddings),
        cross_attention_layers=a.layers / 2 if a.kind == "encoder_decoder" else 0,
        sliding_window=a.sliding_window_tokens or 0,
        sliding_layers=(a.sliding_layers or a.layers) if windowed else 0,
        moe_layers=a.layers - a.dense_layers if a.experts else 0,
        moe_intermediate_size=a.moe_intermediate_size or 0,
        experts=a.experts or 0,
        experts_per_token=a.experts_per_token or 0,
        shared_expert_size=a.shared_expert_intermediate_size,
        latent=LatentAttention(**a.mla.model_dump()) if a.mla else None,
    )
