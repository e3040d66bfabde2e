"""Which pictures there are: for each its template and everything that the template draws."""

from collections.abc import Callable, Iterable

from .listings import Listing
from .pictures import cheapest_of_each_card, current, memory_sizes
from .view.charts import OFFERS_TOLD, bandwidth_against_price, cheapest_bars, price_against_vram


def _price_vram(listings: list[Listing]) -> dict:
    return {"picture": price_against_vram(current(listings)), "sizes": memory_sizes(listings)}


def _cheapest(listings: list[Listing]) -> dict:
    cards = cheapest_of_each_card(listings)
    return {"picture": cheapest_bars(cards), "cards": cards}


def _bandwidth_price(listings: list[Listing]) -> dict:
    cards = cheapest_of_each_card(listings)
    return {"picture": bandwidth_against_price(cards), "cards": cards}


CHARTS: dict[str, Callable[[list[Listing]], dict]] = {
    "price-vram": _price_vram, "cheapest": _cheapest, "bandwidth-price": _bandwidth_price,
}


def chart(name: str, listings: Iterable[Listing]) -> tuple[str, dict]:
    """The template of a picture and what it is rendered with; where no current price is left, a line that says so."""
    offers = list(listings)
    if not cheapest_of_each_card(offers):
        return "chart_empty.html", {"name": name}
    return f"chart_{name}.html", CHARTS[name](offers) | {"offers_told": OFFERS_TOLD}
