"""What the calculator computes in a real browser, beside what Python computes; how large its file is."""

import dataclasses
import gzip
import itertools
import json
import random

import pytest

from macros import fit, recipes, vram
from macros.catalog.reader import read_catalog
from macros.catalog.workloads import WEIGHTS, MemoryRow
from macros.charges import Job, charges, job_cost
from macros.engines import lacking
from macros.listings import listings
from macros.market import cheapest_of_each
from macros.memory.dimensions import LatentAttention

from .project import AS_OF, ROOT

LATENT = {field.name for field in dataclasses.fields(LatentAttention)}
CATALOG = read_catalog(ROOT / "data", AS_OF, "vi")
MODELS = {name: model for name, model in CATALOG.models.items() if model.offered}
CHOICES = {
    "cache": ("bf16", "fp8", "q8_0"), "optimizer": ("adamw", "adamw_8bit", "paged_adamw_8bit", "sgd"), "checkpointing": ("full", "none"),
    "loss": ("ordinary", "freed", "half", "chunked", "fused"), "embeddings": ("bf16", "fp32"), "attention": ("flash", "eager"),
    "sharding": ("fsdp", "zero3", "zero2", "zero1", "none"), "accumulation": ("no", "yes"),
}
IN_PAGE = """async (ask) => {
  const { Calculator } = await import('/bn/assets/calculator/estimate.js');
  const { Market } = await import('/bn/assets/calculator/market.js');
  const calculator = new Calculator(await (await fetch('/assets/calculator.json')).json());
  const market = new Market(calculator);
  return %s;
}"""


def computed(page, address, expression, ask):
    page.goto(f"{address}/404.html")
    return page.evaluate(IN_PAGE % expression, ask)


def random_asks(count: int) -> list[tuple[MemoryRow, dict[str, int] | None]]:
    """Jobs of every method in turn, a quarter of them on an architecture of random sizes."""
    chance = random.Random(4)
    asks = []
    for number in range(count):
        method = list(WEIGHTS)[number % len(WEIGHTS)]
        kinds = [name for name, model in MODELS.items() if (model.kind == "diffusion") == (method == "image")]
        typed = typed_sizes(chance) if method != "image" and chance.random() < 0.25 else None
        weights = chance.choice(WEIGHTS[method])
        chosen = {name: chance.choice(options) for name, options in CHOICES.items()}
        if weights == "mixed":
            chosen["optimizer"] = "adamw"
        asks.append((MemoryRow(
            model="own" if typed else chance.choice(kinds), method=method, weights=weights, **chosen,
            context=chance.randint(1, 40_000), batch=chance.randint(1, 64), gpus=chance.choice([1, 2, 3, 8, 16, 1000]),
            rank=chance.randint(1, 256), width=chance.randint(64, 2048), height=chance.randint(64, 2048),
        ), typed))
    return asks


def typed_sizes(chance: random.Random) -> dict[str, int]:
    heads, experts, layers = chance.randint(1, 64), chance.choice([0, 8, 64]), chance.randint(1, 100)
    latent = {"kv_lora_rank": 512, "q_lora_rank": chance.choice([0, 1536]), "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128}
    return (latent if chance.random() < 0.4 else {}) | {
        "layers": layers, "sliding_layers": chance.choice([0, chance.randint(1, layers)]), "sliding_window": chance.randint(1, 8192), "hidden_size": chance.randint(64, 16384), "attention_heads": heads,
        "kv_heads": chance.randint(1, heads), "head_dim": chance.choice([64, 128]), "intermediate_size": chance.randint(64, 50_000),
        "vocab_size": chance.randint(1000, 260_000), "gated": chance.randint(0, 1), "tied": chance.randint(0, 1), "experts": experts,
        "experts_per_token": min(experts, 2), "moe_intermediate_size": 2048 if experts else 0,
        "shared_expert_size": chance.choice([0, 2048]) if experts else 0, "dense_layers": chance.randint(0, layers) if experts else 0,
    }


def job_of(row: MemoryRow, typed: dict[str, int] | None, **numbers) -> vram.Job:
    if typed is None:
        return recipes.job(MODELS[row.model], row, **numbers)
    ranks = {name: size for name, size in typed.items() if name in LATENT}
    latent = LatentAttention(**ranks) if ranks else None
    plain = {name: size for name, size in typed.items() if name not in LATENT | {"dense_layers"}}
    with_experts = typed["layers"] - typed["dense_layers"] if typed["experts"] else 0
    return recipes.job(vram.Dimensions(**plain, latent=latent, moe_layers=with_experts), row, **numbers)


def asked(row: MemoryRow, typed: dict[str, int] | None) -> dict[str, object]:
    return row.model_dump() | (typed or {})


def test_the_browser_computes_what_python_computes(page, address):
    asks = random_asks(1500)
    answers = computed(page, address, "ask.map((choices) => calculator.estimate(choices))", [asked(*ask) for ask in asks])
    for (row, typed), answer in zip(asks, answers, strict=True):
        expected = vram.estimate(job_of(row, typed))
        for name in ("total", "low", "high"):
            assert answer[name] == pytest.approx(getattr(expected, name), rel=1e-3), (row, typed, name)
        for part in vram.PARTS:
            assert answer["parts"][part] == pytest.approx(expected.parts.get(part, 0), rel=1e-3, abs=1), (row, typed, part)


def test_the_browser_counts_parameters_as_published(page, address):
    published = {name: model.params_billion_published for name, model in MODELS.items() if model.kind != "diffusion" and model.params_billion_published}
    counts = computed(page, address, "ask.map((model) => calculator.parameters({ model })[0] / 1e9)", list(published))
    assert len(counts) > 30
    assert counts == pytest.approx(list(published.values()), rel=0.005)


def random_jobs(count: int) -> list[Job]:
    chance = random.Random(5)
    sizes = (0, 1, 99.5, 500, 12_345, 250_000)
    return [Job(
        hours=chance.choice([0.1, 1.1, chance.uniform(0.01, 500)]), launches=chance.randint(1, 300), instances=chance.choice([1, 1, 2, 128]),
        storage_gb=chance.choice(sizes), months=chance.choice([0.5, 1, 12]), egress_gb=chance.choice(sizes), ingress_gb=chance.choice([0, 40]),
    ) for _ in range(count)]


def run_of(job: Job, way: str = "demand") -> dict[str, object]:
    """`job` as the choices of the form."""
    return {
        "hours": job.hours, "launches": job.launches, "kept_gb": job.storage_gb, "months": job.months,
        "out_gb": job.egress_gb, "in_gb": job.ingress_gb, "way": way,
    }


def test_the_browser_counts_what_python_counts(page, address):
    """Random jobs on every provider's terms: each part, what is billed, and what is missing."""
    offers = cheapest_of_each(listings(CATALOG, AS_OF))
    chance = random.Random(7)
    asks = [(chance.randrange(len(offers)), chance.choice(("demand", "spot")), job) for job in random_jobs(1000)]
    expression = """ask.map(([place, way, instances, run]) => market.offers[place][way] && market.rental(market.offers[place], instances, { ...run, way }))
      .map((rental) => rental && { ...rental, offer: null, other: null })"""
    answers = computed(page, address, expression, [(place, way, job.instances, run_of(job, way)) for place, way, job in asks])
    counted, partial = 0, 0
    for (place, way, job), answer in zip(asks, answers, strict=True):
        one = offers[place]
        quote = (one.price if one.ranked else None) if way == "demand" else (one.spot if one.spot_ranked else None)
        assert (answer is None) == (quote is None)
        if answer:
            expected = job_cost(float(quote.usd), charges(one.provider), job)
            for name, part in (("compute", expected.compute), ("storage", expected.storage), ("transfer", expected.transfer), ("run", expected.known)):
                assert answer[name] == (part if part is None else pytest.approx(part, rel=1e-3, abs=1e-9)), (one.id, job, name)
            assert answer["missing"] == expected.missing
            counted += 1
            partial += bool(expected.missing)
    assert counted > 500 and 50 < partial < counted


def test_the_browser_finds_the_cheapest_offer_that_python_finds(page, address):
    offers = listings(CATALOG, AS_OF)
    jobs = iter(random_jobs(1000))
    asks = [(row, typed, next(jobs), way) for (row, typed), way in zip(random_asks(120), itertools.cycle(("demand", "demand", "spot")), strict=False)
            if row.method != "image"]
    expression = """ask.flatMap(([choices, run]) => calculator.data.counts.map((gpus) => {
      const all = { ...choices, ...run, gpus };
      const { fits } = market.verdicts(calculator.estimate(all), market.needed(all));
      const [rental] = market.cheapest(fits, gpus, all, true);
      return rental ? [rental.missing.length, rental.run] : null;
    }))"""
    answers = iter(computed(page, address, expression, [(asked(row, typed), run_of(job, way)) for row, typed, job, way in asks]))
    found = 0
    for row, typed, job, way in asks:
        for gpus in fit.COUNTS:
            expected, answer = cheapest_run(offers, row, vram.estimate(job_of(row, typed, gpus=gpus)).high, gpus, job, way), next(answers)
            assert answer == (expected if expected is None else pytest.approx(expected, rel=1e-3)), (row, typed, gpus, job)
            found += answer is not None
    assert found > 100


def cheapest_run(offers, row: MemoryRow, high: float, gpus: int, job: Job, way: str) -> tuple[int, float] | None:
    """Parts missing and USD of `job` on the best offer of `gpus` cards that hold `high` bytes each."""
    def price(one) -> tuple[int, float]:
        quote = one.price if way == "demand" else one.spot
        cost = job_cost(float(quote.usd), charges(one.provider), dataclasses.replace(job, instances=max(1, gpus // fit.NODE)))
        return len(cost.missing), cost.known

    return min((
        price(one) for one in offers
        if (one.ranked if way == "demand" else one.spot_ranked)
        and one.offer.gpus == min(gpus, fit.NODE) and recipes.needs(row) not in lacking(one.gpu)
        and fit.room_bytes(one.gpu, CATALOG.policy.headroom) >= high
        and (gpus <= fit.NODE or (one.provider.multi_node and one.provider.multi_node.available))
    ), default=None)


def test_the_file_is_small_and_has_every_offered_model(site):
    text = (site / "assets/calculator.json").read_bytes()
    assets = site / "bn/assets"
    scripts = [path.read_bytes() for path in [*(assets / "calculator").glob("*.js"), *(assets / name for name in ("address.js", "typed-number.js", "currency/figures.js"))]]
    assert len(scripts) > 5
    assert sum(len(gzip.compress(part, 9)) for part in [text, *scripts]) <= 30_000  # page data and scripts together
    data = json.loads(text)
    pipelines = {name.split("/")[2] for name in data["graph"]["plans"] if name.startswith("image/")}
    assert set(data["models"]["rows"]) | pipelines == set(MODELS)
    assert not list(site.rglob("*/assets/calculator.json"))  # once for all languages
