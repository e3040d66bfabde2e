"""How far the estimates are from published measurements: `python -m macros.accuracy FILE.yml [--json]`."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from .catalog.measurements import Measurement
from .catalog.models import Architecture
from .catalog.problems import nearest
from .measurement_file import Unreadable, read_measurements, read_models
from .scoring import Scored, by_method, report, scored, summary, unfit

MODELS = Path(__file__).parents[1] / "data/models.yml"
WORST_ROWS = 3


def unknown_models(measurements: Iterable[Measurement], models: Mapping[str, Architecture]) -> dict[str, list[str]]:
    """Names that data/models.yml does not have, each with the ids of the rows that need it."""
    unknown: dict[str, list[str]] = {}
    for m in measurements:
        if m.model not in models:
            unknown.setdefault(m.model, []).append(m.id)
    return unknown


def table(scores: Sequence[Scored], worst: int) -> str:
    """The report as text in percent, then each method's worst rows by id."""
    groups = by_method(scores)
    lines = [f"{'method':<20} {'n':>4} {'median':>7} {'p90':>7} {'bias':>7} {'worst':>7} {'inside':>7} {'± width':>7}"]
    for method, group in groups.items():
        s = summary(group)
        figures = " ".join(f"{100 * s[key]:>6.1f}%" for key in ("median", "p90", "bias", "worst", "inside", "half_width"))
        lines.append(f"{method:<20} {s['n']:>4} {figures}")
    lines += ["", "worst rows: error, measured -> estimated (low..high) GiB"]
    for group in groups.values():
        lines += [_row(c) for c in sorted(group, key=lambda c: -abs(c.error))[:worst]]
    return "\n".join(lines)


def _row(c: Scored) -> str:
    outside = "" if c.inside else "  outside"
    figures = f"{c.measured:.2f} -> {c.estimated:.2f} ({c.low:.2f}..{c.high:.2f})"
    return f"{100 * c.error:>+6.1f}%  {c.method}  {c.id}  {figures}{outside}"


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
    scores = scored(rows, models)
    print(json.dumps(report(scores), indent=2) if options.json else table(scores, options.worst))
    notes = [*map(str, problems), *_left_out(rows, models)] + ([] if scores else [f"{options.file}: no row can be scored"])
    print(*notes, sep="\n", end="\n" * bool(notes), file=sys.stderr)
    return 2 if not scores else int(bool(notes))


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
