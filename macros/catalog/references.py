"""Whether the GPUs and models that one file names are in the file of GPUs or models, and no name stands twice."""

from collections import Counter
from collections.abc import Iterator

from .problems import Problem, did_you_mean, nearest, printable
from .yaml_source import Path, Source

Named = tuple[Source, Path, str]
"""A file, the place in it, and the id that stands there."""


def problems(sources: dict[str, Source]) -> Iterator[Problem]:
    """Ids that are not known, and repeated ones, at the line where the slip most likely is."""
    yield from _unknown(sources["gpus"], "gpus", [*_offered(sources), *_pairs(sources["comparisons"])])
    models = [*_models(sources["workloads"]), *_models(sources["measurements"])]
    yield from _unknown(sources["models"], "models", models)
    yield from _unknown_components(sources["measurements"], sources["models"])
    yield from _repeated_pairs(sources["comparisons"])
    yield from _repeated_measurements(sources["measurements"])


def _unknown(source: Source, field: str, named: list[Named]) -> Iterator[Problem]:
    """Several that name what is not there, beside an entry of nearly that name that no one names: the entry is told."""
    known = source.entries(field)
    if not known:
        return
    times = Counter(id_ for _, _, id_ in named)
    misspelt = {}
    for id_ in [one for one, count in times.items() if one not in known and count > 1]:
        if (close := nearest(id_, known)) and close not in times:
            misspelt[id_] = close
            message = f"{printable(close)} is named nowhere, but {printable(id_)}, which is not here, is: {times[id_]} times; correct one"
            yield source.problem((field, close), message)
    for there, path, id_ in named:
        if id_ not in known and id_ not in misspelt:
            yield there.problem(path, f"{printable(id_)} is not in {source.path}{did_you_mean(id_, known)}")


def _offered(sources: dict[str, Source]) -> Iterator[Named]:
    for name, source in sources.items():
        for key, offer in source.entries("offers").items() if name.startswith("providers/") else ():
            if isinstance(offer, dict) and isinstance(offer.get("gpu"), str):
                yield source, ("offers", key, "gpu"), offer["gpu"]


def _pairs(source: Source) -> Iterator[Named]:
    return ((source, path, id_) for path, id_ in source.leaves if path[0] == "pairs" and isinstance(id_, str))


def _models(source: Source) -> Iterator[Named]:
    return ((source, path, name) for path, name in source.leaves if path[-1] == "model" and isinstance(name, str))


def _unknown_components(measurements: Source, models: Source) -> Iterator[Problem]:
    """Parts of a pipeline that a measurement gives a format and its model does not have."""
    for path, _ in measurements.leaves:
        if len(path) != 4 or path[2] != "component_dtypes" or not isinstance(path[3], str):
            continue
        name = measurements.data[path[0]][path[1]].get("model")
        model = models.entries("models").get(name) if isinstance(name, str) else None
        known = model.get("components_params_billion") if isinstance(model, dict) else None
        if isinstance(known, dict) and path[3] not in known:
            yield measurements.problem(path, f"{printable(path[3])} is no component of the model{did_you_mean(path[3], known)}")


def _repeated_pairs(source: Source) -> Iterator[Problem]:
    seen = set()
    pairs = source.get("pairs")
    for index, pair in enumerate(pairs if isinstance(pairs, list) else ()):
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(id_, str) for id_ in pair):
            continue
        first, second = map(printable, pair)
        if first == second:
            yield source.problem(("pairs", index), f"{first} is compared with itself")
        elif frozenset(pair) in seen:
            yield source.problem(("pairs", index), f"{first} and {second} are compared twice; keep one")
        seen.add(frozenset(pair))


def _repeated_measurements(source: Source) -> Iterator[Problem]:
    seen: dict[str, Path] = {}
    for path, id_ in source.leaves:
        if len(path) != 3 or path[-1] != "id" or not isinstance(id_, str):
            continue
        if id_ in seen:
            yield source.problem(path, f"{printable(id_)} is an id already (line {source.line(seen[id_])})")
        seen.setdefault(id_, path)
