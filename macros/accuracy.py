"""How far the estimates are from published measurements: `python -m macros.accuracy FILE.yml [--json]`."""

import argparse
import json
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import measured, vram
from .catalog.measurements import Measurement
from .catalog.models import Architecture
from .catalog.problems import nearest
from .measurement_file import Unreadable, read_measurements, read_models

MODELS = Path(__file__).parents[1] / "data/models.yml"
WORST_ROWS = 3


@dataclass(frozen=True)
class Comparison:
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


def compare(measurement: Measurement, architecture: Architecture) -> Comparison:
    """The measurement beside what is estimated for its configuration."""
    e = vram.estimate(measured.job(measurement, architecture))
    ends = (e.total / vram.GIB, e.low / vram.GIB, e.high / vram.GIB)
    return Comparison(measurement.id, measurement.method, measurement.measured_gib, *ends)


def scored(measurements: Iterable[Measurement], models: Mapping[str, Architecture]) -> list[Comparison]:
    """Comparisons of the rows of high and medium confidence whose model is known, in the file's order."""
    rows = [m for m in measurements if m.confidence != "low" and m.model in models]
    odd = unfit(rows, models)
    return [compare(m, models[m.model]) for m in rows if m.id not in odd]


def unknown_models(measurements: Iterable[Measurement], models: Mapping[str, Architecture]) -> dict[str, list[str]]:
    """Names that data/models.yml does not have, each with the ids of the rows that need it."""
    unknown: dict[str, list[str]] = {}
    for m in measurements:
        if m.model not in models:
            unknown.setdefault(m.model, []).append(m.id)
    return unknown


def summary(comparisons: Sequence[Comparison]) -> dict[str, float]:
    """n, and as fractions: median, 90th percentile and worst absolute error, bias, share inside, mean half-width."""
    sizes = sorted(abs(c.error) for c in comparisons)
    return {
        "n": len(comparisons),
        "median": statistics.median(sizes),
        "p90": percentile(sizes, 0.9),
        "bias": statistics.fmean(c.error for c in comparisons),
        "worst": sizes[-1],
        "inside": statistics.fmean(c.inside for c in comparisons),
        "half_width": statistics.fmean(c.half_width for c in comparisons),
    }


def percentile(ascending: Sequence[float], fraction: float) -> float:
    """Linearly interpolated between the two nearest of the sorted values."""
    place = fraction * (len(ascending) - 1)
    below = int(place)
    above = min(below + 1, len(ascending) - 1)
    return ascending[below] + (place - below) * (ascending[above] - ascending[below])


def by_method(comparisons: Iterable[Comparison]) -> dict[str, list[Comparison]]:
    """The comparisons under their method, in the order in which methods first occur."""
    groups: dict[str, list[Comparison]] = {}
    for c in comparisons:
        groups.setdefault(c.method, []).append(c)
    return groups


def report(comparisons: Iterable[Comparison]) -> dict[str, dict[str, float]]:
    """The summary of each method."""
    return {method: summary(group) for method, group in by_method(comparisons).items()}


def table(comparisons: Sequence[Comparison], worst: int) -> str:
    """The report as text in percent, then each method's worst rows by id."""
    groups = by_method(comparisons)
    lines = [f"{'method':<20} {'n':>4} {'median':>7} {'p90':>7} {'bias':>7} {'worst':>7} {'inside':>7} {'± width':>7}"]
    for method, group in groups.items():
        s = summary(group)
        figures = " ".join(f"{100 * s[key]:>6.1f}%" for key in ("median", "p90", "bias", "worst", "inside", "half_width"))
        lines.append(f"{method:<20} {s['n']:>4} {figures}")
    lines += ["", "worst rows: error, measured -> estimated (low..high) GiB"]
    for group in groups.values():
        lines += [_row(c) for c in sorted(group, key=lambda c: -abs(c.error))[:worst]]
    return "\n".join(lines)


def _row(c: Comparison) -> str:
    outside = "" if c.inside else "  outside"
    figures = f"{c.measured:.2f} -> {c.estimated:.2f} ({c.low:.2f}..{c.high:.2f})"
    return f"{100 * c.error:>+6.1f}%  {c.method}  {c.id}  {figures}{outside}"


def unfit(measurements: Iterable[Measurement], models: Mapping[str, Architecture]) -> dict[str, str]:
    """Ids of rows whose model can't do what was measured, each with the reason."""
    makes_images = {name for name, model in models.items() if model.kind == "diffusion"}
    return {
        m.id: f"{m.model} {'makes images' if m.model in makes_images else 'makes no images'}, so {m.method} can't be worked out"
        for m in measurements
        if m.model in models and (m.method == "diffusion_inference") != (m.model in makes_images)
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the report. 0: every row was read; 1: some were left out or had an unknown field; 2: nothing can be scored."""
    parser = argparse.ArgumentParser(prog="python -m macros.accuracy", description=__doc__, epilog=main.__doc__)
    parser.add_argument("file", type=Path, help="measurements, in the format of data/measurements.yml")
    parser.add_argument("--models", type=Path, default=MODELS, help="architectures (default: those of data/models.yml)")
    parser.add_argument("--json", action="store_true", help="print fractions as JSON")
    parser.add_argument("--worst", type=int, default=WORST_ROWS, help="worst rows a method (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        rows, problems = read_measurements(options.file)
        models = read_models(options.models)
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    comparisons = scored(rows, models)
    print(json.dumps(report(comparisons), indent=2) if options.json else table(comparisons, options.worst))
    notes = [*map(str, problems), *_left_out(rows, models)] + ([] if comparisons else [f"{options.file}: no row can be scored"])
    print(*notes, sep="\n", end="\n" * bool(notes), file=sys.stderr)
    return 2 if not comparisons else int(bool(notes))


def odd_components(measurements: Iterable[Measurement], models: Mapping[str, Architecture]) -> list[str]:
    """Names of parts that a row gives a format and its pipeline does not have; the format is passed over."""
    return [
        f"{m.id}: {name} is no component of {m.model} and is passed over; its components are {', '.join(known)}"
        for m in measurements
        if m.model in models and (known := models[m.model].components_params_billion)
        for name in m.component_dtypes
        if name not in known
    ]


def _left_out(rows: Sequence[Measurement], models: Mapping[str, Architecture]) -> list[str]:
    unknown = [f"unknown model {model}: {', '.join(ids)}{_near(model, models)}" for model, ids in unknown_models(rows, models).items()]
    return unknown + [f"{row}: {reason}" for row, reason in unfit(rows, models).items()] + odd_components(rows, models)


def _near(model: str, models: Mapping[str, Architecture]) -> str:
    known = {name.lower(): name for name in models}
    close = nearest(model, known)
    return f"; did you mean {known[close]}?" if close else ""


if __name__ == "__main__":
    sys.exit(main())
