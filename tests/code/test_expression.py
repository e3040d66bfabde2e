"""macros/expression.py: what is traced and evaluated equals what is computed directly."""

import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros import expression, vram
from macros.expression import ceil, evaluate, export, maximum, minimum, variable
from macros.memory.dimensions import LatentAttention

from .known_models import MODELS

WHOLE = st.integers(min_value=1, max_value=9000)


def traced_value(node, values):
    entries, (place,) = export([node])
    return evaluate(json.loads(json.dumps(entries)), values)[place]


def test_operations_are_traced_and_evaluated():
    a, b = variable("a"), variable("b")
    node = 2 + a * 3 - b / 4 + 10 - (a - b) ** 2 + maximum(a, b, 5) + minimum(a, b) + ceil(a / b)
    assert traced_value(node, {"a": 7, "b": 2}) == 2 + 21 - 0.5 + 10 - 25 + 7 + 2 + 4


def test_numbers_stay_numbers():
    assert maximum(1, 3, 2) == 3 and minimum(2, 0.5) == 0.5 and ceil(1.2) == 2


def test_equal_expressions_are_one_object():
    a, b = variable("a"), variable("b")
    assert a * b + 1 is 1 + b * a
    assert variable("a") is a


@pytest.mark.parametrize("node", [variable("a") + 0, variable("a") * 1, variable("a") / 1, variable("a") ** 1, 0 + variable("a")])
def test_neutral_operations_vanish(node):
    assert node is variable("a")


def test_nothing_times_anything_is_nothing():
    assert variable("a") * 0 == 0


def test_a_formula_cannot_branch_on_a_traced_number():
    with pytest.raises(TypeError, match="must not branch"):
        bool(variable("a"))
    with pytest.raises(TypeError, match="maximum"):
        variable("a") > 1  # noqa: B015


def test_export_is_plain_json_with_operands_first():
    entries, places = export([variable("a") * 2, variable("a") * 2 + 1])
    assert places[0] < places[1]
    assert all(place < i for i, e in enumerate(entries) if isinstance(e, list) for place in e[1:])
    assert json.loads(json.dumps(entries)) == entries


TRAINING = st.fixed_dictionaries({
    "method": st.sampled_from(["full_ft", "lora", "qlora"]),
    "grad_ckpt": st.sampled_from(["none", "full", "selective_op"]),
    "attention": st.sampled_from(["flash", "eager", None]),
    "loss": st.sampled_from(["full_fp32", "full_16bit", "chunked", "fused", None]),
    "optimizer": st.sampled_from(["adamw_bf16", "adamw_8bit", "paged_adamw_8bit", "sgd_mixed", "adamw_mixed_deepspeed", "badam", "lomo"]),
    "amp": st.sampled_from([None, "autocast"]),
    "weight_dtype": st.sampled_from(["bf16", "fp32", "nf4", "nf4_dq", "int8_bnb", "int4_gptq"]),
    "sharding": st.sampled_from(["none", "ddp", "zero1", "zero2", "zero3", "fsdp", "fsdp_cpu_offload", "pp"]),
    "lora_dropout": st.booleans(),
    "lora_dtype": st.sampled_from(["bf16", "fp32"]),
    "compile": st.booleans(),
    "gradients_persist": st.booleans(),
    "kind": st.sampled_from(["allocated", "reserved", "nvidia_smi", None]),
})
INFERENCE = st.fixed_dictionaries({
    "weight_dtype": st.sampled_from(["bf16", "fp8", "nf4", "int4_awq", "int4_gptq", "gguf_q4_k_m"]),
    "kv_dtype": st.sampled_from(["bf16", "fp8", "q8_0"]),
    "kv_preallocated": st.booleans(),
    "logits": st.sampled_from(["last", "all_fp32"]),
    "attention": st.sampled_from(["flash", "eager"]),
    "n_ubatch": st.sampled_from([None, 512]),
    "sharding": st.sampled_from(["none", "tp", "pp"]),
    "mla_absorbed": st.booleans(),
})


@st.composite
def architectures(draw):
    numbers = {f.name: draw(WHOLE) for f in dataclasses.fields(vram.Dimensions) if f.name != "latent"}
    numbers |= {"gated": draw(st.integers(0, 1)), "tied": draw(st.integers(0, 1))}
    numbers |= {"sliding_layers": draw(st.integers(0, numbers["layers"])), "moe_layers": draw(st.integers(0, numbers["layers"]))}
    latent = {f.name: draw(WHOLE) for f in dataclasses.fields(LatentAttention)} | {"used": draw(st.integers(0, 1))} if draw(st.booleans()) else None
    return numbers, latent


def named(numbers):
    return {name: variable(name) for name in numbers}


def assert_traces(make_job, numbers, latent):
    """A job of numbers and the same job of variables agree in every part, total, low and high of every moment."""
    direct = vram.phases(make_job(vram.Dimensions(latent=latent and LatentAttention(**latent), **numbers["architecture"]), numbers["job"]))
    shape = vram.Dimensions(latent=latent and LatentAttention(**named(latent)), **named(numbers["architecture"]))
    traced = vram.phases(make_job(shape, named(numbers["job"])))
    values = numbers["architecture"] | numbers["job"] | (latent or {})
    for one, other in zip(direct, traced, strict=True):
        roots = [*other.parts.values(), other.total, other.low, other.high]
        entries, places = export(roots)
        results = evaluate(entries, values)
        expected = [*one.parts.values(), one.total, one.low, one.high]
        assert [results[place] for place in places] == pytest.approx(expected, rel=1e-9, abs=1)


@settings(max_examples=150, deadline=None)
@given(architectures(), TRAINING, st.fixed_dictionaries({"context": WHOLE, "micro_batch": WHOLE, "gpus": WHOLE, "lora_rank": WHOLE}))
def test_training_traces(architecture, choices, numbers):
    numbers = {"architecture": architecture[0], "job": numbers}
    assert_traces(lambda shape, sizes: vram.Training(architecture=shape, **sizes, **choices), numbers, architecture[1])


@settings(max_examples=150, deadline=None)
@given(architectures(), INFERENCE, st.fixed_dictionaries({"context": WHOLE, "micro_batch": WHOLE, "gpus": WHOLE, "prefill_chunk": WHOLE}))
def test_inference_traces(architecture, choices, numbers):
    numbers = {"architecture": architecture[0], "job": numbers}
    assert_traces(lambda shape, sizes: vram.Inference(architecture=shape, **sizes, **choices), numbers, architecture[1])


@pytest.mark.parametrize("method", ["inference", "full_ft", "lora", "qlora"])
def test_the_job_of_a_page_traces(method):
    names = {f.name: variable(f.name) for f in dataclasses.fields(vram.Dimensions) if f.name != "latent"}
    sizes = {name: variable(name) for name in ("context", "micro_batch", "gpus")}
    traced = vram.phases(vram.job(vram.Dimensions(**names), method, **sizes))
    assert all(isinstance(moment.total, expression.Node) for moment in traced)


def test_image_making_traces():
    for name in ("SDXL-base-1.0", "FLUX.1-dev"):
        numbers = {"micro_batch": 3, "width": 768, "height": 1152}
        direct = vram.phases(vram.Diffusion(architecture=MODELS[name], **numbers))
        traced = vram.phases(vram.Diffusion(architecture=MODELS[name], **named(numbers)))
        for one, other in zip(direct, traced, strict=True):
            assert traced_value(other.high, numbers) == pytest.approx(one.high)
