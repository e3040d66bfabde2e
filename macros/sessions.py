"""The research guide's worked example: many short sessions under two ways of billing."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

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
        return billed_hours(self.sessions, self.minutes, 3600) / billed_hours(self.sessions, self.minutes, 1)


def billed_hours(sessions: int, minutes: int, step_seconds: int) -> float:
    """Hours billed when each session is rounded up to a whole number of steps."""
    steps = math.ceil(minutes * 60 / step_seconds)
    return sessions * steps * step_seconds / 3600


def short_sessions(listings: Iterable[Listing]) -> Example:
    """The example on the cheapest current single card of each size."""
    singles = [one for one in listings if one.offer.gpus == 1]
    costs = []
    for low, high in TIERS:
        found = cheapest(one for one in singles if low <= one.gpu.vram_gb <= high)
        if found and found.price:
            hours = [Decimal(str(billed_hours(SESSIONS, MINUTES, step))) for step in (1, 3600)]
            costs.append(SessionCost((low, high), found, *(found.price.usd * h for h in hours)))
    return Example(SESSIONS, MINUTES, costs)
