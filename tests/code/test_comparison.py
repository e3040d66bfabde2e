"""Which offers a guide's table holds and in what order."""

import datetime

import pytest

from macros.catalog.reader import read_catalog
from macros.catalog.workloads import Filter, Range
from macros.comparison import compare, fits, order
from macros.listings import listings

from . import tiny

AS_OF = datetime.date(2026, 11, 30)


def made(folder, changed=None):
    catalog = read_catalog(tiny.write(folder, changed), AS_OF, "vi")
    return catalog, {one.id: one for one in listings(catalog, AS_OF)}


@pytest.mark.parametrize(("wanted", "kept"), [
    (Filter(), ["alpha/eight-big", "alpha/small", "beta/small"]),
    (Filter(vram_gb=Range(min=40)), ["alpha/eight-big"]),
    (Filter(vram_gb=Range(min=16, max=16)), ["alpha/small", "beta/small"]),
    (Filter(gpus=Range(max=1)), ["alpha/small", "beta/small"]),
    (Filter(memory=["hbm3"]), ["alpha/eight-big"]),
    (Filter(precisions=["bf16"]), ["alpha/eight-big"]),
    (Filter(any_precision=["bf16", "fp8"]), ["alpha/eight-big", "alpha/small", "beta/small"]),
    (Filter(any_precision=["bf16"]), ["alpha/eight-big"]),
    (Filter(billing_steps=["second", "minute"]), ["alpha/eight-big", "alpha/small"]),
    (Filter(interconnects=["nvlink"]), ["alpha/eight-big"]),  # one card has no link
    # nothing is known of access, images or storage here: a filter drops only a known no
    (Filter(interactive=True, own_images=True, persistent_storage=True, multi_node=True), ["alpha/eight-big", "alpha/small", "beta/small"]),
])
def test_a_filter_drops_what_is_known_not_to_fit(tmp_path, wanted, kept):
    _, by_id = made(tmp_path)
    assert [id_ for id_, one in sorted(by_id.items()) if fits(one, wanted)] == kept


@pytest.mark.parametrize(("facts", "wanted"), [
    ('access: { ssh: "no", jupyter: separate-product }', Filter(interactive=True)),
    ("access: { images: [] }", Filter(own_images=True)),
    ("storage: { persistent: false }", Filter(persistent_storage=True)),
    ("multi_node: { available: false }", Filter(multi_node=True)),
])
def test_a_known_no_drops_the_offer(tmp_path, facts, wanted):
    _, by_id = made(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("offers:\n", f"{facts}\noffers:\n")})
    assert not fits(by_id["alpha/small"], wanted)
    assert fits(by_id["beta/small"], wanted)


@pytest.mark.parametrize(("keys", "ids"), [
    (["price"], ["alpha/small", "alpha/eight-big", "beta/small"]),
    (["vram", "price"], ["alpha/eight-big", "alpha/small", "beta/small"]),
    (["bandwidth"], ["alpha/eight-big", "alpha/small", "beta/small"]),
    (["price_per_vram"], ["alpha/small", "alpha/eight-big", "beta/small"]),  # 0.5/16 < 3/80 < not ranked
])
def test_what_may_not_be_ranked_comes_last_whatever_the_keys(tmp_path, keys, ids):
    _, by_id = made(tmp_path)
    assert [one.id for one in sorted(by_id.values(), key=lambda one: order(one, keys))] == ids


def test_unknown_billing_comes_after_known_billing(tmp_path):
    fresh = tiny.BETA.replace("2026-05-01", "2026-11-01")
    _, by_id = made(tmp_path, {"providers/alpha.yml": tiny.ALPHA.replace("billing:\n  step: second\n", ""), "providers/beta.yml": fresh})
    ordered = sorted(by_id.values(), key=lambda one: order(one, ["billing_step"]))
    assert ordered[0].id == "beta/small"


def test_groups_hold_at_most_their_rows_and_rows_a_card(tmp_path):
    copies = "".join(
        tiny.ALPHA[tiny.ALPHA.index("  small:"):tiny.ALPHA.index("  eight-big:")]
        .replace("small:", f"small-{n}:", 1).replace("areas: [IN]", f"areas: [IN]\n    region: r{n}")
        for n in range(5)
    )
    text = tiny.WORKLOADS.replace("rank: [price]", "rank: [price]\n        rows_per_card: 2\n        rows: 3")
    catalog, by_id = made(tmp_path, {"providers/alpha.yml": tiny.ALPHA + copies, "workloads.yml": text})
    ((_, rows),) = compare(catalog.workloads["research"], by_id.values())
    assert [one.gpu_id for one in rows] == ["small-16", "small-16", "big-80-sxm"]


def test_a_group_without_rows_is_left_out(tmp_path):
    text = tiny.WORKLOADS.replace("all:\n", "none:\n        keep: { vram_gb: { min: 500 } }\n        rank: [price]\n      all:\n")
    named = {f"languages/{code}.yml": tiny.files()[f"languages/{code}.yml"].replace("    research.all: All\n", "    research.all: All\n    research.none: None\n")
             for code in ("bn", "vi")}
    catalog, by_id = made(tmp_path, {"workloads.yml": text} | named)
    assert [name for name, _ in compare(catalog.workloads["research"], by_id.values())] == ["all"]
