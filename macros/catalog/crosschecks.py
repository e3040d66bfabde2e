"""What no single record can know: references between files, plausible prices, dates, ids, words.

A file with mistakes of its own is checked as far as it can be read, so that one run tells all that is wrong.
"""

import datetime
import re
from collections.abc import Iterator

from pydantic import BaseModel

from . import price_checks, references, word_checks
from .problems import Problem, printable
from .yaml_source import Source

EARLIEST = datetime.date(2015, 1, 1)
"""No cloud rented the oldest of these cards before; an earlier date is a slip."""

AHEAD = datetime.timedelta(days=1)
"""The day of a build is that of UTC; in Asia the next one has begun hours before."""


def across_files(
    records: dict[str, BaseModel | None], sources: dict[str, Source], as_of: datetime.date, reference: str
) -> list[Problem]:
    """All problems between and inside files; `records` and `sources` go by the files' names, as `providers/aws`."""
    return [
        *_vram_in_ids(sources["gpus"]),
        *(problem for source in sources.values() for problem in _impossible_dates(source, as_of)),
        *(problem for name, source in sources.items() for problem in _file_name(name, source)),
        *_shared_names(sources),
        *references.problems(sources),
        *price_checks.problems(records, sources),
        *word_checks.problems(records, sources, reference),
    ]


def _vram_in_ids(source: Source) -> Iterator[Problem]:
    for id_, gpu in source.entries("gpus").items():
        sizes = re.findall(r"-(\d{2,3})(?=-|$)", id_)
        size = gpu.get("vram_gb") if isinstance(gpu, dict) else None
        if sizes and isinstance(size, int) and str(size) not in sizes:
            yield source.problem(("gpus", id_, "vram_gb"), f"vram_gb is {size} but the id {id_} says {sizes[0]}; one of them is wrong")


def _impossible_dates(source: Source, as_of: datetime.date) -> Iterator[Problem]:
    for path, value in source.leaves:
        if isinstance(value, datetime.date) and value > as_of + AHEAD:
            yield source.problem(path, f"{path[-1]} {value} is in the future (today is {as_of})")
        elif isinstance(value, datetime.date) and value < EARLIEST:
            yield source.problem(path, f"{path[-1]} {value} is before {EARLIEST.year}, when no such thing could be read")


def _shared_names(sources: dict[str, Source]) -> Iterator[Problem]:
    """Providers that readers could not tell apart."""
    seen: dict[str, str] = {}
    for name, source in sources.items():
        given = source.get("name")
        if name.startswith("providers/") and isinstance(given, str):
            if first := seen.get(given.casefold()):
                yield source.problem(("name",), f"{printable(given)} is the name of {printable(first)} already")
            seen.setdefault(given.casefold(), name)


def _file_name(name: str, source: Source) -> Iterator[Problem]:
    folder, _, stem = name.rpartition("/")
    given = source.get("id")
    if folder == "providers" and isinstance(given, str) and given != stem:
        yield source.problem(("id",), f"id is {printable(given)} but the file is {printable(stem)}.yml; they must be the same")
