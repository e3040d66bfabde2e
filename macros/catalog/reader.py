"""The one place that opens the catalog's files: data/ to a checked `Catalog`, or every problem at once."""

import datetime
import functools
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from . import crosschecks
from .currencies import CurrenciesFile, Rate
from .gpus import Gpu, GpusFile
from .languages import Language
from .measurements import Measurement, MeasurementsFile
from .models import Architecture, ModelsFile
from .policy import Policy
from .problems import CatalogError, Problem
from .providers import Offer, Provider
from .validation import validated
from .workloads import Workload, WorkloadsFile
from .yaml_source import Source, parse

SINGLE_FILES: dict[str, type[BaseModel]] = {
    "gpus": GpusFile,
    "models": ModelsFile,
    "workloads": WorkloadsFile,
    "policy": Policy,
    "currencies": CurrenciesFile,
    "measurements": MeasurementsFile,
}
FOLDERS: dict[str, type[BaseModel]] = {"providers": Provider, "languages": Language}


@dataclass(frozen=True)
class Catalog:
    """Everything in data/, checked; `sources` tells the file and line of any part."""

    gpus: dict[str, Gpu]
    models: dict[str, Architecture]
    workloads: dict[str, Workload]
    policy: Policy
    rates: dict[str, Rate]
    measurements: list[Measurement]
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
    records: dict[str, BaseModel | None] = {}
    sources: dict[str, Source] = {}
    for name, path, record in _files(data):
        records[name], sources[name] = _read(path, f"{data.name}/{name}.yml", record)
    problems = [p for source in sources.values() for p in source.problems]
    problems += crosschecks.across_files(records, sources, as_of, reference)
    if problems:
        raise CatalogError(problems)
    folder = {f: {n.partition("/")[2]: r for n, r in records.items() if n.startswith(f + "/")} for f in FOLDERS}
    return Catalog(
        gpus=records["gpus"].gpus,
        models=records["models"].models,
        workloads=records["workloads"].workloads,
        policy=records["policy"],
        rates=records["currencies"].rates,
        measurements=records["measurements"].measurements,
        providers=folder["providers"],
        languages=folder["languages"],
        sources=sources,
    )


def _files(data: Path) -> list[tuple[str, Path, type[BaseModel]]]:
    single = [(name, data / f"{name}.yml", record) for name, record in SINGLE_FILES.items()]
    many = [
        (f"{folder}/{path.stem}", path, record)
        for folder, record in FOLDERS.items()
        for path in sorted((data / folder).glob("*.yml"))
    ]
    return single + many


def _read(path: Path, shown: str, record: type[BaseModel]) -> tuple[BaseModel | None, Source]:
    try:
        stat = path.stat()
    except OSError:
        return None, Source(shown, problems=[Problem(shown, 1, "the file is missing")])
    return _read_version(path, shown, record, (stat.st_mtime_ns, stat.st_size))


@functools.lru_cache(maxsize=512)
def _read_version(path: Path, shown: str, record: type[BaseModel], version: tuple[int, int]):
    """One version of one file: the builds of the other languages find it read already."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        return None, Source(shown, problems=[Problem(shown, 1, f"not UTF-8 text (byte {error.start})")])
    source = parse(text, shown)
    return (None if source.problems else validated(source, record)), source
