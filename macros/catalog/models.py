"""data/models.yml: the architectures that the calculators know."""

from typing import Literal, Self

from pydantic import Field, model_validator

from .record import Count, Line, Positive, Record

Kind = Literal["decoder", "decoder_moe", "encoder_decoder", "diffusion"]


class Mla(Record):
    """Multi-head latent attention: one compressed vector a token is cached (DeepSeek-V2, section 2.1)."""

    q_lora_rank: int = Field(ge=0, le=100_000_000, description="0: queries are not compressed")
    kv_lora_rank: Count
    qk_nope_head_dim: Count
    qk_rope_head_dim: Count
    v_head_dim: Count


class Architecture(Record):
    """One model's dimensions; totals are computed from them (macros/memory/parameters.py)."""

    kind: Kind
    layers: Count | None = None
    hidden_size: Count | None = None
    attention_heads: Count | None = None
    kv_heads: Count | None = Field(None, description="heads of K and V; fewer than attention_heads with grouped queries")
    head_dim: Count | None = None
    intermediate_size: Count | None = Field(None, description="width of a dense MLP")
    gated_mlp: bool = Field(True, description="three matrices (SwiGLU, GeGLU), else two")
    vocab_size: Count | None = None
    tie_embeddings: bool = Field(False, description="the output projection is the embedding table")
    max_context_tokens: Count | None = None
    sliding_window_tokens: Count | None = None
    sliding_layers: Count | None = Field(None, description="layers with the window; all of them when left out")
    mla: Mla | None = None
    moe_intermediate_size: Count | None = None
    experts: Count | None = Field(None, description="routed experts a layer")
    experts_per_token: Count | None = None
    shared_expert_intermediate_size: int = Field(0, ge=0)
    dense_layers: int = Field(0, ge=0, description="leading layers of a mixture model that have a dense MLP")
    components_params_billion: dict[Line, Positive] = Field(default={}, description="a diffusion pipeline's parts, 1e9 parameters")
    latent_channels: Count | None = None
    vae_scale: Count | None = Field(None, description="pixels a latent, along one side")
    vae_base_channels: Count | None = None
    unet_base_channels: Count | None = None
    double_blocks: Count | None = None
    single_blocks: Count | None = None
    params_billion_published: Positive | None = None
    params_billion_active_published: Positive | None = None
    popular: bool = Field(False, description="worth offering to readers")
    verified: bool = Field(description="read at its source, not from memory")
    source: Line | None = None
    evidence: Line | None = None

    @property
    def offered(self) -> bool:
        """Readers may choose it."""
        return self.popular and self.verified

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if missing := [name for name in self._needed() if not getattr(self, name)]:
            raise ValueError(f"{self.kind} needs {', '.join(missing)}")
        return self

    def _needed(self) -> list[str]:
        if self.kind == "diffusion":
            return ["components_params_billion", "latent_channels", "vae_scale", "vae_base_channels"]
        dimensions = ["layers", "hidden_size", "attention_heads", "kv_heads", "head_dim", "vocab_size"]
        if self.kind == "decoder_moe":
            return dimensions + ["moe_intermediate_size", "experts", "experts_per_token"]
        return dimensions + ["intermediate_size"]


class ModelsFile(Record):
    """data/models.yml"""

    models: dict[Line, Architecture]
