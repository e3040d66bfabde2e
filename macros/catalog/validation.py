"""A parsed file against its record: pydantic's errors said as `path:line: what is wrong; the repair`."""

import contextlib
import datetime
import types
import typing
from collections.abc import Iterable

from pydantic import BaseModel, ValidationError

from .problems import Problem, did_you_mean, nearest, printable
from .yaml_source import Path, Source

R = typing.TypeVar("R", bound=BaseModel)

KINDS = {
    "string": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
    "list": "a list", "dict": "a mapping (key: value lines)", "model": "a mapping (key: value lines)",
    "date": "a date such as 2026-11-30",
}


def validated(source: Source, record: type[R]) -> R | None:
    """The record read from `source`, or None; what is wrong is added to `source.problems`, once a line."""
    told = {problem.line for problem in source.problems}
    if source.data is None:
        if not told:
            source.problems.append(Problem(source.path, 1, "the file is empty"))
        return None
    try:
        return record.model_validate(source.data)
    except ValidationError as error:
        found = _problems(source, record, error.errors(include_url=False))
        source.problems.extend(problem for problem in found if problem.line not in told)
        return None


def sound_entries(source: Source, field: str, record: type[R]) -> dict[str, R]:
    """Of a file with mistakes, the entries under a field that have none; what is wrong with the others is told by `validated`."""
    sound = {}
    for key, given in source.entries(field).items():
        with contextlib.suppress(ValidationError):
            sound[key] = record.model_validate(given)
    return sound


def _problems(source: Source, record: type[BaseModel], errors: list[dict]) -> Iterable[Problem]:
    misspelt = set()
    for error in (e for e in errors if e["type"] == "extra_forbidden"):
        path = _path(error, source)
        fields = fields_at(record, path[:-1])
        absent = {f for f in fields if (*path[:-1], f) not in source.lines}
        if close := nearest(path[-1], absent):
            misspelt.add((*path[:-1], close))
        known = absent if close else fields
        yield source.problem(path, f"{printable(path[-1])} is not a field here{did_you_mean(path[-1], known)}")
    told = set()
    for error in errors:
        path = _path(error, source)
        if error["type"] == "extra_forbidden" or path in told or (error["type"] == "missing" and path in misspelt):
            continue
        told.add(path)
        yield source.problem(path, _message(error, path))


def _path(error: dict, source: Source) -> Path:
    """Where in the file: without the kinds of value that pydantic tried one after the other."""
    path = tuple(error["loc"])
    if error["type"] != "extra_forbidden" and path[-1:] == ("[key]",):  # pydantic's mark of a key that is wrong itself
        path = path[:-1]
    if error["type"] == "missing":
        return path
    return next((path[:end] for end in range(len(path), 0, -1) if path[:end] in source.lines), path)


def _message(error: dict, path: Path) -> str:
    kind, given, context = error["type"], error.get("input"), error.get("ctx", {})
    name = _name(path)
    if kind == "missing":
        return f"{name} is missing"
    if kind == "literal_error":
        choices = [c.strip("'") for c in context["expected"].replace(" or ", ", ").split(", ")]
        return f"{name}: {_shown(given)} is not known{did_you_mean(given, choices)}"
    if kind == "value_error":
        return f"{name}: {context['error']}" if path else str(context["error"])
    if kind == "string_pattern_mismatch":
        return f"{name}: {_shown(given)} should have the form {context['pattern']}"
    if kind.endswith(("_type", "_parsing")) and (wanted := KINDS.get(kind.split("_")[0])):
        return f"{name} should be {wanted}, not {_shown(given)}{_unquote(kind, given)}"
    return f"{name}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _name(path: Path) -> str:
    if path and isinstance(path[-1], int):
        return f"{printable(path[-2]) if len(path) > 1 else 'list'}, entry {path[-1] + 1}"
    return printable(path[-1]) if path else "the file"


def _shown(value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return f"“{printable(value)}”" if isinstance(value, str) else printable(value)


def _unquote(kind: str, given: object) -> str:
    if kind.startswith("string") and isinstance(given, int | float | datetime.date):
        return f'; put quotes around it: "{given}"'
    if kind.startswith(("int", "float")) and isinstance(given, str) and given.isascii() and given.replace(".", "", 1).isdigit():
        return f"; write {given} without quotes"
    return ""


def fields_at(record: type[BaseModel], path: Path) -> set[str]:
    """The names of the fields that a mapping at `path` inside `record` may have."""
    at: object = record
    for part in path:
        if isinstance(at, type) and issubclass(at, BaseModel):
            field = at.model_fields.get(str(part))
            at = _inner(field.annotation) if field else None
        else:
            arguments = typing.get_args(at)
            at = _inner(arguments[-1]) if arguments else None
    return set(at.model_fields) if isinstance(at, type) and issubclass(at, BaseModel) else set()


def _inner(annotation: object) -> object:
    """An annotation without Optional and Annotated."""
    while typing.get_origin(annotation) in (typing.Union, types.UnionType, typing.Annotated):
        options = [a for a in typing.get_args(annotation) if a is not type(None)]
        annotation = options[0]
    return annotation
