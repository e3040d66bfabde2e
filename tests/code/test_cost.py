"""macros/cost.py and macros/charges.py: what is billed for a run, kept and sent; what is not published is never 0."""

import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from macros import market
from macros.catalog.providers import EgressTerms, Storage
from macros.catalog.reader import read_catalog
from macros.charges import Job, charges, job_cost
from macros.clock import build_date
from macros.cost import billed_hours, compute_cost, listed, storage_cost, transfer_cost
from macros.expression import evaluate, export, variable
from macros.listings import listings
from macros.sessions import short_sessions

AS_OF = datetime.date(2026, 11, 30)
CATALOG = read_catalog(Path(__file__).parents[2] / "data", build_date(), "vi")
OFFERS = listings(CATALOG, AS_OF)
AMOUNTS = st.floats(0, 2e5, allow_nan=False)


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
    assert compute_cost(0.5, 10.2, 1, 3600, 0, instances=2) == pytest.approx(11)


@given(st.floats(0.01, 1000), st.integers(1, 300), st.sampled_from([1, 60, 900, 3600]), st.sampled_from([0, 60, 600]))
def test_no_second_is_billed_that_a_coarser_step_would_not_bill(hours, launches, step, minimum):
    billed = billed_hours(hours, launches, step, minimum)
    assert hours - 1e-3 * launches <= billed <= max(hours, launches * minimum / 3600) + launches * step / 3600 + 1e-6
    assert billed_hours(hours, launches, 1, 0) <= billed + 1e-9


def test_a_price_list_charges_each_step_for_what_is_in_it():
    steps = ((0, 0.09), (10_240, -0.005), (51_200, -0.015))
    assert listed(500, steps) == pytest.approx(45)
    assert listed(60_000, steps) == pytest.approx(10_240 * 0.09 + 40_960 * 0.085 + 8_800 * 0.07)


@pytest.mark.parametrize(("provider", "job", "storage", "transfer"), [
    # data/providers/aws.yml: 100 GB a month free, then 0.09 up to 10,240 GB and 0.085 up to 51,200; no storage price
    ("aws", Job(egress_gb=500), 0, 36),
    ("aws", Job(egress_gb=20_100), 0, 10_240 * 0.09 + 9_760 * 0.085),
    ("aws", Job(storage_gb=50, egress_gb=50), None, 0),
    # data/providers/oci.yml: the first 10,240 GB of a month are free
    ("oci", Job(egress_gb=500), 0, 0),
    ("oci", Job(egress_gb=20_240), 0, 85),
    # data/providers/runpod.yml: 0.07 a GB-month, 0.05 for what is above 1,000 GB; egress free
    ("runpod", Job(storage_gb=200, months=2, egress_gb=500), 28, 0),
    ("runpod", Job(storage_gb=1500, months=1), 95, 0),
    # data/providers/modal.yml: 1 TiB is kept free, then 0.09
    ("modal", Job(storage_gb=1000, months=3), 0, 0),
    ("modal", Job(storage_gb=1124, months=3), 27, 0),
    # data/providers/thunder.yml: 100 GB come with an instance and go with it; what keeping costs is not given
    ("thunder", Job(storage_gb=50), None, 0),
    # data/providers/vast.yml: each host sets its price, for data sent in as well
    ("vast", Job(ingress_gb=10), 0, None),
    ("runpod", Job(ingress_gb=10), 0, 0),
    # data/providers/aws.yml: terms of egress that do not speak of data sent in; data/providers/e2e.yml: no terms at all
    ("aws", Job(ingress_gb=500), 0, 0),
    ("e2e", Job(ingress_gb=10), 0, None),
    ("e2e", Job(hours=5), 0, 0),
    # data/providers/digitalocean.yml: an allowance of a size that is not given
    ("digitalocean", Job(egress_gb=1), 0, None),
    ("leafcloud", Job(hours=5), 0, 0),
])
def test_parts_of_a_job(provider, job, storage, transfer):
    cost = job_cost(2, charges(CATALOG.providers[provider]), job)
    assert cost.storage == (storage if storage is None else pytest.approx(storage))
    assert cost.transfer == (transfer if transfer is None else pytest.approx(transfer))
    assert cost.known == pytest.approx(cost.compute + (storage or 0) + (transfer or 0))
    assert cost.missing == [name for name, part in (("storage", storage), ("transfer", transfer)) if part is None]


@given(st.sampled_from(sorted(CATALOG.providers)), AMOUNTS, AMOUNTS, AMOUNTS)
def test_what_is_asked_for_and_not_published_is_missing_and_more_never_costs_less(name, kept, out, more):
    provider = CATALOG.providers[name]
    small, large = (job_cost(1, charges(provider), Job(1, storage_gb=kept + n, egress_gb=out + n)) for n in (0, more))
    if kept + more:
        assert (large.storage is None) == (provider.storage.usd_per_gb_month is None)
    known = provider.egress is not None and (provider.egress.kind == "free" or bool(provider.egress.tiers))
    if out + more:
        assert (large.transfer is None) == (not known)
    assert large.known >= small.known - 1e-9


def test_it_traces():
    run = {"price_per_hour": 2.5, "hours": 7.3, "launches": 4, "step_seconds": 60, "minimum_seconds": 600, "instances": 3}
    kept = {"kept_gb": 1500, "months": 2.5, "free_gb": 100}
    sent = {"out_gb": 900, "in_gb": 300, "counts_in": 1, "free_gb": 100}
    names = ("above_0", "change_0", "above_1", "change_1")
    numbers = dict(zip(names, (0, 0.07, 1000, -0.02), strict=True))
    steps = [(variable(names[0]), variable(names[1])), (variable(names[2]), variable(names[3]))]
    roots = [
        compute_cost(**{name: variable(name) for name in run}),
        storage_cost(**{name: variable(name) for name in kept}, steps=steps),
        transfer_cost(**{name: variable(name) for name in sent}, steps=steps),
    ]
    entries, places = export(roots)
    results = evaluate(entries, run | kept | sent | numbers)
    assert [results[place] for place in places] == pytest.approx([
        2.5 * 3 * billed_hours(7.3, 4, 60, 600), 2.5 * (1000 * 0.07 + 400 * 0.05), 1000 * 0.07 + 100 * 0.05,
    ])


JOBS = st.builds(
    Job, hours=st.floats(0.02, 2000), launches=st.integers(1, 200), storage_gb=st.sampled_from([0, 5, 200, 3000, 1e6]),
    months=st.sampled_from([0.1, 1, 12]), egress_gb=st.sampled_from([0, 50, 500, 12_000, 2e5]), ingress_gb=st.sampled_from([0, 100]),
)


@settings(max_examples=60, deadline=None)
@given(JOBS, st.booleans())
def test_the_offers_sent_to_the_calculator_hold_the_cheapest_for_any_job(job, on_spot):
    def order(one) -> tuple[int, float]:
        cost = job_cost(float((one.spot if on_spot else one.price).usd), charges(one.provider), job)
        return len(cost.missing), round(cost.known, 6)

    def best(offers) -> dict[tuple[str, int], list]:
        found: dict = {}
        for one in offers:
            if one.spot_ranked if on_spot else one.ranked:
                found.setdefault((one.gpu_id, one.offer.gpus), []).append(order(one))
        return {key: sorted(orders)[:market.OFFERS_PER_CARD] for key, orders in found.items()}

    assert best(market.cheapest_of_each(OFFERS)) == best(OFFERS)


def test_few_offers_stay_where_many_are_alike(monkeypatch):
    monkeypatch.setattr(market, "OFFERS_PER_CARD", 1)
    kept = market.cheapest_of_each(OFFERS)
    assert len({(one.gpu_id, one.offer.gpus) for one in kept}) < len(kept) < 0.8 * len([one for one in OFFERS if one.ranked or one.spot_ranked])


@pytest.mark.parametrize(("record", "fields", "message"), [
    (Storage, {"tiers": [{"above_gb": 9, "usd_per_gb_month": 1}]}, "tiers without usd_per_gb_month"),
    (Storage, {"usd_per_gb_month": 1, "tiers": [{"above_gb": n, "usd_per_gb_month": 1} for n in (9, 5)]}, "not in order"),
    (EgressTerms, {"kind": "free", "tiers": [{"usd_per_gb": 0.1}]}, "tiers of egress that is free"),
    (Storage, {"persistent": False, "usd_per_gb_month": 0.1}, "persistent is false, but"),
    (EgressTerms, {"kind": "free", "free_gb_per_month": 5}, "only so much of it"),
    (EgressTerms, {"kind": "free", "both_ways": True}, "only so much of it"),
    (EgressTerms, {"kind": "metered", "tiers": [{"usd_per_gb": 0.1}, {"usd_per_gb": 0.1}]}, "not in order"),
    (EgressTerms, {"kind": "metered", "tiers": [{"usd_per_gb": 0.1, "to_gb_per_month": 5}]}, "not in order"),
])
def test_price_lists_that_make_no_sense_are_refused(record, fields, message):
    with pytest.raises(ValidationError, match=message):
        record(**fields)


def test_the_guides_examples_are_what_the_function_says():
    example = short_sessions(OFFERS)
    assert example.times == pytest.approx(3)  # 20 minutes billed as an hour
    for cost in example.costs:
        assert cost.by_second == pytest.approx(float(cost.listing.price.usd) * 200 / 3) and cost.by_hour == pytest.approx(float(cost.listing.price.usd) * 200)
    assert len(example.sweeps) == 3
    for sweep in example.sweeps:
        assert sweep.on_demand.usd == pytest.approx(float(sweep.on_demand.quote.usd) * 30)  # whole hours come out even at every step
        assert sweep.on_spot.quote.usd <= min(one.spot.usd_per_gpu for one in OFFERS if one.spot_ranked and one.offer.gpus == 1
                                              and sweep.tier[0] <= one.gpu.vram_gb <= sweep.tier[1])
