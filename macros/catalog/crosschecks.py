"""What no single record can know: references between files, plausible prices, dates, ids, words."""

import datetime
import re
from collections.abc import Iterable, Iterator

from pydantic import BaseModel

from .gpus import GpusFile
from .languages import Language
from .policy import Policy
from .problems import Problem, did_you_mean, printable
from .providers import Offer, Price, Provider
from .yaml_source import Path, Source

EARLIEST = datetime.date(2015, 1, 1)
"""No cloud rented the oldest of these cards before; an earlier date is a slip."""

Records = dict[str, BaseModel | None]


def across_files(
    records: Records, sources: dict[str, Source], as_of: datetime.date, reference: str
) -> list[Problem]:
    """All problems between and inside files that could be read; a file that could not is left out."""
    problems: list[Problem] = []
    if gpus := records.get("gpus"):
        problems += _vram_in_ids(gpus, sources["gpus"])
    for name, record in records.items():
        source = sources[name]
        if record is not None:
            problems += _impossible_dates(record, source, as_of)
        if isinstance(record, Provider):
            problems += _file_name(record, name, source)
            problems += _offers(record, source, records)
    problems += _workload_models(records, sources)
    problems += _pairs(records, sources)
    problems += _same_words(records, sources, reference)
    problems += _local_money(records, sources)
    return problems


def _vram_in_ids(gpus: GpusFile, source: Source) -> Iterator[Problem]:
    for id_, gpu in gpus.gpus.items():
        sizes = re.findall(r"-(\d{2,3})(?=-|$)", id_)
        if sizes and str(gpu.vram_gb) not in sizes:
            yield source.problem(
                ("gpus", id_, "vram_gb"), f"vram_gb is {gpu.vram_gb} but the id {id_} says {sizes[0]}; one of them is wrong"
            )


def _impossible_dates(record: BaseModel, source: Source, as_of: datetime.date) -> Iterator[Problem]:
    for path, value in _leaves(source.data, ()):
        if isinstance(value, datetime.date) and value > as_of:
            yield source.problem(path, f"{path[-1]} {value} is in the future (today is {as_of})")
        elif isinstance(value, datetime.date) and value < EARLIEST:
            yield source.problem(path, f"{path[-1]} {value} is before {EARLIEST.year}, when no such thing could be read")


def _leaves(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*path, index))
    else:
        yield path, value


def _file_name(provider: Provider, name: str, source: Source) -> Iterator[Problem]:
    stem = name.partition("/")[2]
    if provider.id != stem:
        yield source.problem(("id",), f"id is {provider.id} but the file is {printable(stem)}.yml; they must be the same")


def _offers(provider: Provider, source: Source, records: Records) -> Iterator[Problem]:
    gpus, seen = records.get("gpus"), {}
    for key, offer in provider.offers.items():
        path: Path = ("offers", key)
        if gpus and offer.gpu not in gpus.gpus:
            yield source.problem((*path, "gpu"), f"{offer.gpu} is not in data/gpus.yml{did_you_mean(offer.gpu, gpus.gpus)}")
        yield from _prices(offer, path, source, records)
        same = (offer.gpu, offer.gpus, offer.market, offer.region, tuple(offer.areas), offer.price_scope,
                offer.instance, offer.interconnect)
        if first := seen.get(same):
            yield source.problem(path, f"two prices for one offer: {key} differs from {first} in nothing but price; keep one")
        seen.setdefault(same, key)


def _prices(offer: Offer, path: Path, source: Source, records: Records) -> Iterator[Problem]:
    yield from _plausible(offer, offer.gpus, path, source, records)
    if offer.spot is None:
        return
    yield from _plausible(offer.spot, offer.gpus, (*path, "spot"), source, records)
    if offer.listed and offer.spot.listed[1] != offer.listed[1]:
        yield source.problem((*path, "spot"), f"spot is in {offer.spot.listed[1]} but the offer in {offer.listed[1]}")
    elif offer.listed and 0 < offer.listed[0] < offer.spot.listed[0]:
        yield source.problem(
            (*path, "spot"), f"spot ({offer.spot.listed[0]}) is above on-demand ({offer.listed[0]}); are they swapped?"
        )


def _plausible(price: Price, gpus: int, path: Path, source: Source, records: Records) -> Iterable[Problem]:
    policy, currencies = records.get("policy"), records.get("currencies")
    if not isinstance(policy, Policy) or price.listed is None:
        return
    amount, currency = price.listed
    field = (*path, f"{currency.lower()}_per_hour")
    if amount <= 0:
        yield source.problem(field, f"{field[-1]} is {amount}; a price is above 0, and one not known is left out")
        return
    if currency != "USD":
        if currencies is None:
            return  # what is wrong with the rates is told where they stand
        if currency not in currencies.rates:
            yield source.problem(field, f"data/currencies.yml has no rate for {currency}")
            return
        amount /= currencies.rates[currency].units_per_usd
    limits, per_gpu = policy.plausible_price_per_gpu_hour, amount / gpus
    if not price.reason and not limits.min_usd <= per_gpu <= limits.max_usd:
        yield source.problem(
            field,
            f"{per_gpu:.4g} USD per GPU-hour is outside {limits.min_usd} to {limits.max_usd}; correct it (the price is for"
            f" the whole instance of {gpus}), or add `reason:` saying why it is right",
        )


def _workload_models(records: Records, sources: dict[str, Source]) -> Iterator[Problem]:
    workloads, models = records.get("workloads"), records.get("models")
    if workloads is None or models is None:
        return
    tables = {("calculator", name): rows for name, rows in workloads.calculator.items()}
    for id_, workload in workloads.workloads.items():
        tables |= {("workloads", id_, part): getattr(workload, part) for part in ("memory", "example")}
    for path, rows in tables.items():
        for index, model in ((index, row.model) for index, row in enumerate(rows) if row.model not in models.models):
            yield sources["workloads"].problem(
                (*path, index, "model"), f"{model} is not in data/models.yml{did_you_mean(model, models.models)}"
            )


def _pairs(records: Records, sources: dict[str, Source]) -> Iterator[Problem]:
    comparisons, gpus = records.get("comparisons"), records.get("gpus")
    if comparisons is None or gpus is None:
        return
    source, seen = sources["comparisons"], set()
    for index, pair in enumerate(comparisons.pairs):
        first, second = pair
        for place, id_ in enumerate(pair):
            if id_ not in gpus.gpus:
                yield source.problem(("pairs", index, place), f"{id_} is not in data/gpus.yml{did_you_mean(id_, gpus.gpus)}")
        if first == second:
            yield source.problem(("pairs", index), f"{first} is compared with itself")
        elif frozenset(pair) in seen:
            yield source.problem(("pairs", index), f"{first} and {second} are compared twice; keep one")
        seen.add(frozenset(pair))


def _same_words(records: Records, sources: dict[str, Source], reference: str) -> Iterator[Problem]:
    """Every language has the words and glossary terms of the reference language, and no others."""
    wanted = sources.get(f"languages/{reference}")
    if wanted is None or wanted.data is None:
        return
    keys = _word_keys(wanted)
    for name, source in sources.items():
        have = _word_keys(source)
        if not name.startswith("languages/") or source is wanted or not have:
            continue
        for path in sorted(keys - have):
            yield source.problem(path, f"{'.'.join(path)} is missing ({wanted.path}:{wanted.line(path)} has it)")
        for path in sorted(keys & have):
            if (missing := _places(wanted, path)) != (here := _places(source, path)):
                wrong = ", ".join(sorted(here ^ missing))
                yield source.problem(path, f"{'.'.join(path)}: {wrong} must stand in both this and {wanted.path}:{wanted.line(path)}")
        for path in sorted(have - keys):
            yield source.problem(path, f"{'.'.join(path)} is not in {wanted.path}{did_you_mean(path[-1], {p[-1] for p in keys - have})}")


def _word_keys(source: Source) -> set[tuple[str, ...]]:
    return {
        path for path in source.lines
        if len(path) == {"words": 3, "glossary": 2, "theme": 2}.get(str(path[0]) if path else "", -1)
    }


def _places(source: Source, path: Path) -> set[str]:
    """The `{names}` in a word, which a template fills."""
    value = source.data
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return set(re.findall(r"\{\w+\}", value)) if isinstance(value, str) else set()


def _local_money(records: Records, sources: dict[str, Source]) -> Iterator[Problem]:
    """The currency of each language has a rate, and in each language a name."""
    currencies = records.get("currencies")
    if currencies is None:
        return
    languages = {name: record for name, record in records.items() if isinstance(record, Language)}
    used = sorted({record.currency for record in languages.values()})
    for name, record in languages.items():
        if record.currency not in currencies.rates:
            known = did_you_mean(record.currency, currencies.rates)
            yield sources[name].problem(("currency",), f"data/currencies.yml has no rate for {record.currency}{known}")
        for code in used:
            if code in currencies.rates and code.lower() not in record.words.get("money", {}):
                yield sources[name].problem(("words",), f"words.money has no name for {code}; give it as {code.lower()}")
