"""Whether every language has a word for all that is shown in it."""

import re
from collections.abc import Iterator

from pydantic import BaseModel

from .languages import Language
from .problems import Problem, did_you_mean, nearest, printable
from .tags import VOCABULARIES
from .yaml_source import Path, Source

PARTS = {"words": 3, "glossary": 2, "theme": 2}
"""The parts of a language file whose keys are the same in all languages, and how deep a word lies in each."""


def problems(records: dict[str, BaseModel | None], sources: dict[str, Source], reference: str) -> Iterator[Problem]:
    """Words that are missing, that nothing asks for, or that do not say what the reference language's say."""
    languages = {name: source for name, source in sources.items() if name.startswith("languages/") and isinstance(source.data, dict)}
    for source in languages.values():
        yield from _tags(source)
    if wanted := languages.get(f"languages/{reference}"):
        yield from _same_words(wanted, [source for source in languages.values() if source is not wanted])
        yield from _words_of_workloads(sources["workloads"], wanted)
    yield from _local_money(records, sources)


def _tags(source: Source) -> Iterator[Problem]:
    """A word for every tag of every vocabulary, and for no other."""
    given = source.entries("tags")
    for vocabulary in [name for name in given if name not in VOCABULARIES]:
        hint = did_you_mean(vocabulary, VOCABULARIES.keys() - given.keys())
        yield source.problem(("tags", vocabulary), f"tags.{printable(vocabulary)} is not a vocabulary{hint}")
    misspelt = {nearest(name, VOCABULARIES.keys() - given.keys()) for name in given if name not in VOCABULARIES}
    for vocabulary, tags in VOCABULARIES.items():
        words = given.get(vocabulary)
        if isinstance(words, dict):
            yield from _tags_of(source, vocabulary, set(tags), set(words))
        elif vocabulary not in misspelt:
            yield source.problem(("tags", vocabulary), f"tags.{vocabulary} is missing; it has a word for each of {', '.join(tags)}")


def _tags_of(source: Source, vocabulary: str, wanted: set[str], given: set[str]) -> Iterator[Problem]:
    missing = wanted - given
    for tag in sorted(given - wanted):
        close = nearest(tag, missing)
        missing.discard(close)
        yield source.problem(("tags", vocabulary, tag), f"{printable(tag)} is not a tag{did_you_mean(tag, [close] if close else wanted)}")
    for tag in sorted(missing):
        yield source.problem(("tags", vocabulary), f"tags.{vocabulary} has no word for {tag}")


def _same_words(wanted: Source, others: list[Source]) -> Iterator[Problem]:
    """Every language has the words and glossary terms of the reference language, and no others."""
    keys, given = _word_keys(wanted), {source.path: _word_keys(source) for source in others}
    given = {path: have for path, have in given.items() if have}
    for path, meant in _misspelt(keys, list(given.values())).items():
        yield wanted.problem(path, f"{_dotted(path)} is in no other language; did you mean {printable(meant[-1])}?")
        keys = keys - {path} | {meant}
    for source in others:
        expected = {path for path in keys if source.entries(path[0])}  # of a part that is lacking, its record tells
        have = {path for path in given.get(source.path, expected) if wanted.entries(path[0])}
        for path in sorted(expected - have):
            yield source.problem(path, f"{_dotted(path)} is missing ({wanted.path}:{wanted.line(path)} has it)")
        for path in sorted(expected & have):
            yield from _same_places(wanted, source, path)
        for path in sorted(have - expected):
            hint = did_you_mean(path[-1], {p[-1] for p in expected - have})
            yield source.problem(path, f"{_dotted(path)} is not in {wanted.path}{hint}")


def _misspelt(keys: set[Path], others: list[set[Path]]) -> dict[Path, Path]:
    """Keys of the reference language that no other has, with what all the others, at least two, have in their place."""
    if len(others) < 2:
        return {}
    alone, lacking = keys - set.union(*others), set.intersection(*others) - keys
    found = {}
    for path in sorted(alone):
        beside = {other[-1]: other for other in lacking if other[:-1] == path[:-1]}
        if close := nearest(path[-1], beside):
            found[path] = beside[close]
    return found


def _word_keys(source: Source) -> set[Path]:
    return {path for path in source.lines if path and len(path) == PARTS.get(str(path[0])) and all(isinstance(part, str) for part in path)}


def _dotted(path: Path) -> str:
    return printable(".".join(map(str, path)))


def _same_places(wanted: Source, source: Source, path: Path) -> Iterator[Problem]:
    there, here = _places(wanted, path), _places(source, path)
    if there is not None and there != here:
        wrong = ", ".join(sorted((here or set()) ^ there))
        yield source.problem(path, f"{_dotted(path)}: {wrong} must stand in both this and {wanted.path}:{wanted.line(path)}")


def _places(source: Source, path: Path) -> set[str] | None:
    """The `{names}` in a word, which a template fills; None where no word is."""
    value = source.data
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return set(re.findall(r"\{\w+\}", value)) if isinstance(value, str) else None


def _words_of_workloads(workloads: Source, language: Source) -> Iterator[Problem]:
    """Each guide's table has a caption, each of its groups and each table of the calculator a title."""
    words = language.entries("words")
    captions, groups, labels = (words.get(area) for area in ("captions", "groups", "calculator"))
    for id_, workload in workloads.entries("workloads").items():
        path: Path = ("workloads", id_)
        if isinstance(captions, dict) and id_ not in captions:
            yield _no_word(workloads, path, language, f"captions.{id_}", [f"captions.{name}" for name in captions])
        elif isinstance(groups, dict) and isinstance(workload, dict) and isinstance(workload.get("groups"), dict):
            for name in [name for name in workload["groups"] if f"{id_}.{name}" not in groups]:
                yield _no_word(workloads, (*path, "groups", name), language, f"groups.{id_}.{name}", [f"groups.{one}" for one in groups])
    for table in workloads.entries("calculator"):
        if isinstance(labels, dict) and f"table_{table}" not in labels:
            tables = [f"calculator.{name}" for name in labels if name.startswith("table_")]
            yield _no_word(workloads, ("calculator", table), language, f"calculator.table_{table}", tables)


def _no_word(source: Source, path: Path, language: Source, word: str, known: list[str]) -> Problem:
    return source.problem(path, f"{language.path} has no words.{printable(word)}{did_you_mean(word, known)}")


def _local_money(records: dict[str, BaseModel | None], sources: dict[str, Source]) -> Iterator[Problem]:
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
