"""The terms of macros/memory against figures that papers, model cards and logs state."""

import pytest

from macros import vram
from macros.memory import parameters
from macros.memory.dimensions import dimensions
from macros.memory.kv_cache import kv_cache_bytes
from macros.memory.optimizer import state_bytes
from macros.memory.precision import bits_per_weight

from .known_models import MODELS

GIB = 2**30
TRANSFORMERS = [name for name, model in MODELS.items() if model.kind != "diffusion"]


def shape(name):
    return dimensions(MODELS[name])


@pytest.mark.parametrize("name", [name for name in TRANSFORMERS if MODELS[name].params_billion_published])
def test_parameters_agree_with_the_published_count(name):
    assert parameters.total(shape(name)) / 1e9 == pytest.approx(MODELS[name].params_billion_published, rel=0.006)


@pytest.mark.parametrize(("name", "exact"), [
    ("Llama-2-7B", 6_738_415_616),   # printed by transformers' num_parameters for the checkpoint
    ("Llama-3.1-8B", 8_030_261_248),
    ("Mistral-7B-v0.1", 7_241_732_096),
])
def test_parameters_are_exact_where_nothing_has_a_bias(name, exact):
    assert parameters.total(shape(name)) == exact


@pytest.mark.parametrize(("name", "active"), [
    ("Mixtral-8x7B-v0.1", 12.9), ("Mixtral-8x22B-v0.1", 39.1), ("Qwen3-30B-A3B", 3.35), ("Qwen3-235B-A22B", 22.2), ("DeepSeek-V3", 37.0),
])
def test_active_parameters_agree_with_the_model_card(name, active):
    assert parameters.active(shape(name)) / 1e9 == pytest.approx(active, rel=0.02)


def test_all_experts_are_held_though_few_are_active():
    mixtral = shape("Mixtral-8x7B-v0.1")
    held = vram.estimate(vram.job(mixtral, "inference", kind="allocated")).parts["weights"]
    assert held == pytest.approx(46.7e9 * 2, rel=0.001)
    assert held > 3.5 * 2 * parameters.active(mixtral)


@pytest.mark.parametrize(("name", "tokens", "dtype", "expected"), [
    ("Llama-3-8B", 8192, "bf16", 2 * 32 * 8 * 128 * 2 * 8192),           # K and V, layers, KV heads, head_dim, bytes, tokens: 1 GiB
    ("Llama-2-7B", 4096, "fp16", 2 * 32 * 32 * 128 * 2 * 4096),          # no grouped queries: 2 GiB
    ("Llama-3-8B", 8192, "fp8", 2 * 32 * 8 * 128 * 1 * 8192),
    ("Llama-3-8B", 8192, "q8_0", 2 * 32 * 8 * 128 * 8192 * 34 / 32),     # 32 bytes and a 16-bit scale
    ("DeepSeek-V3", 32768, "bf16", 61 * (512 + 64) * 2 * 32768),         # layers, latent and rope dims (DeepSeek-V2, 2.1.4)
    ("Gemma-2-9B", 8192, "bf16", 2 * 8 * 256 * 2 * (21 * 4096 + 21 * 8192)),  # half of the layers see 4096 tokens
    ("Mistral-7B-v0.1", 16384, "bf16", 2 * 32 * 8 * 128 * 2 * 4096),     # a window in every layer
])
def test_kv_cache(name, tokens, dtype, expected):
    assert kv_cache_bytes(shape(name), tokens, 1, dtype) == expected


def test_doubling_the_context_doubles_a_latent_cache():
    deepseek = shape("DeepSeek-V3")
    assert kv_cache_bytes(deepseek, 65536, 1, "bf16") == 2 * kv_cache_bytes(deepseek, 32768, 1, "bf16")


def test_latent_cache_expanded_to_all_heads():
    # 61 layers, 128 heads, K 192 and V 128 wide, 2 bytes, 512 tokens: the log prints 1464 + 976 MiB
    assert kv_cache_bytes(shape("DeepSeek-V3"), 512, 1, "fp16", mla_absorbed=False) == (1464 + 976) * 2**20


@pytest.mark.parametrize(("dtype", "bits"), [
    ("nf4", 4.5), ("nf4_dq", 4.127),       # QLoRA, section 3: 0.5 and 0.127 bits a parameter
    ("int4_gptq", 4.15625), ("int4_awq", 4.15625), ("int8_gptq", 8.1875),
    ("fp8", 8), ("bf16", 16), ("fp32", 32),
])
def test_bits_per_weight(dtype, bits):
    assert bits_per_weight(dtype) == pytest.approx(bits, abs=0.001)


@pytest.mark.parametrize(("optimizer", "rate"), [
    ("adamw_bf16", 4), ("adamw_fp32", 8), ("adamw_mixed_deepspeed", 12), ("sgd_mixed", 4), ("adamw_8bit", 2.03), ("adamw_4bit", 1.06),
])
def test_optimizer_state_bytes_per_parameter(optimizer, rate):
    job = vram.Training(architecture=shape("Llama-2-7B"), optimizer=optimizer)
    assert state_bytes(shape("Llama-2-7B"), job, 1e9) == pytest.approx(rate * 1e9, rel=0.01)


def test_adapter_parameters():
    # rank 8 on q, k, v, o, MLP and head of Phi-2: LitGPT's log prints 12,226,560 trainable, with its padded vocabulary
    phi = shape("Phi-2")
    assert parameters.adapter(phi, 8, ("q", "k", "v", "o", "mlp", "head")) == pytest.approx(12_226_560, rel=0.01)


def test_adapter_of_queries_and_values():
    # rank * (in + out) of two 4096 x 4096 matrices in 32 layers
    assert parameters.adapter(shape("Llama-2-7B"), 8, ("q", "v")) == 8 * 32 * 2 * (4096 + 4096)
