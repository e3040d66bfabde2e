"""The calculator as readers meet it: nonsense, addresses, keyboard, no JavaScript, and questions they ask."""

import json
import random
import re

import pytest

from macros.calculator_form import LIMITS, architecture_fields
from macros.view.numbers import Numbers
from macros.view.renderer import say

from .hosting import location, query, wait_for_query
from .project import LANGUAGES
from .test_calculator import CATALOG, MODELS


def opened(page, address, query="", code="bn"):
    page.goto(f"{address}/{code}/calculator/{query}")
    page.locator("#calculator form:not([hidden])").wait_for()
    return page


NONSENSE = [
    ("context", "0", "problem_least", {"least": 1}),
    ("batch", "-1", "problem_least", {"least": 1}),
    ("gpus", "1000000", "problem_most", {"most": 1024}),
    ("context", "many", "problem_number", {"example": 2048}),
    ("context", "12e4", "problem_number", {"example": 2048}),
    ("hours", "", "problem_empty", {}),
    ("batch", "1.5", "problem_whole", {}),
    ("context", "4097", "problem_context", {"model": "Llama-2-7B", "most": 4096}),
]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("name", "text", "sentence", "parts"), NONSENSE)
def test_nonsense_is_answered_at_the_field_in_the_language(page, address, code, name, text, sentence, parts):
    language = CATALOG.languages[code]
    written = {key: part if isinstance(part, str) else Numbers(language).number(part) for key, part in parts.items()}
    opened(page, address, "?method=inference&model=Llama-2-7B", code)
    field = page.locator(f"#calculator [name={name}]:enabled")
    field.fill(text)
    said = page.locator(f"#{field.get_attribute('id')}-problem")
    assert said.inner_text() == str(say(language.words["calculator"][sentence], **written))
    assert field.get_attribute("aria-invalid") == "true" and field.get_attribute("aria-describedby") == said.get_attribute("id")
    assert page.locator(".answer").is_hidden()
    assert_no_broken_figures(page)
    field.fill("1")
    assert said.inner_text() == "" and page.locator(".answer").is_visible()


def assert_no_broken_figures(page):
    assert not re.search("NaN|Infinity|undefined|null", page.locator("#calculator").inner_text())


def test_no_broken_figure_whatever_is_typed(page, address):
    chance = random.Random(6)
    texts = ["", "0", "-1", "1", "7", "১২", "١", "1e9", "99999999999", "0.5", "½", "Infinity", "NaN", "<b>", "1,2,3", " 8 ", "२०४८"]
    opened(page, address, "?method=lora&model=own")
    page.locator("#calculator fieldset summary").click()
    for _ in range(150):
        select = page.locator("#calculator form select:enabled").nth(chance.randrange(page.locator("#calculator form select:enabled").count()))
        values = select.locator("option").evaluate_all("options => options.map((option) => option.value)")
        select.select_option(chance.choice(values))
        inputs = page.locator("#calculator form input:enabled")
        inputs.nth(chance.randrange(inputs.count())).fill(chance.choice(texts))
        assert_no_broken_figures(page)


@pytest.mark.parametrize(("code", "typed"), [("bn", "৮১৯২"), ("bn", "8,192"), ("hi", "८१९२"), ("vi", "8.192"), ("vi", " 8192 ")])
def test_numbers_are_read_in_each_script_and_grouping(page, address, code, typed):
    opened(page, address, "?context=2048", code)
    page.locator("#context").fill(typed)
    assert page.locator("#context-problem").inner_text() == ""
    wait_for_query(page, context="8192")


def test_every_choice_is_in_the_address_and_comes_back_from_it(page, address):
    opened(page, address)
    page.locator("#method").select_option("qlora")
    for name, value in {"model": "own", "card": "rtx-4090", "loss-full-lora-qlora": "chunked", "embeddings-qlora": "fp32",
                        "accumulation-full-lora-qlora": "yes", "attention-inference-full-lora-qlora": "eager", "sharding-full-lora-qlora": "zero2",
                        "optimizer-full-lora-qlora": "paged_adamw_8bit"}.items():
        page.locator(f"#{name}").select_option(value)
    for name, text in {"layers": "28", "hidden_size": "1536", "context": "1024", "batch_training": "2", "rank": "64", "hours": "2.5"}.items():
        page.locator(f"#{name.replace('_', '-')}").fill(text)
    shown = page.locator("#calculator form :is(select, input):enabled").evaluate_all("all => all.map((control) => control.name)")
    wait_for_query(page, hours="2.5")
    held = query(page)
    assert set(held) == set(shown) and held["hours"] == ["2.5"] and held["loss"] == ["chunked"]
    assert held["attention"] == ["eager"] and held["sharding"] == ["zero2"] and held["accumulation"] == ["yes"] and held["optimizer"] == ["paged_adamw_8bit"]
    answer, address_of_it = page.locator(".answer").inner_text(), location(page)
    for code in LANGUAGES:
        page.goto(address_of_it.replace("/bn/", f"/{code}/"))
        page.locator(".answer:not([hidden])").wait_for()
        assert query(page) == held
    page.goto(address_of_it)
    page.locator(".answer:not([hidden])").wait_for()
    assert page.locator(".answer").inner_text() == answer


def test_an_address_with_nonsense_is_shown_as_it_was_given(page, address):
    opened(page, address, "?method=dance&model=GPT-9&context=lots&card=abacus")
    assert page.locator("#method").input_value() == "inference" and page.locator("#model").input_value() == "Llama-3.1-8B"
    assert page.locator("#context").input_value() == "lots" and page.locator("#context-problem").inner_text() != ""


def test_the_language_menu_keeps_the_choices(page, address):
    page.set_viewport_size({"width": 1280, "height": 800})
    opened(page, address, "?method=qlora&model=Llama-3.1-70B")
    page.locator(".md-select button").hover()
    page.locator("a.md-select__link[hreflang=hi]").click()
    page.locator("html[lang=hi] #calculator form:not([hidden])").wait_for()
    assert page.locator("#method").input_value() == "qlora" and page.locator("#model").input_value() == "Llama-3.1-70B"


REFUSING = """
  const real = history.replaceState;
  window.writes = 0;
  history.replaceState = (...all) => {
    if (++window.writes > 100) throw new DOMException('too many', 'SecurityError');
    real.apply(history, all);
  };
"""


def test_changes_without_end_are_answered_and_the_address_is_written_after_them(page, address):
    page.add_init_script(REFUSING)
    opened(page, address, "?method=inference&model=Llama-3.1-8B")
    wait_for_query(page, model="Llama-3.1-8B")
    need = page.evaluate("""() => {
      const field = document.querySelector('#context');
      for (let tokens = 1; tokens <= 300; tokens++) {
        field.value = tokens * 100;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      return document.querySelector('[data-slot=need]').textContent;
    }""")
    wait_for_query(page, context="30000")
    assert page.evaluate("writes") <= 3 and page.locator("[data-slot=need]").inner_text() == need
    opened(page, address, "?method=inference&model=Llama-3.1-8B&context=30000")
    assert page.locator("[data-slot=need]").inner_text() == need


def test_an_address_that_cannot_be_written_keeps_no_answer_back(browser, address):
    page = browser.new_page()
    page.add_init_script("history.replaceState = () => { throw new DOMException('too many', 'SecurityError'); }")
    opened(page, address, "?model=Llama-3.1-8B")
    need = page.locator("[data-slot=need]")
    before = need.inner_text()
    page.locator("#model").select_option("Llama-3.1-70B")
    assert need.inner_text() != before
    page.wait_for_timeout(400)
    page.locator("#model").select_option("Llama-3.1-8B")
    assert need.inner_text() == before and page.locator(".failed").is_hidden()
    page.close()


def test_what_was_typed_a_moment_ago_goes_along_to_another_language(page, address):
    opened(page, address, "?context=2048")
    page.evaluate(TYPED + "document.querySelector('a[data-language=hi]').click(); }")
    page.wait_for_url("**/hi/calculator/?*context=4096*")
    page.locator("#calculator form:not([hidden])").wait_for()
    assert page.locator("#context").input_value() == "4096"


TYPED = """() => {
  const field = document.querySelector('#context');
  field.value = '4096';
  field.dispatchEvent(new Event('input', { bubbles: true }));
"""


def test_a_reader_who_goes_to_the_address_bar_finds_the_choices_there(page, address):
    opened(page, address, "?context=2048")
    assert "context=4096" in page.evaluate(TYPED + "dispatchEvent(new Event('blur')); return location.search; }")


def test_it_works_by_keyboard(page, address):
    opened(page, address, "?context=2048")
    before = page.locator("[data-slot=need]").inner_text()
    page.locator("#method").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "model"
    page.keyboard.type("Llama-3.1-70B")
    page.keyboard.press("Tab")
    assert page.locator("[data-slot=need]").inner_text() != before
    wait_for_query(page, model="Llama-3.1-70B")
    while page.evaluate("document.activeElement.id") != "context":
        page.keyboard.press("Tab")
    page.keyboard.type("4096")
    wait_for_query(page, context="4096")


@pytest.mark.parametrize(("typed", "wrong"), [
    ({"kv_lora_rank": 512}, ["qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"]),
    ({"sliding_layers": 8}, ["sliding_window"]),
    ({"sliding_layers": 999, "sliding_window": 4096}, ["sliding_layers"]),
    ({"experts": 8}, ["experts_per_token", "moe_intermediate_size"]),
    ({"attention_heads": 10, "kv_heads": 3}, ["kv_heads"]),
    ({"layers": 12, "dense_layers": 13}, ["dense_layers"]),
])
def test_what_an_architecture_lacks_is_said_though_its_fields_were_folded(page, address, typed, wrong):
    opened(page, address, "?method=inference&model=own&" + "&".join(f"{name}={number}" for name, number in typed.items()))
    assert page.locator("#calculator [aria-invalid]").evaluate_all("all => all.map((control) => control.name)") == wrong
    assert page.locator("#calculator [aria-invalid]").first.is_visible() and page.locator(".answer").is_hidden()


def test_targets_are_large_enough(page, address):
    page.set_viewport_size({"width": 360, "height": 800})
    opened(page, address)
    for control in page.locator("#calculator :is(select, input, summary):visible").all():
        assert control.bounding_box()["height"] >= 44


def test_text_of_the_catalog_is_never_markup(page, address, site):
    data = json.loads((site / "assets/calculator.json").read_text(encoding="utf-8"))
    bad = '<img src=x onerror="document.title=1">'
    for table, field in (("providers", "name"), ("cards", "name"), ("offers", "source")):
        at = data[table]["fields"].index(field)
        for row in data[table]["rows"]:
            row[at] = bad
    page.route("**/assets/calculator.json", lambda route: route.fulfill(json=data))
    opened(page, address, "?card=l4")
    assert bad in page.locator("[data-slot=offers]").inner_text() and page.locator("#calculator img").count() == 0


def test_a_file_that_does_not_come_is_told(browser, address):
    page = browser.new_page()
    page.route("**/assets/calculator.json", lambda route: route.abort())
    page.goto(f"{address}/vi/calculator/")
    page.locator(".failed:not([hidden])").wait_for()
    assert page.locator(".failed").inner_text() == CATALOG.languages["vi"].words["calculator"]["failed"]
    page.close()


@pytest.mark.parametrize("code", LANGUAGES)
def test_without_javascript_the_common_jobs_stand_in_tables(browser, address, code):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/{code}/calculator/")
    assert page.locator("#calculator noscript p").is_visible() and page.locator("#calculator form").is_hidden()
    rows = page.locator("table.memory tbody tr")
    assert rows.count() == sum(map(len, CATALOG.common_jobs.values())) >= 20
    for row in rows.all():
        assert "GiB" in row.inner_text() and row.locator("svg rect").count() >= 2
    page.context.close()


def test_a_row_of_a_table_opens_the_calculator_with_its_job(page, address):
    page.goto(f"{address}/vi/fine-tuning/")
    row = page.locator("table.memory tbody tr").first
    model, need = row.locator("th").inner_text().split("\n")[0], row.locator("data.size").inner_text()
    row.locator("a.job").click()
    page.locator(".answer:not([hidden])").wait_for()
    assert page.locator("#model").input_value() == model.strip()
    assert need in page.locator("[data-slot=need]").inner_text()


def test_the_start_of_a_typed_in_architecture_is_a_known_one(page, address):
    opened(page, address, "?method=inference&model=Qwen2.5-1.5B")
    before = page.locator("[data-slot=need]").inner_text()
    page.locator("#model").select_option("own")
    assert page.locator("[data-slot=need]").inner_text() == before
    names = {field.id for field in architecture_fields(MODELS["Qwen2.5-1.5B"], LIMITS)}
    assert all(page.locator(f"#{name}").is_visible() for name in names)


def need_of(page, address, query) -> float:
    opened(page, address, f"?{query}", "hi")
    return float(re.search(r"([\d,.]+) GiB", page.locator("[data-slot=need]").inner_text())[1].replace(",", ""))


def part_of(page, part) -> float:
    return float(re.search(r"([\d.,]+) GiB", page.locator(f".answer .key-{part}").inner_text())[1].replace(",", ""))


def test_questions_that_readers_ask(page, address):
    """Each from the figures that the page shows."""
    def group(verdict):
        box = page.locator(f"[data-slot=cards_{verdict}]")
        return box.evaluate("(list) => list.textContent")

    opened(page, address, "?method=qlora&model=Llama-3.1-70B&context=2048&loss=fused&card=rtx-a6000")
    assert "RTX A6000" in group("tight") and "A100 80 GB PCIe" in group("fits") and "RTX 4090" in group("no")
    assert "৳" in page.locator("[data-slot=offers]").inner_text()
    opened(page, address, "?method=qlora&model=Llama-3.1-8B&card=t4")
    assert "FP16" in page.locator("[data-slot=verdict]").inner_text() and "T4" in group("fits")
    assert need_of(page, address, "method=inference&model=DeepSeek-V3&weights=fp8&context=32768&gpus=16") > 0
    single = part_of(page, "kv_cache")
    need_of(page, address, "method=inference&model=DeepSeek-V3&weights=fp8&context=65536&gpus=16")
    assert part_of(page, "kv_cache") == pytest.approx(2 * single, rel=0.03)  # shown to a tenth
    opened(page, address, "?method=image&model-image=FLUX.1-dev&model=FLUX.1-dev&weights=bf16")
    assert "RTX 4090" in group("no")
    opened(page, address, "?method=image&model=FLUX.1-dev&weights=fp8")
    assert "RTX 4090" in group("fits")
    needs = [need_of(page, address, f"method=full&model=Llama-2-7B&{how}") for how in ("weights=bf16&optimizer=adamw_8bit", "weights=bf16", "weights=amp")]
    assert needs == sorted(needs) and needs[2] > 1.5 * needs[1]
    opened(page, address, "?method=inference&model=Mixtral-8x7B-v0.1")
    assert "৪৬.৭" in page.locator("[data-slot=parameters]").inner_text() and "১২.৮৮" in page.locator("[data-slot=parameters]").inner_text()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_card_of_two_dies_holds_what_one_of_them_holds(page, address, code):
    # a 70B model in 8 bits is over 64 GB, half of an MI250, and under its 128 GB
    opened(page, address, "?method=inference&model=Llama-3.1-70B&weights=int8&card=mi250", code)
    words, number = CATALOG.languages[code].words["calculator"], Numbers(CATALOG.languages[code]).number
    both = str(say(words["devices"], card="MI250", devices=number(2), each=f"{number(64)}\u00a0GB"))
    assert page.locator("[data-slot=verdict]").text_content().endswith(both)
    assert f"MI250 ({number(2)} × {number(64)}\u00a0GB)" in page.locator("[data-slot=cards_no]").text_content()
    assert "MI250" not in page.locator("[data-slot=cards_fits]").text_content()


def counts_of(page) -> dict[str, str]:
    return {row.locator("th").inner_text(): row.inner_text() for row in page.locator("[data-slot=counts] tr").all()}


def test_a_chosen_card_that_does_not_hold_the_job_is_said_beside_its_prices(page, address):
    words = CATALOG.languages["vi"].words["calculator"]
    opened(page, address, "?method=full&model=Llama-3.1-8B&card=l40s", "vi")
    caption, rows = page.locator("[data-slot=offers_caption]"), counts_of(page)
    assert page.locator("[data-slot=verdict]").inner_text() in caption.inner_text() and "L40S" in page.locator("[data-slot=offers]").inner_text()
    assert "L40S" in page.locator("#counts-caption").inner_text()
    assert words["verdict_no"].partition(":")[0] in rows["1"] and "8 × L40S" in rows["8"]
    assert all("L40S" in row or words["no_offer_card"] in row for row in rows.values()), "the other cards are not asked for"
    page.locator("#card").select_option("h200-sxm")
    assert caption.inner_text().count(page.locator("[data-slot=verdict]").inner_text()) == 0
    page.locator("#card").select_option("")
    assert page.locator("#counts-caption").inner_text() == words["counts_caption"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_of_cards_that_engines_cannot_split_heads_among_are_left_out(page, address, code):
    words, number = CATALOG.languages[code].words["calculator"], Numbers(CATALOG.languages[code]).number
    opened(page, address, "?method=inference&model=Qwen2.5-7B&gpus=3", code)  # 28 query heads
    assert list(counts_of(page)) == [number(count) for count in (1, 2, 4)]
    assert page.locator("[data-slot=left_out]").inner_text() == str(say(words["left_out"], heads=number(28)))
    assert page.locator("[data-slot=verdict]").inner_text() == str(say(words["uneven"], heads=number(28), gpus=number(3)))
    page.locator("#weights-inference").select_option("q4_k_m")  # llama.cpp spreads layers
    assert len(counts_of(page)) == 6 and page.locator("[data-slot=left_out]").inner_text() == page.locator("[data-slot=verdict]").inner_text() == ""


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_format_that_vllm_denies_on_a_card_is_told_and_no_offer_of_it_is_the_cheapest(page, address, code):
    words = CATALOG.languages[code].words["calculator"]
    opened(page, address, "?method=inference&model=Llama-3.1-8B&weights=awq&card=v100-16-sxm2", code)
    told = str(say(words["verdict_unlisted"], precision="AWQ", card="V100 16 GB SXM2"))
    assert page.locator("[data-slot=verdict]").inner_text() == told and told in page.locator("[data-slot=offers_caption]").inner_text()
    unlisted = page.locator("[data-slot=cards_unlisted]").text_content()
    assert "V100 16 GB SXM2" in unlisted and "MI300X" in unlisted and "T4" not in unlisted
    page.locator("#card").select_option("")
    assert not re.search("V100|P100|MI\\d", page.locator("[data-slot=offers]").inner_text() + page.locator("[data-slot=counts]").inner_text())
    page.locator("#weights-inference").select_option("gptq")
    assert "V100 16 GB SXM2" in page.locator("[data-slot=cards_fits]").text_content()


@pytest.mark.parametrize("code", LANGUAGES)
def test_small_sizes_have_two_decimals_in_the_page_and_in_its_tables_alike(page, address, code):
    sizes = [0.06, 0.254, 0.5, 0.999, 1.04, 99.94, 100.4, 0.9999]
    written = opened(page, address, code=code).evaluate("""async (sizes) => {
      const { Format } = await import('../assets/calculator/format.js');
      const format = new Format(JSON.parse(document.getElementById('calculator').dataset.settings));
      return sizes.map((size) => format.gib(size * 2 ** 30));
    }""", sizes)
    assert written == [Numbers(CATALOG.languages[code]).gib(size * 2**30) for size in sizes]
    assert len(written[1]) == 4  # 0.25


def test_a_mixture_with_leading_dense_layers_can_be_typed_in(page, address):
    opened(page, address, "?method=inference&model=DeepSeek-V3&weights=fp8&gpus=16")
    known = page.locator("[data-slot=need]").inner_text()
    page.locator("#model").select_option("own")
    wait_for_query(page, dense_layers="3")  # first_k_dense_replace of DeepSeek-V3's config.json
    assert page.locator("[data-slot=need]").inner_text() == known


LINES_OF_CAPTION = """caption => {
  const range = document.createRange();
  range.selectNodeContents(caption);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_recipe_of_a_memory_table_is_folded_below_it_without_javascript_and_unfolded_on_paper(browser, address, code):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}/{code}/fine-tuning/")
    recipe = page.locator("details.recipe").first
    text = recipe.locator("p")
    assert page.locator("table.memory caption").first.evaluate(LINES_OF_CAPTION) <= 4
    folded = recipe.bounding_box()["height"]
    assert 44 <= folded < 60 and "LoRA" in text.text_content()
    recipe.locator("summary").click()
    assert recipe.bounding_box()["height"] > 4 * folded
    recipe.locator("summary").click()
    page.emulate_media(media="print")
    assert recipe.bounding_box()["height"] > 4 * folded
    context.close()


def test_one_node_or_two_for_a_70b_model_is_said_beside_the_counts(page, address):
    opened(page, address, "?method=full&model=Llama-3.1-70B&gpus=16", "vi")
    rows = {row.locator("th").inner_text(): row.inner_text() for row in page.locator("[data-slot=counts] tr").all()}
    assert "2 instance" in rows["16"] and "instance" not in rows["8"]
    # 70.55e9 parameters: weights, gradients and two moments in BF16 are 8 bytes each, 66 GiB of them on each of 8 cards
    eight, sixteen = (float(re.search(r"([\d,]+) GiB", rows[count])[1].replace(",", ".")) for count in ("8", "16"))
    assert 66 < eight < 90 and sixteen < 0.65 * eight
