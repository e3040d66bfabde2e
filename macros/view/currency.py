"""The reader's currency: what sentences say of its rate, and what a browser needs to write another one in its place."""

import json
from collections.abc import Iterable

from markupsafe import Markup

from ..catalog.languages import Language
from ..exchange import Exchange
from .numbers import Numbers

PARTS = ("rate", "currency", "date", "old")
"""The parts of a sentence about a rate."""


def rate_parts(language: Language, numbers: Numbers, exchange: Exchange) -> dict[str, Markup]:
    """The parts that the page's own currency has, each marked so that a browser can put another currency's in its place."""
    said = _said(language.currency, language, numbers, exchange)
    return {name: Markup('<span data-rate="{}">{}</span>').format(name, said[name]) for name in PARTS}


def choice(language: Language, numbers: Numbers, exchange: Exchange, codes: Iterable[str]) -> str:
    """The JSON for `data-currencies`: each currency that can be chosen, the page's own first."""
    own = language.currency
    listed = [own, *sorted(set(codes) - {own})]
    return json.dumps({
        "locale": numbers.locale_tag,
        "choose": language.words["money"]["choose"],
        "currencies": {code: _said(code, language, numbers, exchange) | _figures(code, numbers, exchange) for code in listed},
    }, ensure_ascii=False, separators=(",", ":"))


def _said(code: str, language: Language, numbers: Numbers, exchange: Exchange) -> dict[str, str]:
    words, rate = language.words["money"], exchange.rates[code]
    old = exchange.is_old(code)
    date = numbers.date(rate.date, "long")
    return {
        "rate": numbers.number(rate.units_per_usd, 2),
        "currency": words[code.lower()],
        "date": date,
        "old": words["old"].replace("{days}", numbers.days(exchange.age_days(code))) if old else "",
        "dated": words["dated_old" if old else "dated"].replace("{date}", date),
    }


def _figures(code: str, numbers: Numbers, exchange: Exchange) -> dict[str, object]:
    return {"units": float(exchange.rates[code].units_per_usd), "form": numbers.money_form(code)}
