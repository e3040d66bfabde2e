"""What the calculator page is given: the traced formulas, the offers, the form's limits, the bars."""

import dataclasses
import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from macros import calculator, engines, fit, recipes, traced, vram
from macros.catalog.reader import read_catalog
from macros.catalog.workloads import WEIGHTS, MemoryRow
from macros.clock import build_date
from macros.expression import evaluate
from macros.listings import listings
from macros.market import cheapest_of_each, offers
from macros.memory.dimensions import dimensions
from macros.view.bars import bar, named_parts
from macros.view.browser import query

from . import tiny
from .known_models import MODELS

ROOT = Path(__file__).parents[2]
AS_OF = datetime.date(2026, 11, 30)
LLAMA = MODELS["Llama-3.1-8B"]
WRITE = """
from pathlib import Path
from macros import calculator
from macros.catalog.reader import read_catalog
from macros.clock import build_date
from macros.listings import listings
day = build_date()
catalog = read_catalog(Path("data"), day, "vi")
print(calculator.payload(catalog, listings(catalog, day), day))
"""


def written(seed: str) -> bytes:
    done = subprocess.run([sys.executable, "-c", WRITE], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True)
    return done.stdout


def test_the_file_is_the_same_to_the_byte_in_every_run():
    assert written("1") == written("2")


def decoded(nodes: dict) -> list:
    """The entries that `traced.encoded` took apart."""
    columns = {name: iter(nodes[name]) for name in ("numbers", "variables", "left", "right")}
    names = {code: operation for operation, code in traced.CODES.items()}
    entries = []
    for place, code in enumerate(nodes["codes"]):
        if code in "kv":
            entries.append(next(columns["numbers" if code == "k" else "variables"]))
        else:
            sides = ["left"] if code == "c" else ["left", "right"]
            told = [next(columns[side]) for side in sides]
            entries.append([names[code], *(place - one if one > 0 else -one for one in told)])
    return entries


def test_every_kind_of_job_has_a_plan_that_agrees_with_the_estimate():
    graph = json.loads(json.dumps(traced.graph(calculator.image_models(MODELS))))
    entries = decoded(graph["nodes"])
    sizes = dict.fromkeys(graph["nodes"]["variables"], 1) | dataclasses.asdict(dimensions(LLAMA))
    for method in ("inference", "full", "lora", "qlora"):
        for weights in WEIGHTS[method]:
            row = MemoryRow(model="Llama-3.1-8B", method=method, weights=weights, context=3000, batch=2, gpus=4, rank=8)
            numbers = {"context": 3000, "micro_batch": 2, "gpus": 4, "lora_rank": 8}
            results = evaluate(entries, sizes | {"used": 0} | numbers | recipes.rates(row))
            moments = [[results[place] for place in graph["moments"][moment]] for moment in graph["plans"][traced.key(row)]]
            expected = vram.estimate(recipes.job(LLAMA, row))
            assert max(moment[len(vram.PARTS)] for moment in moments) == pytest.approx(expected.total), row
            assert max(moment[-1] for moment in moments) == pytest.approx(expected.high), row


@pytest.mark.parametrize(("row", "needed"), [
    ({"method": "inference"}, "bf16"), ({"method": "inference", "weights": "fp16"}, None), ({"method": "inference", "weights": "fp8"}, "fp8"),
    ({"method": "full", "weights": "amp"}, None), ({"method": "full", "weights": "mixed"}, "bf16"), ({"method": "qlora"}, None),
    ({"method": "image", "weights": "fp8"}, None), ({"method": "inference", "weights": "awq"}, "awq"), ({"method": "inference", "weights": "q4_k_m"}, None),
])
def test_what_the_card_must_have(row, needed):
    assert recipes.needs(MemoryRow(model="any", **row)) == needed


@pytest.mark.parametrize(("card", "denied"), [
    ("v100-16-sxm2", {"awq"}), ("p100-16-pcie", {"awq", "gptq", "nf4"}), ("mi300x", {"awq", "gptq", "nf4"}), ("t4", set()), ("h100-sxm", set()), ("b200", set()),
])
def test_formats_that_vllm_denies_on_a_card(card, denied):
    # vLLM's table of supported hardware: AWQ no on Volta; AWQ, GPTQ and bitsandbytes no on AMD; nothing below capability 7.0
    gpu = read_catalog(ROOT / "data", build_date(), "vi").gpus[card]
    assert set(engines.lacking(gpu)) - set(gpu.lacks) == denied


@pytest.mark.parametrize(("name", "row", "counts"), [
    ("Qwen2.5-7B", {"method": "inference"}, [1, 2, 4]),  # 28 query heads
    ("Llama-3.1-8B", {"method": "inference"}, [1, 2, 4, 8, 16, 32]), ("Qwen2.5-7B", {"method": "inference", "weights": "q4_k_m"}, [1, 2, 4, 8, 16, 32]),
    ("Qwen2.5-7B", {"method": "full"}, [1, 2, 4, 8, 16, 32]),
])
def test_tensor_parallelism_gives_each_card_as_many_heads(name, row, counts):
    assert [count for count in fit.COUNTS if recipes.divides(MODELS[name], MemoryRow(model=name, **row), count)] == counts


@pytest.mark.parametrize(("row", "message"), [
    ({"method": "qlora", "weights": "bf16"}, "qlora is not worked out for bf16; choose one of nf4_dq, nf4"),
    ({"method": "full", "weights": "mixed", "optimizer": "sgd"}, "mixed precision is worked out for adamw only"),
])
def test_a_job_that_makes_no_sense_is_refused(row, message):
    with pytest.raises(ValidationError, match=message):
        MemoryRow(model="any", **row)


def test_gguf_files_are_run_by_llama_cpp():
    job = recipes.job(LLAMA, MemoryRow(model="any", method="inference", weights="q4_k_m"))
    # llama.cpp prints 4.58 GiB for Llama-3.1-8B Q4_K_M (tools/quantize/README.md: 4.89 bits a weight of 8.03e9)
    assert vram.estimate(job).parts["weights"] / vram.GIB == pytest.approx(4.57, abs=0.02)
    assert job.n_ubatch == 512


def test_offers_are_current_and_some_can_be_joined_where_any_can():
    catalog = read_catalog(ROOT / "data", build_date(), "vi")
    found = listings(catalog, AS_OF)
    kept = cheapest_of_each(found)
    table = offers(found, list(catalog.gpus))["offers"]
    rows = [dict(zip(table["fields"], row, strict=True)) for row in table["rows"]]
    assert len(rows) == len(kept) and {one.id for one in kept} <= {one.id for one in found if one.ranked or one.spot_ranked}
    for one, row in zip(kept, rows, strict=True):
        assert [price and price[0] for price in (row["demand"], row["spot"])] == [
            pytest.approx(float(quote.usd), abs=1e-6) if known else None
            for quote, known in ((one.price, one.ranked), (one.spot, one.spot_ranked))
        ]
        assert row["market"] == one.offer.market.replace("on-demand", "")
    for card, gpus in {(one.gpu_id, one.offer.gpus) for one in kept}:
        here, rivals = ([one for one in group if (one.gpu_id, one.offer.gpus) == (card, gpus) and one.ranked] for group in (kept, found))
        assert min((one.price.usd for one in here), default=0) == min((one.price.usd for one in rivals), default=0)
        nodes = [one for one in rivals if one.provider.multi_node and one.provider.multi_node.available]
        assert not nodes or any(one.provider.multi_node and one.provider.multi_node.available for one in here)


def test_a_small_catalog_makes_a_file_too(tmp_path):
    catalog = read_catalog(tiny.write(tmp_path), AS_OF, "vi")
    text = calculator.payload(catalog, listings(catalog, AS_OF), AS_OF)
    assert "NaN" not in text and json.loads(text)["models"]["rows"]["Tiny-1B"][0] == 8192


def test_a_bar_shows_all_parts_up_to_the_upper_end():
    estimate = vram.estimate(vram.job(LLAMA, "full_ft"))
    drawn = bar(estimate)
    assert sum(s.width for s in drawn.segments) == pytest.approx(100 * estimate.total / estimate.high, abs=0.05)
    for one, other in zip(drawn.segments, drawn.segments[1:], strict=False):
        assert other.start == pytest.approx(one.start + one.width, abs=0.02)
    assert drawn.low == pytest.approx(100 * estimate.low / estimate.high, abs=0.01)
    assert set(named_parts(estimate)) <= {s.part for s in drawn.segments}


def test_a_row_is_asked_for_by_its_address():
    row = MemoryRow(model="Llama-3.1-70B", method="qlora", loss="fused", gpus=2)
    assert query(row) == "model=Llama-3.1-70B&method=qlora&weights=nf4_dq&context=2048&gpus=2&loss=fused"


def test_room_leaves_the_headroom_free():
    gpu = read_catalog(ROOT / "data", build_date(), "vi").gpus["l40s"]
    assert fit.room_bytes(gpu, 0.05) == pytest.approx(46068 * 2**20 * 0.95)
