"""What a browser sorts and filters tables by: a number, a name or tags for each row, never text to be read back."""

import json
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from .listings import Listing
from .offer_values import CARD_TAGS, PROVIDER_TAGS, TAGS, FactRow, Value, sort_value

NEEDED = ("card", "provider", "gpus", "vram", "price", "spot", "instance")
"""What the filters of offers need, whatever columns a table has."""
RANKED = ("price", "instance", "per_vram", "per_tflop")
"""Columns in which an offer that may not be called cheapest comes after those that may."""
Names = Callable[[Iterable[str]], str]


def offer_facts(rows: Sequence[Listing], columns: Iterable[str], near: list[str], place_names: Names) -> dict:
    """The facts of offers in their order.

    `sort` has a number, or a code of `values`, for each row, null where it is not known; `tags` likewise codes of lists,
    in which `?tag` means that the tag may apply; `late` has the rows that a column's ranking puts after the others: prices
    that may not be ranked, and what is known not to have a number; `text` is what a search finds besides the names of card and provider.
    """
    asked = tuple(sorted({area for row in rows for area in row.offer.areas}))
    unranked = [n for n, row in enumerate(rows) if not row.ranked]
    spot = [n for n, row in enumerate(rows) if (row.spot.freshness == "stale" if row.spot else row.provider.spot is False)]
    return {
        "ids": [row.id for row in rows],
        "sort": _sorts(rows, [*columns, *NEEDED], near),
        "tags": {name: _coded([tags(row, asked) for row in rows]) for name, tags in TAGS.items()},
        "late": dict.fromkeys(RANKED, unranked) | {"spot": spot, "egress": _no_egress_price(rows)},
        "text": [_text(row, place_names) for row in rows],
    }


def card_facts(rows: Sequence[FactRow], columns: Iterable[str]) -> dict:
    """The same of cards."""
    tags = {name: _coded([of(row) for row in rows]) for name, of in CARD_TAGS.items()}
    text = [f"{row.gpu.architecture} {row.gpu.vendor}" for row in rows]
    return {"ids": [row.gpu_id for row in rows], "sort": _sorts(rows, ["card", *columns], []), "tags": tags, "late": {}, "text": text}


def provider_facts(rows: Sequence[FactRow], columns: Iterable[str], place_names: Names) -> dict:
    """The same of providers."""
    tags = {name: _coded([of(row) for row in rows]) for name, of in PROVIDER_TAGS.items()}
    text = [place_names(tags or ()) for tags in map(PROVIDER_TAGS["region"], rows)]
    return {
        "ids": [row.provider.id for row in rows], "sort": _sorts(rows, ["provider", *columns], []),
        "tags": tags, "late": {"egress": _no_egress_price(rows)}, "text": text,
    }


def as_json(facts: dict) -> str:
    """The facts as they are sent: the same facts are the same bytes."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def _no_egress_price(rows: Sequence) -> list[int]:
    """Rows whose egress terms are known but are no price for a GB."""
    return [n for n, row in enumerate(rows) if row.provider.egress and sort_value("egress", row, []) is None]


def _sorts(rows: Sequence, columns: Iterable[str], near: list[str]) -> dict:
    return {name: _column([_plain(sort_value(name, row, near)) for row in rows]) for name in dict.fromkeys(columns)}


def _plain(value: Value) -> Value:
    return float(f"{value:.9g}") if isinstance(value, Decimal) else value


def _column(values: list) -> list | dict:
    return _coded(values) if any(isinstance(value, str) for value in values) else values


def _coded(values: list) -> dict[str, list]:
    """Each different value once, and for each row its place among them."""
    hashable = [tuple(value) if isinstance(value, list) else value for value in values]
    places = {value: n for n, value in enumerate(dict.fromkeys(hashable))}
    return {"values": list(places), "at": [places[value] for value in hashable]}


def _text(row: Listing, place_names: Names) -> str:
    parts = (row.gpu_id, row.offer.instance, row.offer.region, place_names(row.offer.areas))
    return " ".join(part for part in parts if part)
