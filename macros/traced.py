"""The formulas as one expression graph: every kind of job that a reader can ask about, traced over named variables.

A plan is the moments of one kind of job; what only changes a number (context, rank, bytes a cached number, what is divided
among GPUs) is a variable, so that a kind is a method, a weight format, and checkpointing or not.
"""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from typing import get_args

from . import recipes, vram
from .catalog.models import Architecture
from .catalog.providers import MOST_STEPS
from .catalog.workloads import WEIGHTS, Checkpointing, MemoryRow
from .cost import billed_hours, compute_cost, storage_cost, transfer_cost
from .expression import Number, export, variable
from .memory import parameters
from .memory.dimensions import LatentAttention
from .memory.phase import Phase

LATENT = "latent"
SIZES = ("context", "micro_batch", "gpus")
TRAINING = ("full", "lora", "qlora")
BILLING = ("hours", "launches", "step_seconds", "minimum_seconds")
CODES = {"+": "+", "-": "-", "*": "*", "/": "/", "^": "^", "min": "n", "max": "x", "ceil": "c"}
"""One character an operation; a number is `k`, a variable `v`."""

NEAR = 64
"""Nodes back, up to which an operand is told by its distance: with this the file is a quarter smaller than with distances alone."""


def names_of(record: type) -> list[str]:
    """The names of the numbers in Dimensions or LatentAttention, which are also those of the variables."""
    return [field.name for field in dataclasses.fields(record) if field.name != LATENT]


def _shape() -> vram.Dimensions:
    """Any architecture: attention is latent where `used` is 1."""
    return vram.Dimensions(latent=LatentAttention(**_named(names_of(LatentAttention))), **_named(names_of(vram.Dimensions)))


def _named(names) -> dict[str, Number]:
    return {name: variable(name) for name in names}


def key(row: MemoryRow) -> str:
    """The name of the plan that works `row` out."""
    parts = [row.method, row.held_in]
    if row.method == "image":
        parts.append(row.model)
    if row.method in TRAINING:
        parts.append(row.checkpointing)
    return "/".join(parts)


def plans(pipelines: Mapping[str, Architecture]) -> dict[str, list[Phase]]:
    """Every plan; pictures are made by `pipelines`, whose parts are too unlike each other to share one."""
    traced = {key(row): vram.phases(_traced_job(_shape(), row)) for row in _text_rows()}
    for name, pipeline in pipelines.items():
        for weights in WEIGHTS["image"]:
            row = MemoryRow(model=name, method="image", weights=weights)
            numbers = _named(("micro_batch", "gpus", "width", "height", *recipes.rates(row)))
            traced[key(row)] = vram.phases(recipes.job(pipeline, row, **numbers))
    return traced


def _text_rows() -> Iterator[MemoryRow]:
    for method in ("inference", *TRAINING):
        checkpointings = get_args(Checkpointing) if method in TRAINING else (MemoryRow.model_fields["checkpointing"].default,)
        for weights, kept in itertools.product(WEIGHTS[method], checkpointings):
            yield MemoryRow(model="any", method=method, weights=weights, checkpointing=kept)


def _traced_job(shape: vram.Dimensions, row: MemoryRow) -> vram.Job:
    numbers = _named((*SIZES, *recipes.rates(row)))
    if row.method in ("lora", "qlora"):
        numbers["lora_rank"] = variable("lora_rank")
    return recipes.with_rates(shape, row, numbers)


def graph(pipelines: Mapping[str, Architecture]) -> dict[str, object]:
    """The graph as plain JSON: `nodes`, each plan's moments, and each moment's parts, total, low and high as places in the nodes.

    Kinds of job that differ in numbers only have the same moments, which are written once.
    """
    rows, moments = {}, []
    for name, phases in plans(pipelines).items():
        rows[name] = [_shared(moments, _roots(phase)) for phase in phases]
    counts = [count(_shape()) for count in (parameters.total, parameters.active)]
    run = _run()
    flat = [root for moment in moments for root in moment] + counts + list(run.values())
    entries, places = export(flat)
    place = iter(places)
    return {
        "plans": rows,
        "moments": [[next(place) for _ in moment] for moment in moments],
        "parameters": [next(place) for _ in counts],
        "cost": {name: next(place) for name in run},
        "nodes": encoded(entries),
    }


def _shared(moments: list[list[Number]], moment: list[Number]) -> int:
    """Where an equal moment stands among `moments`, at the end if there was none: equal operations are one object."""
    if moment not in moments:
        moments.append(moment)
    return moments.index(moment)


def _run() -> dict[str, Number]:
    """What a job costs, and the hours that are billed; a shorter price list is filled up with steps that change nothing."""
    steps = [(variable(f"above_{n}"), variable(f"change_{n}")) for n in range(MOST_STEPS)]
    billing = _named(BILLING)
    return {
        "compute": compute_cost(**billing, **_named(("price_per_hour", "instances"))),
        "billed": billed_hours(**billing),
        "storage": storage_cost(**_named(("kept_gb", "months", "free_gb")), steps=steps),
        "transfer": transfer_cost(**_named(("out_gb", "in_gb", "counts_in", "free_gb")), steps=steps),
    }


def _roots(moment: Phase) -> list[Number]:
    return [*(moment.parts.get(name, 0) for name in vram.PARTS), moment.total, moment.low, moment.high]


def encoded(entries: list) -> dict[str, object]:
    """The entries of `export` in columns: a character each, and where the operands of an operation lie (see `_place`)."""
    operations = [(place, entry) for place, entry in enumerate(entries) if isinstance(entry, list)]
    return {
        "codes": "".join(_code(entry) for entry in entries),
        "numbers": [entry for entry in entries if not isinstance(entry, list | str)],
        "variables": [entry for entry in entries if isinstance(entry, str)],
        "left": [_place(entry[1], place) for place, entry in operations],
        "right": [_place(entry[2], place) for place, entry in operations if len(entry) > 2],
    }


def _place(operand: int, place: int) -> int:
    """Where an operand lies: how far back if that is near, else its place with a minus, which repeats and so compresses better."""
    return place - operand if place - operand <= NEAR else -operand


def _code(entry: object) -> str:
    if isinstance(entry, list):
        return CODES[entry[0]]
    return "v" if isinstance(entry, str) else "k"
