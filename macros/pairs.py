"""Two cards side by side: what each gives for a dollar, who rents both, and what follows from the numbers alone."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from .cards import Card
from .catalog.gpus import Gpu
from .listings import Listing
from .model_fit import METHODS, Held, Method

Quality = Literal["vram", "bandwidth", "rate"]
UNITS: dict[Quality, int] = {"vram": 1, "bandwidth": 1000, "rate": 100}
"""What prices are given for: a GB of memory, 1 TB/s of bandwidth, 100 dense TFLOPS, each for an hour."""
NEARLY_EQUAL = 1.05
"""Two figures are called different only when one is more than this times the other: prices and rates are no finer."""
FACTS: dict[str, Callable[[Gpu], float | None]] = {
    "vram": lambda gpu: gpu.vram_gb,
    "bandwidth": lambda gpu: gpu.bandwidth_gb_per_s,
    **{f"rate-{name}": lambda gpu, name=name: gpu.dense_tflops.get(name) for name in ("fp32", "fp16", "bf16", "fp8", "int8", "fp4")},
    "link": lambda gpu: gpu.gpu_link_gb_per_s,
    "power": lambda gpu: gpu.max_power_w,
}
"""The figures of a card that can be set beside those of another."""


@dataclass(frozen=True)
class Beside:
    """One figure of both cards; `ratio` is the second in terms of the first, where both are known."""

    name: str
    first: float | Decimal | None
    second: float | Decimal | None

    @property
    def ratio(self) -> float | None:
        return float(self.second) / float(self.first) if self.first and self.second else None


@dataclass(frozen=True)
class Verdict:
    """What follows from memory, bandwidth, 16-bit rate and the cheapest current prices.

    `better`: the card that has no less of anything and costs no more than the other. Else `for_money`: the cards that
    give more of something for a dollar, each with what; what is nearly equal is with neither.
    """

    better: tuple[Card, Card] | None
    for_money: list[tuple[Card, list[Quality]]]


@dataclass(frozen=True)
class Pair:
    """Two cards of data/comparisons.yml."""

    first: Card
    second: Card
    precision: str | None
    """The 16-bit precision in which both have a known rate."""

    @property
    def sides(self) -> tuple[Card, Card]:
        return self.first, self.second

    def facts(self) -> list[Beside]:
        """Figures known of at least one of the cards."""
        rows = [Beside(name, *(fact(card.gpu) for card in self.sides)) for name, fact in FACTS.items()]
        return [row for row in rows if row.first is not None or row.second is not None]

    def prices(self) -> list[Beside]:
        """The cheapest current price of each a GPU-hour, then for each unit of the qualities."""
        hour = [_price(card) for card in self.sides]
        rows = [Beside("hour", *hour)]
        for quality, unit in UNITS.items():
            if quality == "rate" and not self.precision:
                continue
            amounts = [_amount(card.gpu, quality, self.precision) for card in self.sides]
            each = (p / Decimal(str(a)) * unit if p and a else None for p, a in zip(hour, amounts, strict=True))
            rows.append(Beside(quality, *each))
        return rows

    def rented_by_both(self) -> list[tuple[Listing, Listing]]:
        """The best price of each provider that has one for both cards, in the order of the first card's prices."""
        best = [_best_of_each_provider(card.offers) for card in self.sides]
        return [(one, best[1][id_]) for id_, one in best[0].items() if id_ in best[1]]

    def verdict(self) -> Verdict | None:
        """None where a price, or a rate in one precision, is not known of both, or where nothing sets them apart."""
        hour = [_price(card) for card in self.sides]
        amounts = {quality: [_amount(card.gpu, quality, self.precision) for card in self.sides] for quality in UNITS}
        if None in hour or any(None in both for both in amounts.values()):
            return None
        ways = [(0, 1), (1, 0)]
        for i, other in ways:
            if hour[i] <= hour[other] and all(both[i] >= both[other] for both in amounts.values()):
                return Verdict((self.sides[i], self.sides[other]), [])
        value = {quality: [amount / float(price) for amount, price in zip(both, hour, strict=True)] for quality, both in amounts.items()}
        more = [(self.sides[i], [q for q, both in value.items() if both[i] > both[other] * NEARLY_EQUAL]) for i, other in ways]
        for_money = [(card, which) for card, which in more if which]
        return Verdict(None, for_money) if for_money else None


def pair(first: Card, second: Card) -> Pair:
    """Two cards side by side."""
    shared = [name for name in ("bf16", "fp16") if name in first.gpu.dense_tflops and name in second.gpu.dense_tflops]
    return Pair(first, second, shared[0] if shared else None)


def only_one_holds(pair: Pair, holds: tuple[Held, Held]) -> dict[Method, list[tuple[Card, list[str]]]]:
    """By method, the card that holds models which the other does not, with their names."""
    made = {}
    for method in METHODS:
        names = [[model.name for model in one.by_method[method]] for one in holds]
        only = [[name for name in names[i] if name not in names[other]] for i, other in ((0, 1), (1, 0))]
        made[method] = [(card, models) for card, models in zip(pair.sides, only, strict=True) if models]
    return made


def _price(card: Card) -> Decimal | None:
    return card.cheapest.price.usd_per_gpu if card.cheapest and card.cheapest.price else None


def _amount(gpu: Gpu, quality: Quality, precision: str | None) -> float | None:
    if quality == "rate":
        return gpu.dense_tflops.get(precision) if precision else None
    return FACTS[quality](gpu)


def _best_of_each_provider(offers: list[Listing]) -> dict[str, Listing]:
    """Offers come best first; those without an on-demand price are passed over."""
    best: dict[str, Listing] = {}
    for one in offers:
        if one.price:
            best.setdefault(one.provider.id, one)
    return best


