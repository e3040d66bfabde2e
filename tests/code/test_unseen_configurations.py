"""Plausible jobs that data/measurements.yml does not hold: nothing crashes, is skipped or absurd."""

import itertools

import pytest

from macros import accuracy, measured, scoring, vram
from macros.catalog.measurements import Measurement

from .known_models import MODELS

ADAPTER = {"lora_rank": 16, "lora_targets": ["q", "k", "v", "o", "mlp"]}
SERVED = {"prompt_len": 2048, "gen_len": 512}
TRAINED = {"seq_len": 2048, "grad_ckpt": "full"}
GIB = 2**30


def served(framework, model, **fields):
    return {"method": "inference", "framework": framework, "model": model, **SERVED, **fields}


def tuned(framework, method, model, **fields):
    adapter = {} if method == "full_ft" else ADAPTER
    return {"method": method, "framework": framework, "model": model, **TRAINED, **adapter, **fields}


CONFIGURATIONS = [
    served("vLLM 0.9", "Llama-3.1-70B", weight_dtype="fp8", kv_dtype="fp8", tp=2, kv_preallocated=True),
    served("vLLM 0.9", "DeepSeek-V3", weight_dtype="fp8", gpus=8, sharding="tp", micro_batch=32),
    served("SGLang", "Kimi-K2", weight_dtype="fp8", gpus=16, sharding="tp"),
    served("SGLang", "Qwen3-235B-A22B", gpus=8, sharding="tp", micro_batch=16),
    served("TGI", "Mistral-7B-v0.1", weight_dtype="int4_gptq", micro_batch=8),
    served("TGI", "Falcon-40B", weight_dtype="int8_bnb", sum_over_gpus=True, num_gpus_used=2, measured_kind="nvidia_smi"),
    served("llama.cpp b4000", "Gemma-3-27B", weight_dtype="gguf_q4_k_m", measured_kind="buffer_log", cache_len=8192),
    served("llama.cpp", "Phi-4", weight_dtype="gguf", bpw=6.56, measured_kind="buffer_log", kv_dtype="q8_0", attention="flash"),
    served("ollama", "gpt-oss-20b", weight_dtype="gguf", bpw=5.2, measured_kind="nvidia_smi"),
    served("exllamav2", "Llama-2-70B", weight_dtype="int4_gptq", group_size=32),
    served("transformers 4.55", "Gemma-2-9B", weight_dtype="nf4", attention="eager"),
    served("transformers", "Qwen3-8B", weight_dtype="int8_w", logits="all_fp32"),
    served("torchao", "Llama-3-8B", weight_dtype="int4_w", group_size=64),
    served("quanto", "Llama-3.1-8B", weight_dtype="quanto-int8"),
    served(None, "GLM-4-9B-0414", weight_dtype="fp16", kv_expanded=True, kv_concat_legacy=True),
    served("transformers", "T0_3B", weight_dtype="fp32", kv_dtype="fp32"),
    tuned("axolotl 0.6", "qlora", "Qwen2.5-32B", weight_dtype="nf4_dq", optimizer="adamw_8bit", attention="flash", micro_batch=2),
    tuned("axolotl", "full_ft", "Llama-3.1-8B", optimizer="paged_adamw_8bit", measured_kind="nvidia_smi"),
    tuned("LLaMA-Factory", "lora", "Qwen3-14B", lora_dtype="fp32", loss="full_fp32"),
    tuned("LLaMA-Factory", "qlora", "Yi-34B", weight_dtype="int4_gptq"),
    tuned("LLaMA-Factory", "full_ft", "Llama-3-8B", optimizer="badam", badam_blocks=2),
    tuned("unsloth 2025.6", "qlora", "Gemma-3-12B", weight_dtype="nf4", loss="fused", activation_offload=True),
    tuned("unsloth", "qlora", "gpt-oss-20b", weight_dtype="nf4", loss="chunked"),
    tuned("torchtune 0.6", "full_ft", "Qwen2.5-7B", optimizer_in_backward=True, optimizer="adamw_8bit", compile=True, loss="chunked"),
    tuned("torchtune 0.6", "qlora", "Phi-3-mini-4k", weight_dtype="nf4_dq", compile=True, loss="chunked", gpus=2, sharding="fsdp"),
    tuned("torchtune", "lora", "Mixtral-8x7B-v0.1", gpus=8, sharding="fsdp"),
    tuned("Megatron-LM", "full_ft", "Llama-2-13B", optimizer="adamw_mixed_deepspeed", grad_ckpt="selective_op", gpus=8, sharding="tp"),
    tuned("DeepSpeed", "full_ft", "Mixtral-8x22B-v0.1", optimizer="adamw_mixed_deepspeed", gpus=64, sharding="zero3"),
    tuned("DeepSpeed", "full_ft", "Qwen2.5-72B", optimizer="adamw_mixed_deepspeed", gpus=16, sharding="zero2"),
    tuned("DeepSpeed", "lora", "Llama-2-7B", lora_dtype="fp16_ds_master", gpus=8, sharding="zero1"),
    tuned("FSDP", "full_ft", "Llama-3.1-405B", amp="fsdp_bf16", gpus=128, sharding="fsdp", fsdp_version=1),
    tuned("PEFT", "lora", "bloomz-7b1", gpus=1, sharding="fsdp_cpu_offload", attention="eager", lora_dropout=0.1),
    tuned("PEFT", "lora", "mt0-xxl", weight_dtype="int8_bnb", lora_dropout=0.1),
    tuned("LOMO", "full_ft", "LLaMA-1-65B", optimizer="lomo", gpus=8, sharding="zero3"),
    tuned(None, "full_ft", "bert-large-uncased", amp=True, optimizer="adamw_fp32", attention="eager", attention_dropout=True),
    tuned(None, "qlora", "DeepSeek-V3", weight_dtype="nf4"),
    {"method": "diffusion_inference", "framework": "diffusers 0.31", "model": "FLUX.1-dev", "weight_dtype": "nf4", "images_per_batch": 2},
    {"method": "diffusion_inference", "framework": "diffusers", "model": "SDXL-base-1.0", "weight_dtype": "fp16", "vae_slicing": True},
    {"method": "diffusion_inference", "model": "FLUX.1-dev", "component_dtypes": {"transformer": "quanto-fp8", "t5": "quanto-int8"}},
]


def read(fields) -> Measurement:
    plain = {"id": "made-up", "source": "none", "measured_gib": 10.0, "confidence": "high"}
    return Measurement.model_validate(plain | fields)


def named(fields) -> str:
    return f"{fields['method']}-{fields['model']}-{fields.get('framework')}"


@pytest.mark.parametrize("fields", CONFIGURATIONS, ids=named)
def test_the_estimate_is_possible(fields):
    one = measured.job(read(fields), MODELS[fields["model"]])
    e = vram.estimate(one)
    factor = one.gpus if one.sum_over_gpus else 1
    assert 0 < e.low <= e.total <= e.high
    assert e.total >= e.parts.get("weights", 0) + e.parts.get("kv_cache", 0)
    assert (e.high - e.low) / 2 < 0.75 * e.total
    assert sum(e.parts.values()) == pytest.approx(e.total)
    assert e.total / factor < 20_000 * GIB and all(size >= 0 for size in e.parts.values())
    assert len(scoring.scored([read(fields)], MODELS)) == 1


GROWING = ("micro_batch", "prompt_len", "gen_len", "seq_len", "lora_rank", "images_per_batch", "width")


def sizes_that_grow():
    return [pair for pair in itertools.product(CONFIGURATIONS, GROWING) if getattr(read(pair[0]), pair[1]) is not None]


@pytest.mark.parametrize(("fields", "name"), sizes_that_grow())
def test_more_of_anything_never_needs_less(fields, name):
    base = read(fields)
    more = base.model_copy(update={name: 2 * getattr(base, name)})
    small, large = (vram.estimate(measured.job(one, MODELS[one.model])) for one in (base, more))
    assert large.total >= small.total and large.high >= small.high


def test_unknown_models_are_reported_and_not_guessed():
    rows = [read({"method": "qlora", "model": name}) for name in ("Mistral-Small-24B", "DeepSeek-V2-Lite", "Llama-3.1-8B")]
    assert list(accuracy.unknown_models(rows, MODELS)) == ["Mistral-Small-24B", "DeepSeek-V2-Lite"]
    assert len(scoring.scored(rows, MODELS)) == 1
