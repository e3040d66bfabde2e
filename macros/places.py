"""Which countries an area of the catalog takes in, so that a reader who asks for a country finds the area's prices."""

import functools

WORLD = "001"
MEMBERS: dict[str, frozenset[str]] = {
    "021": frozenset({"CA", "US"}),
    "EU": frozenset({
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
        "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
    }),
}
"""The areas that a record may name besides countries and the world; one that is not here takes in only itself."""


@functools.lru_cache(maxsize=1024)
def holds_in(areas: tuple[str, ...], everywhere: bool, places: tuple[str, ...]) -> list[str]:
    """Those of `places` where a price for `areas` holds, as tags; `?place` where it may hold.

    `everywhere` says that it is one price in all of each area. Else it is sure only where every area lies inside the place.
    """
    met = [place for place in places if any(_lies_in(place, area) or _within(area, place) for area in areas)]
    return [place if everywhere or all(_within(area, place) for area in areas) else f"?{place}" for place in met]


def _lies_in(place: str, area: str) -> bool:
    return area == WORLD or _within(place, area)


def _within(inner: str, outer: str) -> bool:
    """Whether `inner` is `outer` or a part of it; the world as a choice of its own takes in only itself."""
    return inner == outer or inner in MEMBERS.get(outer, ())
