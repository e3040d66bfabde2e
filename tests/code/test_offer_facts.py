"""What the browser sorts and filters by: numbers and tags that say what is known, what may be, and what is not."""

import datetime
import json

import pytest

from macros.catalog.reader import read_catalog
from macros.comparison import by_price
from macros.listings import listings
from macros.offer_facts import as_json, offer_facts
from macros.places import holds_in

from . import tiny

AS_OF = datetime.date(2026, 11, 30)


@pytest.mark.parametrize(("areas", "everywhere", "places", "tags"), [
    (("IN",), False, ("IN", "US", "001"), ["IN"]),
    (("001",), True, ("IN", "001"), ["IN", "001"]),  # one price everywhere is India's too
    (("001",), False, ("IN", "001"), ["?IN", "001"]),  # the lowest of the world may be another country's
    (("EU",), False, ("NL", "EU", "IS"), ["?NL", "EU"]),
    (("NL",), False, ("EU",), ["EU"]),
    (("FI", "IS"), False, ("FI", "EU"), ["?FI", "?EU"]),  # Iceland is not in the EU
    (("021",), True, ("US", "CA", "IN"), ["US", "CA"]),
])
def test_where_a_price_holds_and_where_it_may(areas, everywhere, places, tags):
    assert holds_in(areas, everywhere, places) == tags


def facts(folder, columns=("card", "price", "billing"), **changed):
    catalog = read_catalog(tiny.write(folder, changed.get("files")), AS_OF, "vi")
    rows = by_price(listings(catalog, AS_OF))
    return offer_facts(rows, columns, ["IN"], ", ".join)


def test_numbers_stand_in_the_order_of_the_rows_and_the_unranked_are_named(tmp_path):
    made = facts(tmp_path)
    assert made["ids"] == ["alpha/small", "alpha/eight-big", "beta/small"]
    assert made["sort"]["price"] == [0.5, 3, 0.25]  # 24.5 INR at 98 a dollar
    assert made["sort"]["instance"] == [0.5, 24, 0.25]
    assert made["sort"]["billing"] == [0, 0, 3]  # second, second, hour
    assert made["late"]["price"] == [2]  # stale
    assert made["sort"]["spot"] == [0.2, None, None]


def test_what_is_not_known_is_null_and_what_may_be_is_marked(tmp_path):
    text = as_json(facts(tmp_path))

    def tags(name):
        made = json.loads(text)["tags"][name]
        return [made["values"][code] for code in made["at"]]

    assert tags("card") == [["small-16"], ["big-80-sxm"], ["small-16"]]
    assert tags("link") == [[], None, []]  # one card has no link, of eight nothing is known
    assert tags("pay") == [None, None, None]
    assert tags("precision") == [["fp16", "?fp8", "?int8", "?fp4"], ["bf16", "fp16", "fp8", "?int8", "?fp4"], ["fp16", "?fp8", "?int8", "?fp4"]]
    assert tags("place")[0] == ["IN"] and tags("place")[1] is None


def test_the_same_facts_are_the_same_bytes(tmp_path):
    first, second = (as_json(facts(tmp_path / name)) for name in ("a", "b"))
    assert first == second and json.loads(first)["ids"]
