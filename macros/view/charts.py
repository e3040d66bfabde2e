"""The pictures as SVG: geometry here, markup in macros/templates/chart_*.html, looks in overrides/assets/charts.css.

Across everything is in percent and down in pixels, so that a picture fills any width while its words keep their size.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from ..listings import Listing
from ..pictures import best_for_bandwidth, by_memory
from .labels import Frame, Label, placed
from .scales import LogScale, apart, log_scale

RIGHT = 97.0
TOP, ROW = 26.0, 21.0
BAR_START, BAR_END = 43.0, 78.0
OFFERS_TOLD = 4
"""How many offers under one dot the dot names."""


@dataclass(frozen=True)
class Dot:
    """One mark and the offers that it stands for."""

    x: float
    y: float
    comparable: bool
    listings: list[Listing]


@dataclass(frozen=True)
class Scatter:
    """A picture of marks between two axes, `height` pixels high; its plane begins at `left` percent and ends at `bottom`."""

    left: float
    height: float
    bottom: float
    x_ticks: list[tuple[float, float]]
    y_ticks: list[tuple[float, float]]
    dots: list[Dot]
    labels: list[Label] = field(default_factory=list)


@dataclass(frozen=True)
class Bar:
    """A card's row in the picture of cheapest prices; `width` in percent."""

    listing: Listing
    y: float
    width: float


@dataclass(frozen=True)
class Bars:
    """Groups of rows, their bars beginning at `start` percent: the height of each heading, its span of memory, its bars."""

    start: float
    height: float
    groups: list[tuple[float, tuple[int, int], list[Bar]]]


def price_against_vram(offers: list[Listing]) -> Scatter:
    """Every current offer at its memory and price, both on logarithmic scales."""
    left, bottom = 9.0, 300.0
    sizes: Counter[float] = Counter(one.gpu.vram_gb for one in offers)
    across = log_scale([float(size) for size in sizes], left, RIGHT)
    down = _price_scale(offers, bottom, TOP)
    marked = apart(sizes, across, 9)
    return Scatter(
        left, bottom + 44, bottom, _marks(across, marked), _marks(down, down.ticks()),
        _dots(offers, lambda one: (across(one.gpu.vram_gb), down(_price(one)))),
    )


def bandwidth_against_price(cards: list[Listing]) -> Scatter:
    """The cheapest offer of each card at its price and memory bandwidth, named where there is room."""
    left, bottom = 14.0, 420.0
    across = _price_scale(cards, left, RIGHT)
    down = log_scale([one.gpu.bandwidth_gb_per_s for one in cards], bottom, TOP)

    def place(one: Listing) -> tuple[float, float]:
        return across(_price(one)), down(one.gpu.bandwidth_gb_per_s)

    names = [(*place(one), one.gpu.name) for one in best_for_bandwidth(cards)]
    return Scatter(
        left, bottom + 44, bottom, _marks(across, across.ticks()), _marks(down, down.ticks()),
        _dots(cards, place), placed(names, Frame(left, TOP - 8, bottom - 2)),
    )


def cheapest_bars(cards: list[Listing]) -> Bars:
    """The cheapest price of each card as a bar from 0, in groups of similar memory."""
    longest = max(_price(one) for one in cards)
    y, groups = 0.0, []
    for group in by_memory(cards):
        memories = [one.gpu.vram_gb for one in group]
        heading, bars = y + ROW, []
        for row, one in enumerate(group, 1):
            bars.append(Bar(one, heading + row * ROW, round((BAR_END - BAR_START) * _price(one) / longest, 2)))
        groups.append((heading, (min(memories), max(memories)), bars))
        y = heading + len(group) * ROW + ROW / 2
    return Bars(BAR_START, y, groups)


def _price(listing: Listing) -> float:
    return float(listing.price.usd_per_gpu)


def _price_scale(offers: list[Listing], start: float, end: float) -> LogScale:
    return log_scale([_price(one) for one in offers], start, end)


def _marks(scale: LogScale, figures: list[float]) -> list[tuple[float, float]]:
    return [(scale(figure), figure) for figure in figures]


def _dots(offers: list[Listing], place: Callable[[Listing], tuple[float, float]]) -> list[Dot]:
    """One dot for all offers that would be drawn within a pixel of each other: as many dots for any size of catalog."""
    at: dict[tuple[float, float, bool], list[Listing]] = defaultdict(list)
    for one in offers:
        x, y = place(one)
        at[x, float(round(y)), one.ranked].append(one)
    return [Dot(*key, at[key]) for key in sorted(at)]
