"""The geometry of pictures: scales, marks, and names that never meet whatever the width."""

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros.catalog.reader import read_catalog
from macros.charts import chart
from macros.listings import listings
from macros.pictures import best_for_bandwidth, by_memory, cheapest_of_each_card, memory_sizes
from macros.view.labels import NARROW, WIDE, WIDEST, Frame, placed, text_width
from macros.view.scales import LogScale, apart, log_scale

from . import tiny

AS_OF = datetime.date(2026, 11, 30)


@pytest.fixture
def offers(tmp_path):
    return listings(read_catalog(tiny.write(tmp_path), AS_OF, "vi"), AS_OF)


def test_equal_ratios_are_equal_distances():
    scale = LogScale(1, 100, 0, 200)
    assert [scale(value) for value in (1, 10, 100)] == [0, 100, 200]
    assert scale.ticks() == [1, 2, 5, 10, 20, 50, 100]


def test_a_scale_may_run_upwards_and_holds_all_values():
    scale = log_scale([0.16, 18], 300, 26)
    assert 26 < scale(18) < scale(0.16) < 300


def test_marks_that_count_most_stay_when_there_is_no_room_for_all():
    scale = LogScale(10, 1000, 0, 100)
    assert apart({80: 5, 94: 1, 96: 2, 480: 1}, scale, 9) == [80, 480]


def test_a_name_is_estimated_no_narrower_than_it_is():
    """Widths in em of DejaVu Sans, which is wider than the fonts of phones and desktops: "H100" is 2.66, "L4" 1.19."""
    assert text_width("H100", 1) >= 0.752 + 3 * 0.636 - 0.2 and text_width("L4", 1) >= 1.19


points = st.lists(
    st.tuples(st.floats(10, 97), st.floats(20, 400), st.sampled_from(["L4", "H100 SXM", "RTX PRO 6000 Server", "A100 80 GB PCIe"])),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(points, st.floats(NARROW, WIDEST))
def test_names_never_meet_at_any_width(made, width):
    labels = placed(made, Frame(9, 18, 410))
    shown = [label for label in labels if width >= WIDE or not label.wide]
    boxes = []
    for label in shown:
        long = text_width(label.text)
        start = label.x * width / 100 + label.dx - {"start": 0, "middle": long / 2, "end": long}[label.anchor]
        boxes.append((start, start + long, label.y - 10, label.y + 2))
    for i, (left, right, top, bottom) in enumerate(boxes):
        assert left >= 9 * width / 100 - 0.01 and right <= width + 0.01
        for other in boxes[i + 1:]:
            apart_across = right <= other[0] + 0.01 or other[1] <= left + 0.01
            apart_down = bottom <= other[2] + 0.01 or other[3] <= top + 0.01
            assert apart_across or apart_down, (shown[i], width)


def test_sizes_leave_stale_prices_out(offers):
    """beta/small is 213 days old; alpha/small costs 0.50, alpha/eight-big 24 for 8 cards."""
    told = [(size.vram_gb, size.offers, float(size.lowest), size.cards) for size in memory_sizes(offers)]
    assert told == [(16, 1, 0.5, ["Small"]), (80, 1, 3.0, ["Big"])]


def test_cards_are_in_the_order_of_price_and_in_groups_of_memory(offers):
    cards = cheapest_of_each_card(offers)
    assert [card.id for card in cards] == ["alpha/small", "alpha/eight-big"]
    assert [[card.gpu_id for card in group] for group in by_memory(cards)] == [["small-16"], ["big-80-sxm"]]
    assert [card.gpu_id for card in best_for_bandwidth(cards)] == ["small-16", "big-80-sxm"]  # neither beats the other


@pytest.mark.parametrize("name", ["price-vram", "cheapest", "bandwidth-price"])
def test_a_catalog_without_current_prices_has_a_picture_of_nothing(offers, name):
    later = [one for one in offers if one.id == "beta/small"]
    assert chart(name, later) == ("chart_empty.html", {"name": name})


def test_ten_times_the_offers_are_as_many_dots(offers):
    once, often = (chart("price-vram", many)[1]["picture"].dots for many in (offers, offers * 10))
    assert len(often) == len(once) == 2
