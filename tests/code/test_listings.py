"""Offers as readers compare them: per GPU, in USD, aged, ranked."""

import datetime
from decimal import Decimal

import pytest

from macros.catalog.policy import FreshnessDays
from macros.catalog.reader import read_catalog
from macros.listings import cheapest, freshness, listings

from . import tiny

AS_OF = datetime.date(2026, 11, 30)
LIMITS = FreshnessDays(fresh=60, ageing=180)


@pytest.fixture
def by_id(tmp_path):
    return {one.id: one for one in listings(read_catalog(tiny.write(tmp_path), AS_OF, "vi"), AS_OF)}


@pytest.mark.parametrize(("days", "expected"), [(0, "fresh"), (60, "fresh"), (61, "ageing"), (180, "ageing"), (181, "stale")])
def test_freshness_limits_are_inclusive(days, expected):
    assert freshness(days, LIMITS) == expected


def test_a_price_is_for_the_instance_and_compared_per_gpu(by_id):
    price = by_id["alpha/eight-big"].price
    assert (price.amount, price.usd_per_gpu) == (Decimal(24), Decimal(3))  # 24 USD for 8 cards
    assert by_id["alpha/eight-big"].vram_gb_in_all == 640  # 8 x 80 GB


def test_a_price_in_rupees_is_kept_as_listed_and_converted_at_the_dated_rate(by_id):
    price = by_id["beta/small"].price
    assert (price.amount, price.currency, price.usd) == (Decimal("24.5"), "INR", Decimal("0.25"))  # 98 INR to the dollar


def test_ages_are_counted_from_the_day_given(by_id):
    ages = {id_: one.newest.age_days for id_, one in by_id.items()}
    assert ages == {"alpha/small": 29, "alpha/eight-big": 90, "beta/small": 213}
    assert by_id["alpha/small"].spot.age_days == 60


def test_stale_prices_stay_but_are_not_ranked(by_id):
    assert by_id["beta/small"].price.freshness == "stale"
    assert [id_ for id_, one in by_id.items() if one.ranked] == ["alpha/eight-big", "alpha/small"]


def test_the_cheapest_is_never_a_stale_one(by_id):
    assert by_id["beta/small"].price.usd_per_gpu < by_id["alpha/small"].price.usd_per_gpu
    assert cheapest(by_id.values()).id == "alpha/small"


def test_where_no_current_price_is_left_there_is_no_cheapest(by_id):
    assert cheapest([by_id["beta/small"]]) is None
    assert cheapest([]) is None


@pytest.mark.parametrize("change", [
    ("market: on-demand", "market: prototyping"),
    ("price_scope: region", "price_scope: lowest-host"),
    ("price_scope: region", "price_scope: region\n    not_included: [cpu-ram]"),
])
def test_prices_of_another_kind_are_not_ranked(tmp_path, change):
    data = tiny.write(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace(*change, 1)})
    by_id = {one.id: one for one in listings(read_catalog(data, AS_OF, "vi"), AS_OF)}
    assert not by_id["alpha/small"].ranked


def test_an_offer_may_have_a_spot_price_alone(tmp_path):
    data = tiny.write(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("    usd_per_hour: 0.50\n", "")})
    one = next(one for one in listings(read_catalog(data, AS_OF, "vi"), AS_OF) if one.id == "alpha/small")
    assert (one.price, one.ranked, one.newest.usd) == (None, False, Decimal("0.2"))
