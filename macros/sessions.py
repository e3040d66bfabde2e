"""The research guide's worked examples: short sessions under two ways of billing, and sweeps on demand and on spot."""

from collections.abc import Iterable
from dataclasses import dataclass

from .charges import Charges, Job, charges, job_cost
from .cost import STEP_SECONDS
from .listings import Listing, Quote, cheapest, cheapest_spot

SESSIONS = 200
MINUTES = 20
SWEEP = Job(hours=30)
TIERS = ((16, 24), (40, 48), (80, 80))
"""Memory of the cards compared, GB, inclusive."""
Tier = tuple[int, int]


@dataclass(frozen=True)
class SessionCost:
    """What the sessions cost on the cheapest card of one size, in USD, by the second and by the hour."""

    tier: Tier
    listing: Listing
    by_second: float
    by_hour: float


@dataclass(frozen=True)
class Rented:
    """One listing at one of its prices, and what a job costs there, in USD."""

    listing: Listing
    quote: Quote
    usd: float


@dataclass(frozen=True)
class SweepCost:
    """What the sweeps cost on the cheapest card of one size, on demand and on spot; None where there is no current price."""

    tier: Tier
    on_demand: Rented | None
    on_spot: Rented | None


@dataclass(frozen=True)
class Example:
    """`sessions` sessions of `minutes` minutes, and sweeps of `hours`, on each size of card that has a current price."""

    sessions: int
    minutes: int
    hours: float
    costs: list[SessionCost]
    sweeps: list[SweepCost]

    @property
    def times(self) -> float:
        """How many times as much hourly rounding costs: the same for every price."""
        return _sessions(1, _billed_by("hour")) / _sessions(1, _billed_by("second"))


def _billed_by(step: str) -> Charges:
    return Charges(STEP_SECONDS[step], 0, None, None, charges_in=False)


def _sessions(usd_per_hour: float, charged: Charges) -> float:
    return job_cost(usd_per_hour, charged, Job(hours=SESSIONS * MINUTES / 60, launches=SESSIONS)).known


def short_sessions(listings: Iterable[Listing]) -> Example:
    """The examples on the cheapest current single card of each size."""
    singles = [one for one in listings if one.offer.gpus == 1]
    by_tier = {tier: [one for one in singles if tier[0] <= one.gpu.vram_gb <= tier[1]] for tier in TIERS}
    costs = [SessionCost(tier, found, *_both(found)) for tier, rows in by_tier.items() if (found := cheapest(rows))]
    sweeps = [SweepCost(tier, *_ways(rows)) for tier, rows in by_tier.items()]
    return Example(SESSIONS, MINUTES, SWEEP.hours, costs, [one for one in sweeps if one.on_demand or one.on_spot])


def _both(found: Listing) -> tuple[float, float]:
    usd = float(found.price.usd)
    return _sessions(usd, _billed_by("second")), _sessions(usd, _billed_by("hour"))


def _ways(rows: list[Listing]) -> tuple[Rented | None, Rented | None]:
    """The cheapest on demand and the cheapest on spot, each with the sweeps' cost as its provider bills."""
    demand, spot = cheapest(rows), cheapest_spot(rows)
    return demand and _rented(demand, demand.price), spot and _rented(spot, spot.spot)


def _rented(listing: Listing, quote: Quote) -> Rented:
    return Rented(listing, quote, job_cost(float(quote.usd), charges(listing.provider), SWEEP).known)
