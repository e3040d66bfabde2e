"""What a run costs: the hours that a provider bills, and their price. Traces (macros/expression.py)."""

from .expression import Number, ceil, maximum

HOUR = 3600
STEP_SECONDS = {"second": 1, "minute": 60, "quarter-hour": 900, "hour": 3600}
"""Seconds of each tag of `billing.step`."""
FORGIVEN = 1e-6
"""Part of a step that is not rounded up: hours are binary fractions, so that 1.1 hours come to a little over 3960 seconds."""


def billed_hours(hours: Number, launches: Number = 1, step_seconds: Number = 1, minimum_seconds: Number = 0) -> Number:
    """Hours billed for `hours` of use in `launches` launches of equal length.

    Each launch is rounded up to whole steps of the billing, and is billed for its least time at any rate.
    """
    steps = ceil(hours * HOUR / launches / step_seconds - FORGIVEN)
    return launches * maximum(steps * step_seconds, minimum_seconds) / HOUR


def compute_cost(price_per_hour: Number, hours: Number, launches: Number, step_seconds: Number, minimum_seconds: Number) -> Number:
    """The price of the billed hours of one instance, in the currency of `price_per_hour`."""
    return price_per_hour * billed_hours(hours, launches, step_seconds, minimum_seconds)
