"""What the calculator page computes with, as one JSON file for the whole site: formulas, models, cards and offers.

No word that a reader sees is in it, so that all languages share it.
"""

import dataclasses
import datetime
import json
from collections.abc import Iterable
from typing import get_args

from . import engines, recipes, traced, vram
from .catalog.models import Architecture
from .catalog.providers import MOST_STEPS
from .catalog.reader import Catalog
from .catalog.workloads import WEIGHTS, Accumulation, Attention, Cache, Embeddings, Loss, MemoryRow, Optimizer, Sharding
from .evidence import scores_of
from .expression import Number
from .fit import COUNTS, NODE
from .listings import Listing
from .market import OFFERS_PER_CARD, cards, offers
from .memory.dimensions import LatentAttention, dimensions
from .memory.jobs import Split
from .memory.precision import GGUF_BITS
from .scoring import report


def payload(catalog: Catalog, listings: Iterable[Listing], as_of: datetime.date) -> str:
    """The file's text: the same bytes for the same catalog and day."""
    content = {
        "as_of": as_of.isoformat(),
        "fresh_days": catalog.policy.freshness_days.fresh,
        "parts": vram.PARTS,
        "shown_from": vram.SHOWN_FROM,
        "training": traced.TRAINING,
        "steps": MOST_STEPS,
        "counts": COUNTS,
        "node": NODE,
        "graph": traced.graph(image_models(catalog.models)),
        "rates": _rates(),
        "states": _states(),
        "needs": recipes.NEEDS,
        "formats": engines.NOT_ON_AMD,
        "by_layers": [held for held in WEIGHTS["inference"] if held in GGUF_BITS],
        "models": _models(text_models(catalog.models)),
        "accuracy": _accuracy(catalog),
        "cards": cards(catalog.gpus, catalog.policy.headroom),
        "offers_shown": OFFERS_PER_CARD,
        **offers(listings, list(catalog.gpus)),
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def text_models(models: dict[str, Architecture]) -> dict[str, Architecture]:
    """Language models that readers are offered."""
    return {name: model for name, model in models.items() if model.offered and model.kind != "diffusion"}


def image_models(models: dict[str, Architecture]) -> dict[str, Architecture]:
    """Image pipelines that readers are offered."""
    return {name: model for name, model in models.items() if model.offered and model.kind == "diffusion"}


CHOICES = {
    "cache": ("inference", get_args(Cache)), "weights": ("inference", WEIGHTS["inference"] + WEIGHTS["qlora"]),
    "loss": ("full", get_args(Loss)), "optimizer": ("full", get_args(Optimizer)), "attention": ("full", get_args(Attention)),
    "sharding": ("full", get_args(Sharding)), "embeddings": ("qlora", get_args(Embeddings)),
    "accumulation": ("full", get_args(Accumulation)),
}
"""Choices that only change rates, each with a method that has it and what may be chosen."""
DECIDES = {
    "cache": {"kv_bytes"}, "weights": {"bits_per_weight"}, "loss": {"loss_bytes", "head_gradients"}, "optimizer": {"paged"},
    "attention": {"eager"}, "sharding": set(traced.names_of(Split)), "embeddings": {"table_bytes"},
    "accumulation": {"gradients_persist"},
}
"""The rates that each of them decides; optimizer state depends on the weights too."""


def _rates() -> dict[str, dict]:
    """The values of the variables that stand for a choice, by choice and option."""
    return {choice: {one: _decided(choice, one, method) for one in options} for choice, (method, options) in CHOICES.items()}


def _decided(choice: str, option: str, method: str) -> dict[str, Number]:
    at = "qlora" if option in WEIGHTS["qlora"] else method
    rates = recipes.rates(MemoryRow(model="any", method=at, **{choice: option}))
    return {name: number for name, number in rates.items() if name in DECIDES[choice]}


def _states() -> dict[str, dict[str, Number]]:
    """Bytes of optimizer state a parameter, by how the weights are held and the optimizer."""
    rows = [MemoryRow(model="any", method=method, weights=held) for method in traced.TRAINING for held in WEIGHTS[method]]
    return {
        row.held_in: {one: recipes.rates(row.model_copy(update={"optimizer": one}))["state_bytes"] for one in optimizers(row.held_in)}
        for row in rows
    }


def optimizers(held: str) -> tuple[str, ...]:
    """The optimizers that can be asked for with weights held so."""
    return get_args(Optimizer)[:1] if held == "mixed" else get_args(Optimizer)


def _models(models: dict[str, Architecture]) -> dict:
    """Each model's longest context and its sizes in the order of `fields`, closing zeros left out."""
    fields = traced.names_of(vram.Dimensions) + traced.names_of(LatentAttention)
    return {"fields": fields, "rows": {name: [model.max_context_tokens, *_sizes(model, fields)] for name, model in models.items()}}


def _sizes(model: Architecture, fields: list[str]) -> list[float]:
    sizes = sizes_of(model)
    row = [sizes.get(name, 0) for name in fields]
    while row and not row[-1]:
        row.pop()
    return row


def sizes_of(model: Architecture) -> dict[str, float]:
    """The sizes of a model by the names of their variables."""
    shape = dimensions(model)
    return dataclasses.asdict(shape) | (dataclasses.asdict(shape.latent) if shape.latent else {})


def _accuracy(catalog: Catalog) -> dict[str, dict[str, float]]:
    """The measured error of each method that readers can ask about."""
    errors = report(scores_of(catalog))
    measured = recipes.ENGINE_METHODS | {"image": "diffusion_inference"}
    figures = ("n", "median", "p90")
    return {method: {name: round(errors[key][name], 4) for name in figures} for method, key in measured.items() if key in errors}
