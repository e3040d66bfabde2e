"""What readers find of a job's cost: parts, what is not published, spot beside on demand, what providers charge for data."""

import dataclasses
import re

import pytest

from macros.charges import Job, charges, job_cost
from macros.listings import listings
from macros.shops import EXAMPLE, shops
from macros.view.numbers import Numbers
from macros.view.renderer import say

from .project import AS_OF, LANGUAGES
from .test_calculator import CATALOG
from .test_calculator_page import opened

OFFERS = listings(CATALOG, AS_OF)
RUN = "method=qlora&model=Llama-3.1-8B&card=h100-sxm&hours=30&kept_gb=100&months=2&out_gb=500"
JOB = Job(hours=30, storage_gb=100, months=2, egress_gb=500)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_data_costs_at_each_provider_is_told_without_scripts(pages, code):
    """Figures from data/providers: AWS 400 GB above its free 100 at 0.09; RunPod 100 GB-months at 0.07; Modal keeps 1 TiB free."""
    language, numbers = CATALOG.languages[code], Numbers(CATALOG.languages[code])
    rows = {row.th.get_text(strip=True): [cell.get_text(" ", strip=True) for cell in row.find_all("td")] for row in pages[f"{code}/calculator/"].select("table.data-costs tbody tr")}
    assert set(rows) == {shop.provider.name for shop in shops(CATALOG, AS_OF).values() if shop.offers}
    unknown, free = language.words["table"]["not_published"], language.tags["egress"]["free"]
    assert numbers.money(36) in rows["Amazon Web Services"][1] and rows["Amazon Web Services"][0] == unknown
    assert numbers.money(7) in rows["RunPod"][0] and rows["RunPod"][1] == free and rows["Modal"][0] == free
    for name, gb in (("Oracle Cloud", 10_240), ("Amazon Web Services", 100)):
        assert str(say(language.words["table"]["free_gb"], gb=numbers.number(gb))) in rows[name][1]
    assert rows["Oracle Cloud"][1].startswith(free)
    assert unknown in rows["DigitalOcean"][1] and rows["DigitalOcean"][2] == language.tags["when_stopped"]["everything"]
    terms = pages[f"{code}/providers/aws/"].select_one("table.facts td.egress").get_text(" ", strip=True)
    assert numbers.money(36) in terms and numbers.number(EXAMPLE.egress_gb) in terms


def shown_rows(page) -> list[str]:
    return page.locator("[data-slot=offers] tr").all_inner_texts()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sum_tells_its_parts_and_one_that_lacks_a_part_says_so_and_comes_last(page, address, code):
    words, numbers = CATALOG.languages[code].words["calculator"], Numbers(CATALOG.languages[code])
    opened(page, address, f"?{RUN}", code)
    rows = shown_rows(page)
    lacking = [any(words[f"missing_{part}"] in row for part in ("storage", "transfer")) for row in rows]
    assert lacking == sorted(lacking) and any(lacking) and not all(lacking)
    runpod = min((one for one in OFFERS if one.ranked and one.provider.id == "runpod" and one.gpu_id == "h100-sxm" and one.offer.gpus == 1), key=lambda one: one.price.usd)
    cost = job_cost(float(runpod.price.usd), charges(runpod.provider), JOB)
    assert cost.storage == pytest.approx(14) and cost.transfer == 0
    row = next(row for row in rows if runpod.provider.name in row)
    for figure in (numbers.money(round(cost.known, 2)), f"{words['storage']}: {numbers.money(14)}", f"{words['transfer']}: {CATALOG.languages[code].tags['egress']['free']}"):
        assert figure in row
    caption = page.locator("[data-slot=offers_caption]").inner_text()
    assert words["incomplete"] in caption and str(say(words["with_transfer"], out=numbers.number(500))) in caption


@pytest.mark.parametrize("code", LANGUAGES)
def test_data_sent_in_is_named_where_no_terms_of_transfer_are_published(page, address, code):
    """data/providers/e2e.yml has no egress at all, runpod.yml says that moving data is free."""
    words = CATALOG.languages[code].words["calculator"]
    opened(page, address, "?method=qlora&model=Llama-3.1-8B&card=h200-sxm&hours=30&in_gb=1000", code)
    rows = shown_rows(page)
    lacking = [words["missing_in"] in row for row in rows]
    assert lacking == sorted(lacking) and any(lacking) and not all(lacking)
    for row, lacks in zip(rows, lacking, strict=True):
        provider = next(one for one in CATALOG.providers.values() if one.name in row)
        assert lacks == (provider.egress is None or provider.egress.both_ways) and words["missing_transfer"] not in row
    assert words["incomplete"] in page.locator("[data-slot=offers_caption]").inner_text()


def test_a_part_of_a_converted_sum_is_written_as_converted(page, address):
    """E2E Networks and Yotta list in INR: what their hours cost is converted, and says so in three figures, in the sum and in its part."""
    words, numbers = CATALOG.languages["vi"].words["calculator"], Numbers(CATALOG.languages["vi"])
    offer = next(one for one in OFFERS if one.id == "e2e/a40-1x")
    page.set_viewport_size({"width": 1280, "height": 900})
    opened(page, address, f"?method=qlora&model=Qwen2.5-0.5B&card={offer.gpu_id}&hours=32&in_gb=1", "vi")
    cells = next(row for row in page.locator("[data-slot=offers] tr").all() if offer.provider.name in row.inner_text()).locator("td").all_inner_texts()
    usd = job_cost(float(offer.price.usd), charges(offer.provider), Job(hours=32)).compute
    about = f"≈\N{NO-BREAK SPACE}{numbers.about(usd, 'USD')}"
    assert numbers.money(offer.price.amount, "INR") in cells[0]  # an hour stays as it is listed
    assert f"{words['compute']}: {about} (≈" in cells[1] and cells[1].count(about) == 2 and numbers.money(usd) not in cells[1].replace(about, "")


def test_spot_stands_beside_on_demand_for_the_same_offer(page, address):
    numbers = Numbers(CATALOG.languages["hi"])
    both = [one for one in OFFERS if one.ranked and one.spot_ranked and one.gpu_id == "h100-sxm" and one.offer.gpus == 1]
    offer = min(both, key=lambda one: one.price.usd)
    job = dataclasses.replace(JOB, storage_gb=0, egress_gb=0)
    demand, spot = (numbers.money(round(job_cost(float(quote.usd), charges(offer.provider), job).known, 2)) for quote in (offer.price, offer.spot))
    for way, first, other in (("demand", demand, spot), ("spot", spot, demand)):
        opened(page, address, f"?method=qlora&model=Llama-3.1-8B&card=h100-sxm&hours=30&way={way}", "hi")
        cell = next(row for row in page.locator("[data-slot=offers] tr").all() if offer.provider.name in row.inner_text()).locator("td").nth(1)
        assert cell.locator(".usd").inner_text() == first and other in cell.locator(".other").inner_text()


NONSENSE = [
    ("kept_gb", "-1", "problem_least", {"least": 0}), ("months", "0", "problem_least", {"least": 0.01}),
    ("out_gb", "lots", "problem_number", {"example": 0}), ("in_gb", "1e99", "problem_number", {"example": 0}),
    ("out_gb", "99999999999", "problem_most", {"most": 10_000_000}),
]


@pytest.mark.parametrize("code", LANGUAGES)
def test_nonsense_about_data_is_answered_in_the_language(page, address, code):
    words, numbers = CATALOG.languages[code].words["calculator"], Numbers(CATALOG.languages[code])
    opened(page, address, "", code)
    for field, text, sentence, parts in NONSENSE:
        typed = page.locator(f"#calculator [name={field}]")
        before = typed.input_value()
        typed.fill(text)
        said = page.locator(f"#{field.replace('_', '-')}-problem").inner_text()
        assert said == str(say(words[sentence], **{name: numbers.number(part, 2) for name, part in parts.items()}))
        assert page.locator(".answer").is_hidden()
        typed.fill(before)
        assert page.locator(".answer").is_visible()


def test_the_guides_sweeps_equal_the_function(pages):
    """30 hours on the cheapest current single card of 16 to 24 GB, on demand: by the hour's price, since whole hours are billed as such."""
    cell = pages["vi/research/"].select_one("table.sweeps tbody tr td")
    best = min(one.price.usd for one in OFFERS if one.ranked and one.offer.gpus == 1 and 16 <= one.gpu.vram_gb <= 24)
    assert float(cell.select_one("data.usd")["value"]) == pytest.approx(30 * float(best))
    assert re.search(r"\d", cell.select_one("[data-usd]").get_text())
