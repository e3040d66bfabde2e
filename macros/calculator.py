"""What the calculator page computes with, as one JSON file for the whole site: formulas, models, cards and offers.

No word that a reader sees is in it, so that all languages share it.
"""

import dataclasses
import datetime
import json
from collections.abc import Iterable
from typing import get_args

from . import recipes, traced, vram
from .accuracy import report
from .catalog.models import Architecture
from .catalog.reader import Catalog
from .catalog.workloads import WEIGHTS, Cache, Loss, MemoryRow, Optimizer
from .evidence import comparisons_of
from .fit import COUNTS, NODE
from .listings import Listing
from .market import cards, offers
from .memory.dimensions import LatentAttention, dimensions


def payload(catalog: Catalog, listings: Iterable[Listing], as_of: datetime.date) -> str:
    """The file's text: the same bytes for the same catalog and day."""
    content = {
        "as_of": as_of.isoformat(),
        "fresh_days": catalog.policy.freshness_days.fresh,
        "parts": vram.PARTS,
        "counts": COUNTS,
        "node": NODE,
        "graph": traced.graph(image_models(catalog.models)),
        "rates": _rates(),
        "needs": recipes.NEEDS,
        "models": _models(text_models(catalog.models)),
        "accuracy": _accuracy(catalog),
        "cards": cards(catalog.gpus, catalog.policy.headroom),
        "offers": offers(listings, list(catalog.gpus)),
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def text_models(models: dict[str, Architecture]) -> dict[str, Architecture]:
    """Language models that readers are offered."""
    return {name: model for name, model in models.items() if model.offered and model.kind != "diffusion"}


def image_models(models: dict[str, Architecture]) -> dict[str, Architecture]:
    """Image pipelines that readers are offered."""
    return {name: model for name, model in models.items() if model.offered and model.kind == "diffusion"}


def _rates() -> dict[str, dict]:
    """The value of each variable that stands for a choice, by the choice; of optimizer state by the weights too."""
    return {
        "kv_bytes": {cache: _rate("kv_bytes", "inference", cache=cache) for cache in get_args(Cache)},
        "bits_per_weight": {held: _rate("bits_per_weight", "inference", weights=held) for held in WEIGHTS["inference"]},
        "loss_bytes": {loss: _rate("loss_bytes", "full", loss=loss) for loss in get_args(Loss)},
        "state_bytes": {
            held: {one: _rate("state_bytes", method, weights=held, optimizer=one) for one in optimizers(held)}
            for method in traced.TRAINING
            for held in WEIGHTS[method]
        },
    }


def _rate(name: str, method: str, **choices: str) -> float:
    return recipes.rates(MemoryRow(model="any", method=method, **choices)).get(name, 0)


def optimizers(held: str) -> tuple[str, ...]:
    """The optimizers that can be asked for with weights held so."""
    return get_args(Optimizer)[:1] if held == "mixed" else get_args(Optimizer)


def _models(models: dict[str, Architecture]) -> dict:
    """Each model's longest context and its sizes in the order of `fields`, closing zeros left out."""
    fields = traced.names_of(vram.Dimensions) + traced.names_of(LatentAttention)
    return {"fields": fields, "rows": {name: [model.max_context_tokens, *_sizes(model, fields)] for name, model in models.items()}}


def _sizes(model: Architecture, fields: list[str]) -> list[float]:
    shape = dimensions(model)
    sizes = dataclasses.asdict(shape) | (dataclasses.asdict(shape.latent) if shape.latent else {})
    row = [sizes.get(name, 0) for name in fields]
    while row and not row[-1]:
        row.pop()
    return row


def _accuracy(catalog: Catalog) -> dict[str, dict[str, float]]:
    """The measured error of each method that readers can ask about."""
    errors = report(comparisons_of(catalog))
    measured = recipes.ENGINE_METHODS | {"image": "diffusion_inference"}
    figures = ("n", "median", "p90")
    return {method: {name: round(errors[key][name], 4) for name in figures} for method, key in measured.items() if key in errors}
