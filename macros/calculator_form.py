"""The fields of the calculator's form: which jobs each belongs to, what it may hold, what it starts with."""

from dataclasses import dataclass
from typing import get_args

from .calculator import image_models, sizes_of, text_models
from .catalog.gpus import Gpu
from .catalog.models import Architecture
from .catalog.workloads import (
    WEIGHTS,
    Accumulation,
    Attention,
    Cache,
    Checkpointing,
    Embeddings,
    Loss,
    MemoryRow,
    Method,
    Optimizer,
    Sharding,
)
from .traced import TRAINING

METHODS = get_args(Method)
TEXT = ("inference", "full", "lora", "qlora")
STARTS_WITH = MemoryRow(model="Llama-3.1-8B", method="inference")
LAUNCHES, HOURS = 1, 10


@dataclass(frozen=True)
class NumberField:
    """A number that is typed in; `label` names it in the words of the page."""

    name: str
    label: str
    methods: tuple[str, ...]
    least: float
    most: float
    usual: float
    whole: bool = True
    own: bool = False

    @property
    def id(self) -> str:
        return self.label.replace("_", "-")


@dataclass(frozen=True)
class ChoiceField:
    """A choice among `options`, each a value and the key of its word."""

    name: str
    label: str
    methods: tuple[str, ...]
    options: tuple[str, ...]
    usual: str

    @property
    def id(self) -> str:
        return "-".join([self.name, *self.methods])


LIMITS = {
    "layers": (1, 1000), "hidden_size": (8, 1_000_000), "attention_heads": (1, 10_000), "kv_heads": (1, 10_000),
    "head_dim": (1, 10_000), "intermediate_size": (0, 10_000_000), "vocab_size": (1, 10_000_000),
}
"""Least and most of each size that an architecture typed in has."""
SPECIAL_LIMITS = {
    "experts": (0, 10_000), "experts_per_token": (0, 10_000), "moe_intermediate_size": (0, 10_000_000),
    "shared_expert_size": (0, 10_000_000), "dense_layers": (0, 1000), "sliding_layers": (0, 1000), "sliding_window": (0, 10_000_000),
    "kv_lora_rank": (0, 1_000_000), "q_lora_rank": (0, 1_000_000), "qk_nope_head_dim": (0, 10_000), "qk_rope_head_dim": (0, 10_000),
    "v_head_dim": (0, 10_000),
}
"""And of those that only some have: experts, sliding windows, latent attention."""


def weights_fields() -> list[ChoiceField]:
    """One list of weight formats for each method."""
    labels = {method: "weights_full" if method == "full" else "weights" for method in METHODS}
    return [ChoiceField("weights", label, (method,), WEIGHTS[method], WEIGHTS[method][0]) for method, label in labels.items()]


def _usual(name: str) -> object:
    return getattr(STARTS_WITH, name)


SIZE_FIELDS = (
    NumberField("context", "context", TEXT, 1, 10_000_000, _usual("context")),
    NumberField("width", "width", ("image",), 64, 4096, _usual("width")),
    NumberField("height", "height", ("image",), 64, 4096, _usual("height")),
    NumberField("batch", "batch_inference", ("inference",), 1, 4096, 1),
    NumberField("batch", "batch_training", TRAINING, 1, 4096, 1),
    NumberField("batch", "batch_image", ("image",), 1, 4096, 1),
    NumberField("rank", "rank", ("lora", "qlora"), 1, 4096, _usual("rank")),
    NumberField("gpus", "gpus", TEXT, 1, 1024, 1),
)
CHOICE_FIELDS = (
    ChoiceField("cache", "cache", ("inference",), get_args(Cache), _usual("cache")),
    ChoiceField("optimizer", "optimizer", TRAINING, get_args(Optimizer), _usual("optimizer")),
    ChoiceField("checkpointing", "checkpointing", TRAINING, get_args(Checkpointing), _usual("checkpointing")),
    ChoiceField("accumulation", "accumulation", TRAINING, get_args(Accumulation), _usual("accumulation")),
    ChoiceField("loss", "loss", TRAINING, get_args(Loss), _usual("loss")),
    ChoiceField("attention", "attention", TEXT, get_args(Attention), _usual("attention")),
    ChoiceField("sharding", "sharding", TRAINING, get_args(Sharding), _usual("sharding")),
    ChoiceField("embeddings", "embeddings", ("qlora",), get_args(Embeddings), _usual("embeddings")),
)
RUN_FIELDS = (
    NumberField("hours", "hours", METHODS, 0.01, 100_000, HOURS, whole=False),
    NumberField("launches", "launches", METHODS, 1, 100_000, LAUNCHES),
)
WAYS = ("demand", "spot")
"""How the cards are rented."""
DATA_FIELDS = (
    NumberField("kept_gb", "kept_gb", METHODS, 0, 10_000_000, 0, whole=False),
    NumberField("months", "months", METHODS, 0.01, 1200, 1, whole=False),
    NumberField("out_gb", "out_gb", METHODS, 0, 10_000_000, 0, whole=False),
    NumberField("in_gb", "in_gb", METHODS, 0, 10_000_000, 0, whole=False),
)


def form(models: dict[str, Architecture], gpus: dict[str, Gpu]) -> dict[str, object]:
    """Everything that the form's template lists."""
    offered = list(text_models(models))
    start = STARTS_WITH.model if STARTS_WITH.model in offered else offered[0]
    return {
        "methods": METHODS,
        "text_models": offered,
        "image_models": list(image_models(models)),
        "weights": weights_fields(),
        "starts_with": start,
        "architecture": architecture_fields(models[start], LIMITS),
        "special": architecture_fields(models[start], SPECIAL_LIMITS),
        "sizes": SIZE_FIELDS,
        "choices": CHOICE_FIELDS,
        "run": RUN_FIELDS,
        "ways": WAYS,
        "data": DATA_FIELDS,
        "cards": sorted(gpus.items(), key=lambda item: (item[1].vram_gb, item[1].name)),
    }


def architecture_fields(model: Architecture, limits: dict[str, tuple[int, int]]) -> list[NumberField]:
    """Sizes of an architecture that is typed in, starting from those of a known model."""
    sizes = sizes_of(model)
    return [NumberField(name, name, TEXT, least, most, sizes.get(name, 0), own=True) for name, (least, most) in limits.items()]
