"""A catalog small enough to read: two GPUs, two providers, one workload, two languages. Tests change its text."""

from pathlib import Path

import yaml

from macros.catalog.tags import VOCABULARIES

GPUS = """\
gpus:
  small-16:
    vendor: nvidia
    name: Small
    form: pcie
    gpu_class: datacenter
    architecture: Turing
    year: 2018
    vram_gb: 16
    usable_mib: 15360
    memory: gddr6
    bandwidth_gb_per_s: 320
    supports: [fp32, fp16]
    lacks: [bf16]
    sources: [datasheet]
  big-80-sxm:
    vendor: nvidia
    name: Big
    form: sxm
    gpu_class: datacenter
    architecture: Hopper
    year: 2022
    vram_gb: 80
    memory: hbm3
    bandwidth_gb_per_s: 3350
    supports: [fp32, fp16, bf16, fp8]
    sources: [datasheet]
"""
ALPHA = """\
id: alpha
name: Alpha
kind: cloud
site: https://alpha.example/
billing:
  step: second
offers:
  small:
    gpu: small-16
    gpus: 1
    market: on-demand
    price_scope: region
    areas: [IN]
    usd_per_hour: 0.50
    checked: 2026-11-01
    source: https://alpha.example/prices
    evidence: price page read on 2026-11-01
    spot:
      usd_per_hour: 0.20
      checked: 2026-10-01
      evidence: price page read on 2026-10-01
  eight-big:
    gpu: big-80-sxm
    gpus: 8
    market: on-demand
    price_scope: all-regions
    usd_per_hour: 24
    checked: 2026-09-01
    source: https://alpha.example/prices
    evidence: price page read on 2026-09-01
"""
BETA = """\
id: beta
name: Beta
kind: regional
site: https://beta.example/
billing:
  step: hour
offers:
  small:
    gpu: small-16
    gpus: 1
    market: on-demand
    price_scope: all-regions
    inr_per_hour: 24.5
    tax: excluded
    checked: 2026-05-01
    source: https://beta.example/prices
    evidence: price page read on 2026-05-01
"""
MODELS = """\
models:
  Tiny-1B:
    kind: decoder
    layers: 16
    hidden_size: 2048
    attention_heads: 32
    kv_heads: 8
    head_dim: 64
    intermediate_size: 8192
    vocab_size: 128256
    max_context_tokens: 8192
    popular: true
    verified: true
"""
WORKLOADS = """\
workloads:
  research:
    groups:
      all:
        rank: [price]
    columns: [card, provider, price, checked]
    memory:
      - { model: Tiny-1B, method: qlora, context: 2048 }
"""
POLICY = """\
freshness_days: { fresh: 60, ageing: 180 }
plausible_price_per_gpu_hour: { min_usd: 0.01, max_usd: 50 }
plausible_price_per_gb: { min_usd: 0.001, max_usd: 2 }
plausible_units_per_usd: { INR: { min: 60, max: 140 }, VND: { min: 18000, max: 40000 }, BDT: { min: 80, max: 200 }, EUR: { min: 0.6, max: 1.4 } }
ranked: { markets: [on-demand], price_scopes: [region, all-regions] }
near_readers: [IN, VN]
headroom: 0.05
rates_old_after_days: 45
"""
MEASUREMENTS = """\
measurements:
  - { id: cache, source: a log, method: kv_cache, model: Tiny-1B, measured_gib: 0.25, confidence: high, cache_len: 8192 }
"""
COMPARISONS = """\
pairs:
  - [small-16, big-80-sxm]
"""
REDIRECTS = """\
redirects:
  gpu/: gpus/
"""
CURRENCIES = """\
rates:
  INR: { units_per_usd: 98, date: 2026-09-29, evidence: a bank }
  VND: { units_per_usd: 25000, date: 2026-09-29, evidence: a bank }
  BDT: { units_per_usd: 120, date: 2026-09-29, evidence: a bank }
  EUR: { units_per_usd: 0.9, date: 2026-09-29, evidence: a bank }
"""


def language(code: str, locale: str, currency: str, words: dict | None = None) -> str:
    """A language file with a word for every tag; the word is the tag."""
    return yaml.safe_dump({
        "name": code, "locale": locale, "currency": currency, "site_name": f"Site {code}", "site_description": "A site",
        "words": (words or {"page": {"hello": "Hello"}}) | {
            "money": {code: code for code in ("bdt", "inr", "vnd")},
            "captions": {"research": "Research"},
            "groups": {"research.all": "All"},
        },
        "theme": {"nav": "Pages"},
        "tags": {vocabulary: {tag: tag for tag in tags} for vocabulary, tags in VOCABULARIES.items()},
    })


def files() -> dict[str, str]:
    """The text of each file by its path below data/."""
    return {
        "gpus.yml": GPUS, "models.yml": MODELS, "workloads.yml": WORKLOADS, "policy.yml": POLICY,
        "currencies.yml": CURRENCIES, "measurements.yml": MEASUREMENTS, "comparisons.yml": COMPARISONS,
        "redirects.yml": REDIRECTS,
        "providers/alpha.yml": ALPHA, "providers/beta.yml": BETA,
        "languages/vi.yml": language("vi", "vi_VN", "VND"), "languages/bn.yml": language("bn", "bn_BD", "BDT"),
    }


def write(folder: Path, changed: dict[str, str] | None = None) -> Path:
    """The catalog as files under `folder`/data, with some texts replaced; returns that folder."""
    data = folder / "data"
    for path, text in {**files(), **(changed or {})}.items():
        target = data / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return data
