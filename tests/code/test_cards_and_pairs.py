"""What the pages of cards, providers and pairs are made of, on the tiny catalog."""

import dataclasses
import datetime
import json
from decimal import Decimal

import pytest

from macros.blocks import Blocks
from macros.cards import BESIDE, cards
from macros.catalog.reader import read_catalog
from macros.catalog_pages import catalog_pages
from macros.fit import usable_bytes
from macros.model_fit import held, models
from macros.pairs import only_one_holds, pair
from macros.shops import shops
from macros.structured_data import product, script_json

from . import tiny

AS_OF = datetime.date(2026, 11, 30)


def read(folder, changed=None):
    return read_catalog(tiny.write(folder, changed), AS_OF, "vi")


def test_a_card_has_its_offers_and_its_lowest_prices(tmp_path):
    card = cards(read(tmp_path), AS_OF)["small-16"]
    assert [one.id for one in card.offers] == ["alpha/small", "beta/small"]  # Beta's is cheaper but over 180 days old
    assert card.cheapest.id == card.cheapest_spot.id == "alpha/small"
    assert card.providers == 2 and card.gpu.tensor_rate is None


def test_an_old_spot_price_is_not_the_lowest(tmp_path):
    text = tiny.ALPHA.replace("      checked: 2026-10-01\n", "      checked: 2026-05-01\n")
    assert cards(read(tmp_path, {"providers/alpha.yml": text}), AS_OF)["small-16"].cheapest_spot is None


def test_a_card_stands_beside_a_fixed_number_of_others(tmp_path):
    one = tiny.GPUS.split("gpus:\n")[1].split("  big-80-sxm")[0]
    many = "".join(one.replace("small-16:", f"card-x{n}:").replace("name: Small", f"name: Card {n}").replace("320", str(100 + n)) for n in range(20))
    made = cards(read(tmp_path, {"gpus.yml": tiny.GPUS + many}), AS_OF)
    assert made["card-x10"].beside == [f"card-x{n}" for n in range(10 - BESIDE, 11 + BESIDE)]
    assert made["big-80-sxm"].beside[-1] == "big-80-sxm" and len(made["big-80-sxm"].beside) == BESIDE + 1


def test_a_provider_has_its_offers_their_days_and_its_regions(tmp_path):
    regions = "regions:\n  - country: US\n  - {country: VN, code: hcm}\n  - {country: IN, code: mum}\n  - {country: IN, code: del}\noffers:"
    shop = shops(read(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("offers:", regions)}), AS_OF)["alpha"]
    assert [one.id for one in shop.offers] == ["alpha/small", "alpha/eight-big"] and shop.cards == 2
    assert shop.checked == (datetime.date(2026, 9, 1), datetime.date(2026, 11, 1))
    assert shop.near == [("IN", ["mum", "del"]), ("VN", ["hcm"])] and shop.elsewhere == [("US", [])]


def test_a_card_holds_what_fits_with_headroom(tmp_path):
    catalog = read(tmp_path)
    small, big = (catalog.gpus[id_] for id_ in ("small-16", "big-80-sxm"))
    need = models(catalog, True)[0].needs["full", 1]
    for gpu in (small, big):
        fits = need <= usable_bytes(gpu) * 0.95
        assert bool(held(catalog, gpu.model_copy(update={"lacks": []})).by_method["full"]) == fits
    assert models(catalog, False)[0].needs["full", 1] > need  # without BF16 the weights are kept in FP32
    assert held(catalog, big).largest("full").name == "Tiny-1B" and held(catalog, small).largest("full") is None


def test_a_card_that_software_sees_as_two_gpus_holds_what_one_of_them_holds(tmp_path):
    catalog = read(tmp_path)
    whole = catalog.gpus["big-80-sxm"].model_copy(update={"usable_mib": None})
    dies = whole.model_copy(update={"devices": 2})
    assert usable_bytes(dies) == usable_bytes(whole) / 2 == 40e9
    needed = models(catalog, True)[0].needs["serve", 1]
    assert needed < 40e9 and held(catalog, dies).largest("serve") is not None
    half = whole.model_copy(update={"vram_gb": 4, "devices": 2})  # 4 GB would hold 2.3 GB of weights, 2 GB don't
    assert held(catalog, half).largest("serve") is None
    assert dies.vram_gb == 80


def priced(folder, small: str, big: str, rates: str = "fp32: 8, fp16: 65"):
    """The pair of the tiny catalog at the given USD an hour for one card each."""
    gpus = tiny.GPUS.replace("    sources: [datasheet]\n", f"    dense_tflops: {{{rates}}}\n    sources: [datasheet]\n", 1)
    gpus = gpus.replace("    supports: [fp32, fp16, bf16, fp8]\n", "    supports: [fp32, fp16, bf16, fp8]\n    dense_tflops: {fp16: 990, bf16: 990}\n")
    alpha = tiny.ALPHA.replace("usd_per_hour: 0.50", f"usd_per_hour: {small}").replace("usd_per_hour: 24", f"usd_per_hour: {Decimal(big) * 8}")
    made = cards(read(folder, {"gpus.yml": gpus, "providers/alpha.yml": alpha}), AS_OF)
    return pair(made["small-16"], made["big-80-sxm"])


def test_the_dearer_card_may_give_more_of_everything_for_a_dollar(tmp_path):
    verdict = priced(tmp_path, "0.50", "2.0").verdict()  # 4 times the price; 5 times the memory, 10 the bandwidth, 15 the rate
    assert verdict.better is None
    assert [(card.id, which) for card, which in verdict.for_money] == [("big-80-sxm", ["vram", "bandwidth", "rate"])]


def test_each_card_may_give_more_of_something_for_a_dollar(tmp_path):
    verdict = priced(tmp_path, "0.50", "4.0").verdict()  # 8 times the price
    assert [(card.id, which) for card, which in verdict.for_money] == [("small-16", ["vram"]), ("big-80-sxm", ["bandwidth", "rate"])]


def test_what_is_nearly_equal_is_with_neither(tmp_path):
    verdict = priced(tmp_path, "0.50", "2.5").verdict()  # 5 times the price for 5 times the memory
    assert [(card.id, which) for card, which in verdict.for_money] == [("big-80-sxm", ["bandwidth", "rate"])]


def test_a_card_with_no_less_of_anything_that_costs_no_more_is_better(tmp_path):
    better, other = priced(tmp_path, "0.50", "0.50").verdict().better
    assert (better.id, other.id) == ("big-80-sxm", "small-16")


@pytest.mark.parametrize("what", ["price", "rate"])
def test_nothing_is_said_where_a_price_or_a_rate_is_unknown(tmp_path, what):
    made = priced(tmp_path, "0.50", "2.0", rates="fp32: 8" if what == "rate" else "fp16: 65")
    if what == "price":
        made = dataclasses.replace(made, first=dataclasses.replace(made.first, cheapest=None))
    assert made.verdict() is None


def test_prices_are_given_for_each_unit_with_their_ratio(tmp_path):
    rows = {row.name: row for row in priced(tmp_path, "0.50", "2.0").prices()}
    assert rows["hour"].ratio == pytest.approx(4)
    assert rows["vram"].first == Decimal("0.5") / 16 and rows["vram"].ratio == pytest.approx(4 / 5)
    assert float(rows["rate"].first) == pytest.approx(0.5 / 65 * 100) and float(rows["bandwidth"].first) == pytest.approx(0.5 / 320 * 1000)


def test_the_models_that_only_one_of_two_cards_holds(tmp_path):
    catalog = read(tmp_path)
    made = pair(*cards(catalog, AS_OF).values())
    only = only_one_holds(made, tuple(held(catalog, card.gpu) for card in made.sides))
    assert [(card.id, names) for card, names in only["full"]] == [("big-80-sxm", ["Tiny-1B"])] and only["qlora"] == []


def test_a_product_tells_listed_prices_each_currency_apart(tmp_path):
    beta = tiny.BETA.replace("checked: 2026-05-01", "checked: 2026-11-01")
    made = product(cards(read(tmp_path, {"providers/beta.yml": beta}), AS_OF)["small-16"], "a card", "https://site.example/gpus/small-16/")
    offers = {one["priceCurrency"]: one for one in made["offers"]}
    assert {code: (one["lowPrice"], one["highPrice"], one["offerCount"]) for code, one in offers.items()} == {"USD": ("0.5", "0.5", 1), "INR": ("24.5", "24.5", 1)}
    assert offers["INR"]["offers"][0]["priceSpecification"]["valueAddedTaxIncluded"] is False


def test_a_product_has_no_price_that_is_stale(tmp_path):
    alpha = tiny.ALPHA.replace("checked: 2026-11-01", "checked: 2026-05-01").replace("checked: 2026-10-01", "checked: 2026-05-01")
    assert product(cards(read(tmp_path, {"providers/alpha.yml": alpha}), AS_OF)["small-16"], "a card", "https://site.example/") is None


def test_machine_data_cannot_close_its_script():
    text = script_json({"name": "</script><!--"})
    assert "<" not in text and json.loads(text) == {"name": "</script><!--"}


def test_a_page_made_from_the_catalog_is_one_macro_call(tmp_path):
    pages = {page.address: page.markdown for page in catalog_pages(read(tmp_path))}
    assert pages == {
        "gpus/": "{{ gpu_list() }}", "gpus/small-16/": '{{ gpu_page("small-16") }}', "gpus/big-80-sxm/": '{{ gpu_page("big-80-sxm") }}',
        "providers/": "{{ provider_list() }}", "providers/alpha/": '{{ provider_page("alpha") }}', "providers/beta/": '{{ provider_page("beta") }}',
        "compare/small-16-vs-big-80-sxm/": '{{ pair_page("small-16", "big-80-sxm") }}',
    }


def test_links_inside_blocks_lead_from_the_page_they_stand_on():
    blocks = Blocks()
    held_block = blocks.hold('<a href="site:gpus/t4/">T4</a> href=&#34;site:x')
    assert blocks.fill(held_block, "../../") == '<a href="../../gpus/t4/">T4</a> href=&#34;site:x'
