"""The measurements behind the accuracy table, as the methodology page lists them: by method, then by source."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass

from .catalog.measurements import Measurement
from .catalog.reader import Catalog
from .scoring import Scored, scored

INFORMATIVE = {"buffers", "num_gpus_used", "model_memory_gib", "compute_excluded"}
"""Fields that say more about the figure than about what was run."""


@dataclass(frozen=True)
class Evidence:
    """One measurement: what was run, and its figure beside the estimate."""

    model: str
    configuration: str
    figures: Scored


@functools.lru_cache(maxsize=4)
def scores_of(catalog: Catalog) -> list[Scored]:
    """The catalog's measurements beside their estimates; the same for every language, so worked out once."""
    return scored(catalog.measurements, catalog.models)


def by_method_and_source(measurements: Iterable[Measurement], scores: Iterable[Scored]) -> dict[str, dict[str, list[Evidence]]]:
    """Every scored measurement, in the order of the file."""
    measured = {one.id: one for one in measurements}
    listed: dict[str, dict[str, list[Evidence]]] = {}
    for figures in scores:
        one = measured[figures.id]
        row = Evidence(one.model, configuration(one), figures)
        listed.setdefault(figures.method, {}).setdefault(one.source, []).append(row)
    return listed


def configuration(measurement: Measurement) -> str:
    """What was run, in the words of the file: each field of the configuration that is not left at its default."""
    fields = type(measurement).model_fields
    names = list(fields)[list(fields).index("weight_dtype") :]
    given = {name: getattr(measurement, name) for name in names if name not in INFORMATIVE}
    said = [f"{name}={_short(value)}" for name, value in given.items() if value != fields[name].default and value not in ([], {})]
    return ", ".join([measurement.weight_dtype, *(text for text in said if not text.startswith("weight_dtype="))])


def _short(value: object) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value))
    if isinstance(value, dict):
        return "+".join(f"{key}:{inner}" for key, inner in value.items())
    return "yes" if value is True else str(value)
