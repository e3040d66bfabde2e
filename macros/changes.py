"""`python -m macros.changes BEFORE AFTER`: what differs between two states of data/, as a Markdown table.

For the summary of a pull request: a reviewer sees the rows before and after without reading a diff.
"""

import html
import os.path
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .catalog.problems import LONGEST, printable
from .catalog.yaml_source import Path as Place
from .catalog.yaml_source import read

MOST_ROWS = 200
LARGE_MOVE = 0.4
"""A price that moves by more than this share asks for a second look."""
MEANING = ("gpu", "gpus", "market", "region", "areas", "price_scope", "tax")
"""Fields of an offer that say what its price is the price of."""
PLAIN = " -/,"
"""Besides letters and digits, what is nothing to Markdown in any place of a cell."""
UNREADABLE = "(not readable)"
"""Stands for a file of which nothing can be read; `make check` says why."""


@dataclass(frozen=True)
class Change:
    """One value of one file that is new, gone or another; None stands for “not there”."""

    file: str
    place: Place
    before: object
    after: object
    undated: bool = False
    """Whether the day that the value was checked on stayed the old one."""
    recurrent: bool = False
    """Whether the record that the value is of is there before and after."""

    @property
    def field(self) -> str:
        """The name of the value's field."""
        return str(self.place[-1]) if self.place else ""

    @property
    def is_price(self) -> bool:
        return "_per_hour" in self.field or "_per_gb" in self.field

    @property
    def move(self) -> float | None:
        """For a price or a rate, the share by which it moved."""
        if not self.is_price and self.field != "units_per_usd":
            return None
        try:
            return float(str(self.after)) / float(str(self.before)) - 1
        except (ValueError, ZeroDivisionError):
            return None

    @property
    def warnings(self) -> list[str]:
        """What a reviewer should look at twice."""
        found = []
        if self.move is not None and abs(self.move) > LARGE_MOVE:
            found.append("large move, please look twice")
        if self.field == "checked" and None not in (self.before, self.after) and str(self.after) < str(self.before):
            found.append("an earlier day than before")
        if self.field in MEANING and self.recurrent:
            found.append("the price stands for something else, please look twice")
        if self.is_price and self.before is None and self.recurrent:
            found.append("the price is in another currency, please look twice")
        if any(str(part).startswith("plausible_") for part in self.place):
            found.append("a limit that prices are held to, please look twice")
        if self.is_price and self.after is not None and self.undated:
            found.append("`checked` is the day of the old price")
        return found


def changes(before: Path, after: Path) -> list[Change]:
    """Every difference between the YAML files of two folders, in the order of files and of places in them, those to look at twice first."""
    names = sorted({str(path.relative_to(root)) for root in (before, after) for path in root.rglob("*.yml")})
    found = [change for name in names for change in _in_file(name, _values(before / name), _values(after / name))]
    return sorted(found, key=lambda change: not change.warnings)


def _in_file(name: str, old: dict[Place, object], new: dict[Place, object]) -> Iterator[Change]:
    if UNREADABLE in (old.get(()), new.get(())):
        old, new = ({(): state.get((), f"{len(state)} values") if state else None} for state in (old, new))
    for place in dict.fromkeys([*old, *new]):
        if repr(old.get(place)) != repr(new.get(place)):  # to Python, true is 1
            checked = (*place[:-1], "checked")
            undated = checked in new and old.get(checked) == new[checked]
            yield Change(name, place, old.get(place), new.get(place), undated, checked in old and checked in new)


def _values(path: Path) -> dict[Place, object]:
    """Each scalar of a file by its place; entries of a list of records go by their id."""
    if path.is_symlink():
        return {(): UNREADABLE}
    if not path.is_file():
        return {}
    source = read(path, path.name)
    return dict(_leaves(source.data, ())) | ({(): UNREADABLE} if source.data is None else {})


def _leaves(value: object, place: Place) -> Iterator[tuple[Place, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*place, key))
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for index, inner in enumerate(value):
            id_ = inner.get("id") if isinstance(inner, dict) else None
            yield from _leaves(inner, (*place, id_ if isinstance(id_, str) else index))
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
    before, after = _shown(change.before, change.after), _shown(change.after, change.before)
    cells = (_code(change.file), _code(".".join(map(str, change.place)) or "the whole file"), before, after + _move(change))
    return f"| {' | '.join(cells)} |"


def _code(text: object) -> str:
    shown = printable(text) + ("…" if len(str(text)) > LONGEST else "")
    return f"<code>{''.join(c if c.isalnum() or c in PLAIN else f'&#{ord(c)};' for c in shown)}</code>"


def _shown(value: object, other: object = None) -> str:
    """A long text from where it begins to differ from the other one."""
    text = str(value)
    if isinstance(value, str) and isinstance(other, str) and len(text) > LONGEST:
        same = len(os.path.commonprefix([text, other]))
        text = f"…{text[same - 20:]}" if same > 20 else text
    return "–" if value is None else _code(text)


def _move(change: Change) -> str:
    return (f" ({change.move:+.0%})" if change.move is not None else "") + "".join(f" ⚠ {warning}" for warning in change.warnings)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m macros.changes BEFORE AFTER")
    for folder in sys.argv[1:]:
        if not folder or not Path(folder, "policy.yml").is_file():
            sys.exit(f"{folder or 'an empty name'} is not a state of data/: it has no policy.yml")
    table = as_markdown(changes(Path(sys.argv[1]), Path(sys.argv[2])))
    print(html.unescape(re.sub("</?code>", "", table)) if sys.stdout.isatty() else table)
