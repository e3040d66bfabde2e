"""What the page's scripts need to write as the page does: its locale, its money and its words, as JSON."""

import json
from urllib.parse import urlencode

from ..catalog.currencies import Rate
from ..catalog.languages import Language
from ..catalog.workloads import MemoryRow
from .numbers import Numbers

MONTHS = (("MMMM", "long"), ("MMM", "short"))
"""What CLDR's patterns and browsers call the ways to write a month."""
SCOPES_SAID = ("lowest-region", "median")
"""What a price stands for, where that is to be said beside its place."""


def settings(language: Language, numbers: Numbers, rates: dict[str, Rate]) -> str:
    """The JSON for `data-settings` of the calculator."""
    words, tags = language.words, language.tags
    parts = {key: word for key, word in words["memory"].items() if key.startswith("part_")}
    table = {key: words["table"][key] for key in ("age", "source", "region_not_published", "free_gb")}
    table["without_bf16"] = words["memory"]["without_bf16"]
    shared = {"range": words["memory"]["range"], "ageing": tags["freshness"]["ageing"], "free": tags["egress"]["free"]}
    return json.dumps({
        "locale": numbers.locale_tag,
        "currency": language.currency,
        "months": next((width for mark, width in MONTHS if mark in numbers.date_pattern("medium")), "numeric"),
        "rates": {code: float(rate.units_per_usd) for code, rate in sorted(rates.items())},
        "money": {code: numbers.money_form(code) for code in ("USD", *sorted(rates))},
        "placeNames": language.place_names,
        "scopes": {scope: tags["price_scope"][scope] for scope in SCOPES_SAID},
        "taxes": tags["tax"],
        "markets": tags["market"],
        "words": words["calculator"] | parts | table | shared,
    }, ensure_ascii=False, separators=(",", ":"))


def query(row: MemoryRow) -> str:
    """The query string by which the calculator's page opens with the job of `row`."""
    values = row.model_dump() | {"weights": row.held_in}
    usual = {name: field.default for name, field in MemoryRow.model_fields.items() if name != "context"}
    return urlencode({name: value for name, value in values.items() if value != usual.get(name)})
