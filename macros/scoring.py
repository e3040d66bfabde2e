"""Estimates beside published measurements: how far off they are, method by method."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from . import measured, vram
from .catalog.measurements import Measurement
from .catalog.models import Architecture


@dataclass(frozen=True)
class Scored:
    """One measurement beside its estimate, in GiB."""

    id: str
    method: str
    measured: float
    estimated: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """(estimate - measured) / measured."""
        return (self.estimated - self.measured) / self.measured

    @property
    def inside(self) -> bool:
        """The measurement lies in the interval."""
        return self.low <= self.measured <= self.high

    @property
    def half_width(self) -> float:
        """Half of the interval as a fraction of the estimate."""
        return (self.high - self.low) / 2 / self.estimated


def score(measurement: Measurement, architecture: Architecture) -> Scored:
    """The measurement beside what is estimated for its configuration."""
    e = vram.estimate(measured.job(measurement, architecture))
    ends = (e.total / vram.GIB, e.low / vram.GIB, e.high / vram.GIB)
    return Scored(measurement.id, measurement.method, measurement.measured_gib, *ends)


def scored(measurements: Iterable[Measurement], models: Mapping[str, Architecture]) -> list[Scored]:
    """The rows of high and medium confidence whose model is known, each beside its estimate, in the file's order."""
    rows = [m for m in measurements if m.confidence != "low" and m.model in models]
    odd = unfit(rows, models)
    return [score(m, models[m.model]) for m in rows if m.id not in odd]


def summary(rows: Sequence[Scored]) -> dict[str, float]:
    """n, and as fractions: median, 90th percentile and worst absolute error, bias, share inside, mean half-width."""
    sizes = sorted(abs(c.error) for c in rows)
    return {
        "n": len(rows),
        "median": statistics.median(sizes),
        "p90": percentile(sizes, 0.9),
        "bias": statistics.fmean(c.error for c in rows),
        "worst": sizes[-1],
        "inside": statistics.fmean(c.inside for c in rows),
        "half_width": statistics.fmean(c.half_width for c in rows),
    }


def percentile(ascending: Sequence[float], fraction: float) -> float:
    """Linearly interpolated between the two nearest of the sorted values."""
    place = fraction * (len(ascending) - 1)
    below = int(place)
    above = min(below + 1, len(ascending) - 1)
    return ascending[below] + (place - below) * (ascending[above] - ascending[below])


def by_method(rows: Iterable[Scored]) -> dict[str, list[Scored]]:
    """The rows under their method, in the order in which methods first occur."""
    groups: dict[str, list[Scored]] = {}
    for c in rows:
        groups.setdefault(c.method, []).append(c)
    return groups


def report(rows: Iterable[Scored]) -> dict[str, dict[str, float]]:
    """The summary of each method."""
    return {method: summary(group) for method, group in by_method(rows).items()}


def unfit(measurements: Iterable[Measurement], models: Mapping[str, Architecture]) -> dict[str, str]:
    """Ids of rows whose model can't do what was measured, each with the reason."""
    makes_images = {name for name, model in models.items() if model.kind == "diffusion"}
    return {
        m.id: f"{m.model} {'makes images' if m.model in makes_images else 'makes no images'}, so {m.method} can't be worked out"
        for m in measurements
        if m.model in models and (m.method == "diffusion_inference") != (m.model in makes_images)
    }
