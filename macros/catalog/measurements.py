"""data/measurements.yml: published memory measurements, in the format that `python -m macros.accuracy` reads."""

from typing import Annotated, Literal

from pydantic import Field

from .record import Count, Positive, Record

Method = Literal["inference", "full_ft", "lora", "qlora", "kv_cache", "weights", "diffusion_inference"]
MeasuredKind = Literal[
    "peak_allocated", "peak_active", "peak_reserved", "allocated_steady", "nvidia_smi", "buffer_log", "vllm_log", "paper", "unknown"
]
WeightDtype = Literal[
    "fp32", "bf16", "fp16", "fp8", "int8_bnb", "bnb-int8", "int8_w", "ao-int8wo", "int4_w", "nf4", "bnb-nf4", "nf4_dq",
    "int4_gptq", "int8_gptq", "int4_awq", "gguf", "gguf_q4_k_m", "quanto-int8", "quanto-fp8",
]
Optimizer = Literal[
    "adamw_fp32", "adamw_bf16", "adamw_8bit", "paged_adamw_8bit", "paged_adamw_offloaded", "adamw_4bit",
    "adamw_mixed_deepspeed", "sgd_mixed", "adafactor", "lomo", "galore_8bit_layerwise", "badam",
]
Target = Literal["q", "k", "v", "o", "mlp", "head"]
Tokens = Annotated[int, Field(ge=0, le=1_000_000_000)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Measurement(Record):
    """One published figure and the configuration that it was measured with."""

    id: str
    source: str
    source_group: str | None = Field(None, description="which publication; the estimate never reads it")
    notes: str | None = None
    framework: str | None = None
    gpu: str | None = None
    published_as: str | None = None
    method: Method
    model: str = Field(description="a name in data/models.yml")
    measured_gib: Positive
    measured_value: float | None = None
    measured_unit: Literal["GB", "GiB", "MiB", "MB_dec"] | None = None
    measured_kind: MeasuredKind = "unknown"
    cuda_context_mib: Positive | None = None
    confidence: Literal["high", "medium", "low"]

    weight_dtype: WeightDtype = "bf16"
    group_size: Count | Literal[-1] = Field(128, description="-1: one group for a whole column")
    bpw: Positive | None = Field(None, description="bits a weight of a GGUF file")
    quantize_lm_head: bool = False
    untied_in_memory: bool = False
    embedding_on_cpu: bool = False

    prompt_len: Tokens | None = None
    gen_len: Tokens | None = None
    micro_batch: Count = 1
    seq_len: Count | None = None
    cache_len: Count | None = None
    kv_preallocated: bool = False
    kv_dtype: Literal["bf16", "fp16", "fp32", "fp8", "q8_0"] = "bf16"
    kv_concat_legacy: bool = False
    kv_expanded: bool = False
    mla_absorbed: bool = True
    logits: Literal["last", "all_fp32"] | None = None
    attention: Literal["flash", "eager"] | None = None
    attn_eager_bytes: NotNegative | None = None
    attention_dropout: bool | NotNegative = Field(False, description="whether, or the share that is dropped")

    optimizer: Optimizer = "adamw_bf16"
    badam_blocks: Count = 1
    optimizer_in_backward: bool = False
    amp: bool | Literal["fsdp_bf16"] = False
    lora_rank: Count | None = None
    lora_targets: list[Target] = []
    lora_dropout: NotNegative = 0.0
    lora_dtype: Literal["bf16", "fp16", "fp32", "fp16_ds_master"] = "bf16"
    fused_qkv: bool = False
    grad_ckpt: Literal["none", "full", "selective_op"] = "none"
    activation_offload: bool = False
    grad_accum: bool | Count = Field(False, description="true, or over how many micro-batches")
    grads_persist: bool = False
    loss: Literal["full_fp32", "full_fp32_freed", "full_16bit", "chunked", "fused", "none"] | None = None
    compile: bool = False

    gpus: Count = 1
    sharding: Literal["none", "ddp", "zero1", "zero2", "zero3", "fsdp", "fsdp_cpu_offload", "tp", "pp"] = "none"
    fsdp_version: Literal[1, 2] = 2
    tp: Count | None = Field(None, description="the figure is one rank of so many")
    sum_over_gpus: bool = False
    num_gpus_used: Count | None = None

    buffers: dict[str, float] = {}
    n_ubatch: Count | None = None
    compute_excluded: bool = False

    width: Count = 1024
    height: Count = 1024
    images_per_batch: Count = 1
    component_dtypes: dict[str, WeightDtype] = {}
    model_memory_gib: Positive | None = Field(None, description="measured after loading; informative")
    vae_slicing: bool = False
    tiny_vae: bool = False


class MeasurementsFile(Record):
    """data/measurements.yml"""

    unit_note: str | None = None
    split_note: str | None = None
    measurements: list[Measurement] = Field(min_length=1)
