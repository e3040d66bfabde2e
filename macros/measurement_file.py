"""A file of measurements, read row by row: what is wrong is said with its line, and the rows that are right are kept."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from .catalog.measurements import Measurement
from .catalog.models import Architecture, ModelsFile
from .catalog.problems import Problem, did_you_mean, printable
from .catalog.validation import validated
from .catalog.yaml_source import Source, read

R = TypeVar("R", bound=BaseModel)
ROWS = "measurements"
UNREAD = {
    "source", "source_group", "notes", "gpu", "published_as", "measured_value", "measured_unit", "buffers", "model_memory_gib",
}
"""Fields that no estimate reads: a wrong one is passed over, and its row counts all the same."""
TEXTS = {"id", "framework"} | UNREAD - {"measured_value", "buffers", "model_memory_gib"}


class Unreadable(Exception):
    """Nothing of a file can be used; the text says why, a line each."""


def read_models(path: Path) -> dict[str, Architecture]:
    """The architectures of a file in the form of data/models.yml; raises Unreadable."""
    source = _source(path)
    file = validated(source, ModelsFile)
    if source.problems or file is None:
        raise Unreadable("\n".join(map(str, source.problems)))
    return file.models


def read_measurements(path: Path) -> tuple[list[Measurement], list[Problem]]:
    """The rows that can be read, and what is wrong with the others or with a field of theirs; raises Unreadable."""
    source = _source(path)
    if isinstance(source.data, Mapping) and isinstance(source.data.get(ROWS), list) and source.data[ROWS]:
        problems = list(source.problems)
        return [row for row in _rows(source, problems) if row is not None], problems
    if not source.problems:
        source.problems.append(source.problem((ROWS,), f"the file should hold {ROWS}: and below it a list of rows"))
    raise Unreadable("\n".join(map(str, source.problems)))


def _source(path: Path) -> Source:
    try:
        return read(path, str(path), aliases=True)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None


def _rows(source: Source, problems: list[Problem]):
    lines: dict[int, dict] = {}
    for path, line in source.lines.items():
        if len(path) > 1 and path[0] == ROWS:
            lines.setdefault(path[1], {})[path[2:]] = line
    seen: dict[str, int] = {}
    for place, given in enumerate(source.data[ROWS]):
        one = Source(source.path, given, lines.get(place, {}))
        row = _row(one)
        if row is not None and row.id in seen:
            one.problems.append(one.problem(("id",), f"{printable(row.id)} is an id already, on line {seen[row.id]}; both rows count"))
        elif row is not None:
            seen[row.id] = one.line(("id",))
        problems += one.problems
        yield row


def _plain(name: str, value: object) -> object:
    """A whole number written as 512.0 is 512; a number where text belongs is its text."""
    if name in TEXTS and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _pass_over_unread(one: Source) -> None:
    """Takes out the fields that are wrong and of no effect, and tells of each."""
    try:
        Measurement.model_validate(one.data)
    except ValidationError as error:
        for name in sorted({str(wrong["loc"][0]) for wrong in error.errors() if wrong["loc"]} & UNREAD):
            one.data = {field: value for field, value in one.data.items() if field != name}
            one.problems.append(one.problem((name,), f"{name} can't be read and is passed over; the estimate does not need it"))


def _row(one: Source) -> Measurement | None:
    """A row; a field left empty has its default, one that is unknown is told of and passed over."""
    if not isinstance(one.data, Mapping):
        return validated(one, Measurement)
    given = {name: value for name, value in one.data.items() if value is not None}
    for name in [name for name in given if name not in Measurement.model_fields]:
        given.pop(name)
        hint = did_you_mean(name, set(Measurement.model_fields) - set(given))
        one.problems.append(one.problem((name,), f"{printable(name)} is not a field here and is passed over{hint}"))
    given = {name: _plain(name, value) for name, value in given.items()}
    if "source" not in given:
        one.problems.append(one.problem((), "source is missing; the row counts all the same"))
    one.data = {"source": "not said"} | given
    _pass_over_unread(one)
    row = validated(one, Measurement)
    if row is None:
        one.problems.append(one.problem((), f"{printable(given.get('id', 'a row without id'))} is left out"))
    return row
