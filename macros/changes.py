"""`python -m macros.changes BEFORE AFTER`: what differs between two states of data/, as a Markdown table.

For the summary of a pull request: a reviewer sees the rows before and after without reading a diff.
"""

import html
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .catalog.problems import printable
from .catalog.yaml_source import Path as Place
from .catalog.yaml_source import read

MOST_ROWS = 200
LARGE_MOVE = 0.4
"""A price that moves by more than this share asks for a second look."""


@dataclass(frozen=True)
class Change:
    """One value of one file that is new, gone or another; None stands for “not there”."""

    file: str
    place: Place
    before: object
    after: object

    @property
    def move(self) -> float | None:
        """For a price, the share by which it moved."""
        if not str(self.place[-1]).endswith("_per_hour") or not self.before or not self.after:
            return None
        try:
            return float(str(self.after)) / float(str(self.before)) - 1
        except ValueError:
            return None


def changes(before: Path, after: Path) -> list[Change]:
    """Every difference between the YAML files of two folders, in the order of files and of places in them."""
    names = sorted({str(path.relative_to(root)) for root in (before, after) for path in root.rglob("*.yml")})
    return [change for name in names for change in _in_file(name, _values(before / name), _values(after / name))]


def _in_file(name: str, old: dict[Place, object], new: dict[Place, object]) -> Iterator[Change]:
    for place in dict.fromkeys([*old, *new]):
        if old.get(place) != new.get(place):
            yield Change(name, place, old.get(place), new.get(place))


def _values(path: Path) -> dict[Place, object]:
    """Each scalar of a file by its place; entries of a list of records go by their id."""
    if not path.is_file():
        return {}
    return dict(_leaves(read(path, path.name).data, ()))


def _leaves(value: object, place: Place) -> Iterator[tuple[Place, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*place, key))
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*place, inner.get("id", index) if isinstance(inner, dict) else index))
    else:
        yield place, ", ".join(map(str, value)) if isinstance(value, list) else value


def as_markdown(found: list[Change]) -> str:
    """The changes as a table; all values are shown as code, so that no text of a stranger is markup."""
    if not found:
        return "The catalog is unchanged.\n"
    rows = [_row(change) for change in found[:MOST_ROWS]]
    rest = f"\n… and {len(found) - MOST_ROWS} more.\n" if len(found) > MOST_ROWS else ""
    return "| file | field | before | after |\n|---|---|---|---|\n" + "\n".join(rows) + "\n" + rest


def _row(change: Change) -> str:
    cells = (_code(change.file), _code(".".join(map(str, change.place))), _shown(change.before), _shown(change.after) + _move(change))
    return f"| {' | '.join(cells)} |"


def _code(text: object) -> str:
    return f"<code>{html.escape(printable(text)).replace('|', '&#124;')}</code>"


def _shown(value: object) -> str:
    return "–" if value is None else _code(value)


def _move(change: Change) -> str:
    if change.move is None:
        return ""
    warning = " ⚠ large move, please look twice" if abs(change.move) > LARGE_MOVE else ""
    return f" ({change.move:+.0%}){warning}"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m macros.changes BEFORE AFTER")
    if not Path(sys.argv[1], "policy.yml").is_file():
        sys.exit(f"{sys.argv[1]} is not a state of data/: it has no policy.yml")
    print(as_markdown(changes(Path(sys.argv[1]), Path(sys.argv[2]))))
