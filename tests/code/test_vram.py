"""macros/vram.py: estimates as readers meet them, and what must hold for any of them."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros import vram

from .known_models import MODELS

LLAMA = MODELS["Llama-3.1-8B"]
METHODS = ("inference", "full_ft", "lora", "qlora")
SIZES = {"context": st.integers(128, 32768), "micro_batch": st.integers(1, 32)}


def estimate(method, model=LLAMA, **choices):
    return vram.estimate(vram.job(model, method, **choices))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", [name for name, model in MODELS.items() if model.offered and model.kind != "diffusion"])
def test_parts_add_up_and_lie_in_the_interval(name, method):
    e = estimate(method, MODELS[name])
    assert sum(e.parts.values()) == pytest.approx(e.total)
    assert 0 < e.low <= e.total <= e.high
    assert set(e.parts) <= set(vram.PARTS)
    assert all(size >= 0 for size in e.parts.values())


def test_weights_of_an_8b_model_in_16_bits():
    # vLLM prints 14.96 GiB after loading Llama-3-8B
    assert estimate("inference").parts["weights"] / vram.GIB == pytest.approx(14.96, abs=0.01)


def test_full_fine_tuning_in_mixed_precision_takes_16_bytes_a_parameter():
    # ZeRO, section 3.1: 2 + 2 + 12
    e = estimate("full_ft", precision="mixed", context=128, kind="allocated")
    states = sum(e.parts[name] for name in ("weights", "gradients", "optimizer"))
    assert states == pytest.approx(16 * 8.030e9, rel=0.001)


def test_the_peak_is_one_moment_and_not_the_sum_of_all_parts():
    e = estimate("full_ft", grad_ckpt="none", context=8192, kind="allocated")
    assert e.parts["gradients"] < 2 * 8.03e9, "when activations are whole, gradients are not yet"


@pytest.mark.parametrize(("choice", "value"), [
    ("optimizer", "adamw_8bit"), ("loss", "fused"), ("grad_ckpt", "full"), ("compile", True), ("activation_offload", True),
])
def test_what_saves_memory_saves_it(choice, value):
    plain = {"context": 8192, "grad_ckpt": "full" if choice == "activation_offload" else "none", "kind": "allocated"}
    assert estimate("full_ft", **plain | {choice: value}).total < estimate("full_ft", **plain).total


@pytest.mark.parametrize("kept", ["none", "full"])
def test_accumulation_keeps_all_gradients_beside_the_activations(kept):
    # the largest moment had the output projection's gradient only; now 2 bytes of each of 8.03e9 parameters stand beside it
    once, adding = (estimate("full_ft", grad_ckpt=kept, context=8192, kind="allocated", gradients_persist=n) for n in (0, 1))
    assert once.phase == adding.phase == "backward starts"
    assert adding.total - once.total == pytest.approx(2 * 8.03e9, rel=0.001)


def test_accumulation_changes_nothing_while_the_optimizer_steps():
    at_the_step = [{moment.name: moment.total for moment in vram.phases(vram.job(LLAMA, "full_ft", gradients_persist=n))} for n in (0, 1)]
    assert at_the_step[0]["optimizer steps"] == at_the_step[1]["optimizer steps"]


@pytest.mark.parametrize(("method", "precision"), [("lora", "bf16"), ("lora", "fp16"), ("qlora", "nf4_dq")])
def test_autocast_copies_no_frozen_16_bit_or_4_bit_weights(method, precision):
    # PyTorch's cached_cast keeps casts of float32 leaves that require gradients; a bf16 weight needs none
    assert estimate(method, precision=precision, amp="autocast").parts["weights"] == estimate(method, precision=precision).parts["weights"]


def test_autocast_copies_float32_adapters_in_16_bits():
    plain, cast = (estimate("lora", lora_dtype="fp32", kind="allocated", amp=amp) for amp in (None, "autocast"))
    # rank 16 on all linear layers of Llama-3.1-8B: PEFT prints 41,943,040 trainable parameters
    assert cast.parts["weights"] - plain.parts["weights"] == 2 * 41_943_040


def test_autocast_copies_all_linear_layers_that_train():
    # of 8.03e9 parameters 1.05e9 are embedding and head (2 * 128256 * 4096)
    moments = {moment.name: moment.parts["weights"] for moment in vram.phases(vram.job(LLAMA, "full_ft", precision="amp"))}
    assert moments["backward starts"] - moments["optimizer steps"] == pytest.approx(2 * (8.030e9 - 1.051e9), rel=0.001)


def test_eager_attention_costs_more_with_the_square_of_the_context():
    def extra(context):
        plain = {"context": context, "grad_ckpt": "none", "kind": "allocated"}
        return estimate("lora", attention="eager", **plain).total - estimate("lora", **plain).total

    assert extra(4096) == pytest.approx(4 * extra(2048), rel=0.01)


def test_precisions_side_by_side():
    totals = [estimate("full_ft", MODELS["Llama-2-7B"], **recipe).total for recipe in (
        {"precision": "bf16", "optimizer": "adamw_8bit"}, {"precision": "bf16"}, {"precision": "mixed"},
    )]
    assert totals == sorted(totals)


@pytest.mark.parametrize("sharding", ["zero1", "zero2", "zero3", "fsdp"])
def test_sharding_over_eight_gpus(sharding):
    one = estimate("full_ft", precision="mixed")
    eight = estimate("full_ft", precision="mixed", gpus=8, sharding=sharding)
    assert eight.total < one.total
    assert eight.parts["optimizer"] == pytest.approx(one.parts["optimizer"] / 8)


def test_tensor_parallelism_divides_weights_and_not_a_latent_cache():
    one, eight = (estimate("inference", MODELS["DeepSeek-V3"], context=32768, gpus=n) for n in (1, 8))
    assert eight.parts["weights"] == pytest.approx(one.parts["weights"] / 8)
    assert eight.parts["kv_cache"] == one.parts["kv_cache"]


def test_a_window_bounds_the_cache():
    short, long = (estimate("inference", MODELS["Mistral-7B-v0.1"], context=n) for n in (4096, 32768))
    assert short.parts["kv_cache"] == long.parts["kv_cache"]


def test_instruments_count_more_in_turn():
    allocated, reserved, shown = (estimate("lora", kind=kind).total for kind in ("allocated", "reserved", "nvidia_smi"))
    assert allocated < reserved < shown


def test_a_figure_of_unknown_kind_lies_between_allocated_and_nvidia_smi():
    unknown = estimate("lora", kind=None)
    assert unknown.low <= estimate("lora", kind="allocated").total <= estimate("lora", kind="nvidia_smi").total <= unknown.high


def test_unknown_choices_widen_the_interval():
    known, unknown = (estimate("lora", context=8192, loss=loss) for loss in ("full_fp32_freed", None))
    assert unknown.high - unknown.low > known.high - known.low


def test_an_architecture_typed_in_by_hand():
    sizes = {"layers": 28, "hidden_size": 1536, "attention_heads": 12, "kv_heads": 2, "head_dim": 128, "intermediate_size": 8960}
    typed = vram.Dimensions(**sizes, vocab_size=151936, tied=1)
    assert estimate("qlora", typed) == estimate("qlora", MODELS["Qwen2.5-1.5B"])


def test_flux_holds_its_parts_and_decodes():
    # its components are 23.8 + 9.52 + 0.246 + 0.168 GB in bf16
    e = estimate("diffusion", MODELS["FLUX.1-dev"])
    assert e.parts["weights"] == pytest.approx(33.73e9, rel=0.002)
    assert e.phase == "decoding"


@settings(max_examples=60, deadline=None)
@given(method=st.sampled_from(METHODS), name=st.sampled_from(["Llama-3.2-1B", "Qwen3-30B-A3B", "DeepSeek-V3", "Gemma-2-9B"]), **SIZES)
def test_more_tokens_or_sequences_never_need_less(method, name, context, micro_batch):
    job = vram.job(MODELS[name], method, context=context, micro_batch=micro_batch)
    base = vram.estimate(job)
    for more in ({"context": context + 512}, {"micro_batch": micro_batch + 1}):
        larger = vram.estimate(dataclasses.replace(job, **more))
        assert larger.total >= base.total
        assert larger.high >= base.high


@settings(max_examples=60, deadline=None)
@given(method=st.sampled_from(["full_ft", "lora", "qlora"]), gpus=st.integers(2, 64), **SIZES)
def test_more_gpus_never_need_more_each(method, gpus, context, micro_batch):
    fewer = estimate(method, context=context, micro_batch=micro_batch, gpus=gpus)
    more = estimate(method, context=context, micro_batch=micro_batch, gpus=gpus + 1)
    assert more.parts["weights"] + more.parts["optimizer"] <= fewer.parts["weights"] + fewer.parts["optimizer"]


@settings(max_examples=40, deadline=None)
@given(rank=st.integers(1, 256), method=st.sampled_from(["lora", "qlora"]))
def test_a_higher_rank_needs_more(rank, method):
    assert estimate(method, lora_rank=rank + 1).total > estimate(method, lora_rank=rank).total
