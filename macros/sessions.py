"""The research guide's worked example: many short sessions under two ways of billing."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from .cost import STEP_SECONDS, billed_hours
from .listings import Listing, cheapest

SESSIONS = 200
MINUTES = 20
TIERS = ((16, 24), (40, 48), (80, 80))
"""Memory of the cards compared, GB, inclusive."""


@dataclass(frozen=True)
class SessionCost:
    """What the sessions cost on the cheapest card of one size, in USD, by the second and by the hour."""

    tier: tuple[int, int]
    listing: Listing
    by_second: Decimal
    by_hour: Decimal


@dataclass(frozen=True)
class Example:
    """`sessions` sessions of `minutes` minutes on each size of card that has a current price."""

    sessions: int
    minutes: int
    costs: list[SessionCost]

    @property
    def times(self) -> float:
        """How many times as much hourly rounding costs: the same for every price."""
        return _billed("hour", self.sessions, self.minutes) / _billed("second", self.sessions, self.minutes)


def _billed(step: str, sessions: int = SESSIONS, minutes: int = MINUTES) -> float:
    return billed_hours(sessions * minutes / 60, sessions, STEP_SECONDS[step])


def short_sessions(listings: Iterable[Listing]) -> Example:
    """The example on the cheapest current single card of each size."""
    singles = [one for one in listings if one.offer.gpus == 1]
    costs = []
    for low, high in TIERS:
        found = cheapest(one for one in singles if low <= one.gpu.vram_gb <= high)
        if found and found.price:
            hours = [Decimal(str(_billed(step))) for step in ("second", "hour")]
            costs.append(SessionCost((low, high), found, *(found.price.usd * h for h in hours)))
    return Example(SESSIONS, MINUTES, costs)
