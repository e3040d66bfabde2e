"""How far the estimates are from published measurements: `python -m macros.accuracy FILE.yml [--json]`."""

import argparse
import json
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import ValidationError

from . import measured, vram
from .catalog.measurements import Measurement, MeasurementsFile
from .catalog.models import Architecture, ModelsFile

MODELS = Path("data/models.yml")
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
    rows = (m for m in measurements if m.confidence != "low" and m.model in models)
    return [compare(m, models[m.model]) for m in rows]


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


def read(path: Path, record):
    """A YAML file as its record; a SystemExit with one line a problem if it is not one."""
    try:
        return record.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from None
    except yaml.YAMLError as error:
        raise SystemExit(f"{path}: {error}") from None
    except ValidationError as error:
        raise SystemExit("\n".join(_problems(path, error))) from None


def _problems(path: Path, error: ValidationError) -> list[str]:
    return [f"{path}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the report; 1 when a row's model is unknown, else 0."""
    parser = argparse.ArgumentParser(prog="python -m macros.accuracy", description=__doc__)
    parser.add_argument("file", type=Path, help="measurements, in the format of data/measurements.yml")
    parser.add_argument("--models", type=Path, default=MODELS, help="architectures (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print fractions as JSON")
    parser.add_argument("--worst", type=int, default=WORST_ROWS, help="worst rows a method (default: %(default)s)")
    options = parser.parse_args(arguments)
    rows = read(options.file, MeasurementsFile).measurements
    models = read(options.models, ModelsFile).models
    comparisons = scored(rows, models)
    print(json.dumps(report(comparisons), indent=2) if options.json else table(comparisons, options.worst))
    unknown = unknown_models(rows, models)
    for model, ids in unknown.items():
        print(f"unknown model {model}: {', '.join(ids)}", file=sys.stderr)
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
