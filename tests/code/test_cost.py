"""macros/cost.py: what is billed for a run."""

import pytest

from macros.cost import billed_hours, compute_cost
from macros.expression import evaluate, export, variable


@pytest.mark.parametrize(("run", "billed"), [
    # ten hours in one launch, by the second
    ({"hours": 10}, 10),
    # 200 sessions of 20 minutes, by the hour: each takes a whole one
    ({"hours": 200 / 3, "launches": 200, "step_seconds": 3600}, 200),
    # 40 seconds, with at least a minute for each launch
    ({"hours": 40 / 3600, "minimum_seconds": 60}, 1 / 60),
    # 61 minutes by the quarter of an hour
    ({"hours": 61 / 60, "step_seconds": 900}, 1.25),
    # a whole number of steps is not rounded up for a fraction's sake: 1.1 * 3600 is 3960.0000000000005
    ({"hours": 1.1, "step_seconds": 1}, 1.1),
    ({"hours": 1.1, "step_seconds": 60}, 1.1),
])
def test_hours_billed(run, billed):
    assert billed_hours(**run) == pytest.approx(billed, abs=1e-9)


def test_cost_is_the_price_of_the_billed_hours():
    assert compute_cost(0.5, 10.2, 1, 3600, 0) == pytest.approx(0.5 * 11)


def test_it_traces():
    numbers = {"price_per_hour": 2.5, "hours": 7.3, "launches": 4, "step_seconds": 60, "minimum_seconds": 600}
    entries, (place,) = export([compute_cost(**{name: variable(name) for name in numbers})])
    assert evaluate(entries, numbers)[place] == pytest.approx(compute_cost(**numbers))
