"""The catalog's files, found and read: data/ to a checked `Catalog`, or every problem at once."""

import datetime
import functools
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from . import crosschecks
from .comparisons import ComparisonsFile
from .currencies import CurrenciesFile, Rate
from .gpus import Gpu, GpusFile
from .languages import Language
from .measurements import Measurement, MeasurementsFile
from .models import Architecture, ModelsFile
from .offers import Offer
from .policy import Policy
from .problems import CatalogError, Problem
from .providers import Provider
from .redirects import RedirectsFile
from .validation import validated
from .workloads import MemoryRow, Workload, WorkloadsFile
from .yaml_source import Source, read

SINGLE_FILES: dict[str, type[BaseModel]] = {
    "gpus": GpusFile,
    "models": ModelsFile,
    "workloads": WorkloadsFile,
    "policy": Policy,
    "currencies": CurrenciesFile,
    "measurements": MeasurementsFile,
    "comparisons": ComparisonsFile,
    "redirects": RedirectsFile,
}
FOLDERS: dict[str, type[BaseModel]] = {"providers": Provider, "languages": Language}


@dataclass(frozen=True, eq=False)
class Catalog:
    """Everything in data/, checked; `sources` tells the file and line of any part.

    One reading is one object, so what is worked out from it can be kept by it.
    """

    gpus: dict[str, Gpu]
    models: dict[str, Architecture]
    workloads: dict[str, Workload]
    common_jobs: dict[str, list[MemoryRow]]
    policy: Policy
    rates: dict[str, Rate]
    measurements: list[Measurement]
    pairs: list[tuple[str, str]]
    redirects: dict[str, str]
    providers: dict[str, Provider]
    languages: dict[str, Language]
    sources: dict[str, Source] = field(repr=False)

    def offers(self) -> list[tuple[str, Provider, Offer]]:
        """Every offer with its public id and its provider, in the order of the ids."""
        return [
            (f"{provider.id}/{key}", provider, offer)
            for _, provider in sorted(self.providers.items())
            for key, offer in sorted(provider.offers.items())
        ]


def read_catalog(data: Path, as_of: datetime.date, reference: str) -> Catalog:
    """Read and check all files under `data`.

    `as_of` is the day that dates are judged against, `reference` the language that the words of the
    others are compared with. Raises CatalogError with every problem of every file.
    """
    named = _files(data)
    stray = tuple(_unread(data, {path for _, path, _ in named}))
    files = tuple((name, path, record, _version(path)) for name, path, record in named)
    return _checked(data.name, files, stray, as_of, reference)


@functools.lru_cache(maxsize=2)
def _checked(folder: str, files: tuple, stray: tuple[Problem, ...], as_of: datetime.date, reference: str) -> Catalog:
    """The catalog in one version of all files: the builds of the other languages find it checked already."""
    records: dict[str, BaseModel | None] = {}
    sources: dict[str, Source] = {}
    for name, path, record, version in files:
        records[name], sources[name] = _read(path, f"{folder}/{name}.yml", record, version)
    problems = [*stray, *(p for source in sources.values() for p in source.problems)]
    problems += crosschecks.across_files(records, sources, as_of, reference)
    if problems:
        raise CatalogError(problems)
    folders = {f: {n.partition("/")[2]: r for n, r in records.items() if n.startswith(f + "/")} for f in FOLDERS}
    return Catalog(
        gpus=records["gpus"].gpus,
        models=records["models"].models,
        workloads=records["workloads"].workloads,
        common_jobs=records["workloads"].calculator,
        policy=records["policy"],
        rates=records["currencies"].rates,
        measurements=records["measurements"].measurements,
        pairs=[(first, second) for first, second in records["comparisons"].pairs],
        redirects=records["redirects"].redirects,
        providers=folders["providers"],
        languages=folders["languages"],
        sources=sources,
    )


def _files(data: Path) -> list[tuple[str, Path, type[BaseModel]]]:
    single = [(name, data / f"{name}.yml", record) for name, record in SINGLE_FILES.items()]
    many = [
        (f"{folder}/{path.stem}", path, record)
        for folder, record in FOLDERS.items()
        for path in sorted((data / folder).glob("*.yml"))
        if not path.is_symlink() and path.is_file()
    ]
    return single + many


def _unread(data: Path, known: set[Path]) -> list[Problem]:
    """Files in the catalog's folder that are not part of it: a contributor's new file would be passed over in silence."""
    found = sorted(path for path in data.rglob("*") if path.is_symlink() or not path.is_dir() or path.suffix == ".yml")
    return [
        Problem(f"{data.name}/{path.relative_to(data)}", 1, UNREAD)
        for path in found
        if path.is_symlink() or not path.is_file() or not (path in known or path.parent == data / "schema" or _is_aside(path))
    ]


def _is_aside(path: Path) -> bool:
    """Whether an editor or a system put the file there for itself: .aws.yml.swp, aws.yml~, .DS_Store."""
    return path.suffix != ".yml" and (path.name.startswith(".") or path.name.endswith("~"))


UNREAD = "is not read; the catalog is the named files in data/, providers/<id>.yml and languages/<code>.yml, all plain files"


def _version(path: Path) -> tuple[int, int] | None:
    """What tells one version of a file from another; None where there is no file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


@functools.lru_cache(maxsize=128)
def _read(
    path: Path, shown: str, record: type[BaseModel], version: tuple[int, int] | None
) -> tuple[BaseModel | None, Source]:
    """One version of one file as its record and its source; a change of another file does not read it again."""
    if version is None or path.is_symlink() or not path.is_file():
        return None, Source(shown, problems=[Problem(shown, 1, "the file is missing")])
    source = read(path, shown)
    found = validated(source, record)
    return (None if source.problems else found), source
