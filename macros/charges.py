"""What a provider charges besides the price an hour, as numbers for macros/cost.py; what it does not publish stays unknown."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from .catalog.providers import EgressTerms, Provider, Storage
from .cost import STEP_SECONDS, compute_cost, storage_cost, transfer_cost

Steps = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Job:
    """What a job takes of a provider: hours in so many launches, GB kept for months, GB sent out and in within one month."""

    hours: float = 0
    launches: int = 1
    storage_gb: float = 0
    months: float = 1
    egress_gb: float = 0
    ingress_gb: float = 0
    instances: int = 1


@dataclass(frozen=True)
class PriceList:
    """`free_gb` at no charge, then the steps of macros/cost.py in USD."""

    free_gb: float
    steps: Steps


@dataclass(frozen=True)
class Charges:
    """A provider's billing and price lists; a list that is None is not published.

    `charges_in` says whether data sent in is charged like data sent out: not where the terms of egress do not say so, and
    None where these are not published at all.
    """

    step_seconds: int
    minimum_seconds: int
    storage: PriceList | None
    transfer: PriceList | None
    charges_in: bool | None


@dataclass(frozen=True)
class JobCost:
    """The parts of a job's cost in USD; a part that is None is asked for and its price is not published."""

    compute: float
    storage: float | None
    transfer: float | None

    @property
    def known(self) -> float:
        """The sum of the parts that are known: the total only where none is `missing`."""
        return self.compute + (self.storage or 0) + (self.transfer or 0)

    @property
    def missing(self) -> list[str]:
        """The parts that the sum is without."""
        return [name for name in ("storage", "transfer") if getattr(self, name) is None]


def charges(provider: Provider) -> Charges:
    """What `provider` is known to charge; a billing step that is not published is taken for a second."""
    billing, egress = provider.billing, provider.egress
    return Charges(
        STEP_SECONDS[billing.step or "second"], billing.minimum_seconds or 0, _storage(provider.storage), _transfer(egress),
        egress and egress.both_ways,
    )


def job_cost(usd_per_hour: float, charged: Charges, job: Job) -> JobCost:
    """What `job` costs on instances at `usd_per_hour` each; what is not asked for costs nothing, whatever is published."""
    compute = compute_cost(usd_per_hour, job.hours, job.launches, charged.step_seconds, charged.minimum_seconds, job.instances)
    return JobCost(compute, kept_cost(charged, job), moved_cost(charged, job))


def kept_cost(charged: Charges, job: Job) -> float | None:
    """USD for what `job` keeps; None where that is not published."""
    if not job.storage_gb * job.months:
        return 0
    prices = charged.storage
    return None if prices is None else storage_cost(job.storage_gb, job.months, prices.free_gb, prices.steps)


def moved_cost(charged: Charges, job: Job) -> float | None:
    """USD for what `job` sends out, and in where that is charged; None where that is not published."""
    comes_free = charged.charges_in is False
    if not job.egress_gb and (comes_free or not job.ingress_gb):
        return 0
    prices = charged.transfer
    return None if prices is None else transfer_cost(job.egress_gb, job.ingress_gb, not comes_free, prices.free_gb, prices.steps)


def _storage(storage: Storage) -> PriceList | None:
    if storage.usd_per_gb_month is None:
        return None
    prices = [(0, storage.usd_per_gb_month), *((tier.above_gb, tier.usd_per_gb_month) for tier in storage.tiers)]
    return PriceList(storage.free_gb or 0, _steps(prices))


def _transfer(egress: EgressTerms | None) -> PriceList | None:
    if egress is None or not (egress.tiers or egress.kind == "free"):
        return None
    starts = [0, *(tier.to_gb_per_month or 0 for tier in egress.tiers)]
    prices = [(start, tier.usd_per_gb) for start, tier in zip(starts, egress.tiers, strict=False)]
    return PriceList(egress.free_gb_per_month or 0, _steps(prices))


def _steps(prices: Iterable[tuple[int, Decimal]]) -> Steps:
    """Prices by where they begin, as changes from one to the next."""
    before = [(0, Decimal(0)), *prices]
    return tuple((float(start), float(price - last)) for (_, last), (start, price) in pairwise(before))
