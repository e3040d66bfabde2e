"""YAML files to plain data, keeping the line of every key and value and refusing YAML's traps.

The traps: a repeated key silently wins, `NO` is read as false, `12:30` and `010` as other
numbers, an alias can grow a file without bound.
"""

import datetime
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as Location

import yaml

from .problems import Problem, printable

Path = tuple[str | int, ...]
PLAIN = {"tag:yaml.org,2002:" + kind for kind in ("str", "int", "float", "bool", "null", "timestamp")}
_construct = yaml.constructor.SafeConstructor()


@dataclass
class Source:
    """One YAML file: `data` as dicts, lists and scalars; `lines[path]` where each part stands (1-based)."""

    path: str
    data: object = None
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def line(self, path: Path) -> int:
        """The line of `path`, or of the nearest part around it that is in the file."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def problem(self, path: Path, message: str) -> Problem:
        return Problem(self.path, self.line(path), message)

    def get(self, field: str) -> object:
        """What was given for a field of the file, or None."""
        return self.data.get(field) if isinstance(self.data, dict) else None

    def entries(self, field: str) -> dict[str, object]:
        """The mapping under a field of the file, as it was given; empty where there is none."""
        given = self.get(field)
        return given if isinstance(given, dict) else {}

    @functools.cached_property
    def leaves(self) -> list[tuple[Path, object]]:
        """Every scalar with its path; none where the file is a scalar itself."""
        return list(_leaves(self.data, ())) if isinstance(self.data, dict | list) else []


def _leaves(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(inner, (*path, key))
    else:
        yield path, value


def read(file: Location, shown: str, aliases: bool = False) -> Source:
    """Read one file, told of as `shown`; what is wrong with it is in `problems`. Raises OSError where it can't be opened."""
    try:
        return parse(file.read_text(encoding="utf-8"), shown, aliases)
    except UnicodeDecodeError as error:
        return Source(shown, problems=[not_text(shown, error)])


def not_text(shown: str, error: UnicodeDecodeError) -> Problem:
    """What is wrong with a file that is told of as `shown`, at the line of its first odd byte."""
    return Problem(shown, error.object[: error.start].count(b"\n") + 1, f"not UTF-8 text (byte {error.start})")


def parse(text: str, path: str, aliases: bool = False) -> Source:
    """Read one YAML document, with aliases or without. Never raises for bad YAML: what is wrong is in `problems`."""
    source = Source(path)
    try:
        events = [] if aliases else list(yaml.parse(text, Loader=yaml.CSafeLoader))
        if alias := next((e for e in events if isinstance(e, yaml.AliasEvent)), None):
            _refuse(source, alias.start_mark.line, "aliases (*name) are not used here; write the value out")
        else:
            node = yaml.compose(text, Loader=yaml.CSafeLoader)
            source.data = None if node is None else _value(node, (), source)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or getattr(error, "reason", None) or error
        line0 = mark.line if mark else 0
        _refuse(source, line0, f"not readable as YAML: {printable(what)}{_hint(str(what), text, line0)}")
    except RecursionError:
        _refuse(source, 0, "nested too deeply")
    return source


UNSPACED = re.compile(r"\s*(?:- )?[\w-]+:[^\s/:][^:]*$")
"""A line such as usd_per_hour:0.99, which YAML takes for one text."""
BARE = re.compile(r" *\w[\w-]* *$")
"""A key without its colon."""


def _hint(what: str, text: str, line0: int) -> str:
    """The repair of what contributors most often meet; YAML itself often sees it a line late."""
    nearby = dict(enumerate(text.split("\n")[: line0 + 1], start=1))
    if unspaced := next((line for line in (line0, line0 + 1) if UNSPACED.match(nearby.get(line, ""))), None):
        return f"; put a space after the colon in line {unspaced}"
    if bare := next((line for line in (line0 + 1, line0) if BARE.match(nearby.get(line, ""))), None):
        return f"; is a colon missing in line {bare}?"
    if "tab character" in what:
        return "; write spaces instead, as on the line above"
    if "cannot start any token" in what:
        return "; a tab or a mark such as @ or % stands there: indent with spaces, and put quotes around the text"
    if "mapping values are not allowed" in what:
        return "; put quotes around a text that holds a colon and a space"
    if "did not find expected" in what:
        return "; indent the line as those around it"
    return ""


def _refuse(source: Source, line0: int, message: str) -> None:
    source.problems.append(Problem(source.path, line0 + 1, message))


def _value(node: yaml.Node, path: Path, source: Source) -> object:
    source.lines.setdefault(path, node.start_mark.line + 1)
    if not isinstance(node, yaml.ScalarNode) and node.tag not in ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
        _refuse(source, node.start_mark.line, f"the YAML tag {printable(node.tag)} is not allowed")
        return None
    if isinstance(node, yaml.MappingNode):
        return dict(_entries(node, path, source))
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*path, i), source) for i, item in enumerate(node.value)]
    return _scalar(node, source)


def _entries(node: yaml.MappingNode, path: Path, source: Source) -> Iterator[tuple[str, object]]:
    seen: dict[str, int] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line
        if not isinstance(key_node, yaml.ScalarNode):
            _refuse(source, line, "a key must be a word")
            continue
        key = key_node.value
        if key in seen:
            _refuse(source, line, f"{printable(key)} is given twice (first on line {seen[key] + 1}); keep one")
            continue
        seen[key] = line
        source.lines[(*path, key)] = line + 1
        yield key, _value(value_node, (*path, key), source)


def _scalar(node: yaml.ScalarNode, source: Source) -> object:
    text, line = node.value, node.start_mark.line
    kind = node.tag.rpartition(":")[2]
    if node.tag not in PLAIN:
        _refuse(source, line, f"the YAML tag {printable(node.tag)} is not allowed")
        return None
    if kind == "bool" and text not in ("true", "false"):
        _refuse(source, line, f'YAML reads {text} as true or false; for the word write "{text}", else true or false')
        return None
    if kind in ("int", "float") and (":" in text or "_" in text or _octal(text)):
        _refuse(source, line, f'YAML reads {printable(text)} as another number; put quotes around it: "{printable(text)}"')
        return None
    try:
        value = _construct.construct_object(node)
    except (ValueError, LookupError, AttributeError):  # what PyYAML raises for “!!int” of nothing and its like
        _refuse(source, line, f"{printable(text)} is not a real {'date' if kind == 'timestamp' else 'number'}")
        return None
    if isinstance(value, datetime.datetime):
        _refuse(source, line, "give the date alone, as 2026-11-30")
        return None
    return value


def _octal(text: str) -> bool:
    digits = text.lstrip("+-")
    return len(digits) > 1 and digits[0] == "0" and digits[1] not in ".eE"
