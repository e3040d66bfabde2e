"""The choices that a reader can filter a table of offers by: only those that its rows differ in."""

from dataclasses import dataclass
from typing import get_args

from .catalog.tags import BillingStep, Interconnect, Network, Payment, WhenStopped
from .offer_values import SHOWN_PRECISIONS

ORDERS: dict[str, tuple[str, ...]] = {
    "step": get_args(BillingStep),
    "stopped": get_args(WhenStopped),
    "pay": get_args(Payment),
    "link": get_args(Interconnect),
    "net": get_args(Network),
    "precision": SHOWN_PRECISIONS,
    "lacks": SHOWN_PRECISIONS,
}
"""The order of a choice's options, where it is a vocabulary's."""
COLUMNS = {
    "card": "card", "provider": "provider", "step": "billing", "stopped": "when_stopped", "place": "price",
    "region": "near_regions", "pay": "payment", "currency": "payment", "link": "interconnect", "net": "network",
    "precision": "precisions", "lacks": "precisions",
}
"""The column in which a reader sees why a row answers to a choice."""


@dataclass(frozen=True)
class Choice:
    """A filter by one tag: its name in the address, its column, and the tags that may be asked for."""

    name: str
    column: str
    options: list[str]


def choices(facts: dict, near: list[str], names: dict[str, dict[str, str]]) -> list[Choice]:
    """The choices for the rows of `facts` (see offer_facts); `names` are the names of cards and providers by id."""
    made = [Choice(name, column, _options(name, facts, near, names)) for name, column in COLUMNS.items() if name in facts["tags"]]
    return [choice for choice in made if len(choice.options) > 1]


def _options(name: str, facts: dict, near: list[str], names: dict[str, dict[str, str]]) -> list[str]:
    found = {tag.removeprefix("?") for tags in facts["tags"][name]["values"] for tag in tags or ()}
    if name in ORDERS:
        return [tag for tag in ORDERS[name] if tag in found]
    if name in names:
        return sorted(found, key=lambda tag: names[name][tag].casefold())
    return sorted(found, key=lambda tag: (near.index(tag) if tag in near else len(near), tag))
