"""The currency beside US dollars: chosen once, kept on every page, and written as the build writes it."""

import datetime
from decimal import Decimal
from html import unescape

import pytest

from macros.guide import Guide
from macros.listings import listings
from macros.view.numbers import Numbers
from macros.view.renderer import say

from .project import AS_OF, LANGUAGES

CURRENCIES = ("BDT", "INR", "VND")
AMOUNTS = "all => all.map((one) => [one.dataset.usd, one.textContent])"
VISIBLE = "all => all.filter((one) => one.checkVisibility()).map((one) => one.textContent)"


def choose(page, code):
    page.locator(".currency select").first.select_option(code)
    page.wait_for_function("code => document.documentElement.dataset.currency === code", arg=code)


def written(catalog, language: str, usd: str, code: str) -> str:
    return Numbers(catalog.languages[language]).about(Decimal(usd) * catalog.rates[code].units_per_usd, code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_currency_is_written_as_the_build_would_write_it(page, address, catalog, language):
    own = catalog.languages[language].currency
    page.goto(f"{address}/{language}/compare/")
    assert page.locator(".currency select").first.input_value() == own
    before = page.locator("[data-usd]").evaluate_all(AMOUNTS)
    for code in (*(one for one in CURRENCIES if one != own), own):
        choose(page, code)
        page.wait_for_function("text => document.querySelector('[data-usd]').textContent === text", arg=written(catalog, language, before[0][0], code))
        amounts = page.locator("[data-usd]").evaluate_all(AMOUNTS)
        assert len(amounts) > 200 and amounts == [[usd, written(catalog, language, usd, code)] for usd, _ in amounts]
        sentence = page.locator("caption").first.inner_text()
        words = catalog.languages[language].words["money"]
        assert words[code.lower()] in sentence and Numbers(catalog.languages[language]).number(catalog.rates[code].units_per_usd, 2) in sentence
    assert page.locator("[data-usd]").evaluate_all(AMOUNTS) == before


def test_the_choice_is_kept_on_other_pages_and_in_rows_that_come_later(page, address, catalog):
    page.goto(f"{address}/vi/research/")
    choose(page, "INR")
    page.goto(f"{address}/bn/compare/")
    first = page.locator("[data-usd]").first
    page.wait_for_function("() => document.querySelector('[data-usd]').textContent.includes('₹')")
    assert first.inner_text() == written(catalog, "bn", first.get_attribute("data-usd"), "INR")
    page.locator("button.more-rows").click()
    page.locator("table.offers tr.item").nth(120).wait_for()
    page.locator("table.offers tr.item").nth(120).locator("button.open").click()
    page.locator("tr.details").wait_for()
    page.wait_for_function("() => [...document.querySelectorAll('[data-usd]')].every((one) => one.textContent.includes('₹'))")
    for usd, text in page.locator("[data-usd]").evaluate_all(AMOUNTS):
        assert text == written(catalog, "bn", usd, "INR")


def test_the_calculator_and_the_tables_round_as_the_build_does(page, address, catalog):
    page.goto(f"{address}/404.html")
    amounts = ["0", "0.004", "0.036", "2.235", "7.352", "9.996", "31.85", "99.949", "99.96", "100.4", "306.74", "64615", "64650", "1234567"]
    for language in LANGUAGES:
        numbers = Numbers(catalog.languages[language])
        positive, negative = page.evaluate("""async ([locale, amounts]) => {
          const { about } = await import('/bn/assets/currency/figures.js');
          return [1, -1].map((sign) => amounts.map((one) => about(sign * one, locale)));
        }""", [numbers.locale_tag, amounts])
        form = numbers.money_form("VND")
        assert [form.replace("{amount}", text) for text in positive] == [numbers.about(Decimal(one), "VND") for one in amounts]
        assert [text.lstrip("-") for text in negative] == positive  # as whole from 100 as the others


def test_every_listed_price_is_one_figure_in_the_build_and_in_the_browser(page, address, catalog):
    """For the instance, for each of its GPUs, and as the calculator has it: worked out from US dollars."""
    quotes = [(quote, one.offer.gpus) for one in listings(catalog, AS_OF) for quote in (one.price, one.spot) if quote]
    asks = [(amount, quote.currency) for quote, gpus in quotes for amount in (quote.amount, quote.amount / gpus)]
    asks += [(Decimal(text), "USD") for text in ("2.235", "1.625", "1.005", "0.00125", "0.99995", "6.705")]
    usd = [round(float(quote.usd), 6) if quote else 1 for quote, _ in quotes for _ in range(2)] + [1] * 6
    assert len(asks) > 400
    for language in LANGUAGES:
        numbers = Numbers(catalog.languages[language])
        page.goto(f"{address}/{language}/calculator/")
        written = page.evaluate("""async (asks) => {
          const { Format } = await import('../assets/calculator/format.js');
          const format = new Format(JSON.parse(document.querySelector('#calculator').dataset.settings));
          return asks.map(([amount, usd, currency]) => [amount, (amount * (3 * usd)) / usd / 3].map((one) => format.price(one, currency)));
        }""", [(float(amount), worth, currency) for (amount, currency), worth in zip(asks, usd, strict=True)])
        expected = [[numbers.money(amount, currency)] * 2 for amount, currency in asks]
        assert written == expected


def test_what_is_listed_in_the_chosen_currency_is_not_converted_to_it(page, address, catalog):
    """E2E Networks lists in INR without GST: that stays as it is listed, in any currency."""
    page.goto(f"{address}/hi/providers/e2e/")
    row = page.locator("tr[data-offer] td.price").first
    listed = row.locator("data.usd").inner_text()
    tax = catalog.languages["hi"].tags["tax"]["excluded"]
    assert listed.startswith("₹") and row.inner_text().count("₹") == 1 and tax in row.inner_text()
    choose(page, "BDT")
    page.wait_for_function("() => document.querySelector('td.price [data-usd]').textContent.includes('৳')")
    assert row.locator("data.usd").inner_text() == listed and row.inner_text().count("₹") == 1 and row.inner_text().count("৳") == 1
    choose(page, "INR")
    page.wait_for_function("() => !document.querySelector('td.price [data-listed]').checkVisibility()")
    assert row.inner_text().count("₹") == 1 and "৳" not in row.inner_text()


def test_the_reason_for_a_rows_place_is_told_in_the_chosen_currency(page, address):
    """On a phone the row's heading repeats the column that is sorted by."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{address}/bn/compare/?sort=instance")
    page.locator(".why").first.wait_for()
    assert "৳" in page.locator(".why").first.inner_text()
    choose(page, "INR")
    page.wait_for_function("() => document.querySelector('.why').textContent.includes('₹')")
    page.locator("button.more-rows").click()
    page.wait_for_function("() => [...document.querySelectorAll('.why')].length > 150")
    page.wait_for_function("() => [...document.querySelectorAll('.why')].every((one) => !one.textContent.includes('৳'))")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_old_rate_is_told_to_readers(catalog, language):
    """From the day after data/policy.yml's span on, in every table with money of another currency."""
    own, numbers = catalog.languages[language], Numbers(catalog.languages[language])
    rate, span = catalog.rates[own.currency], catalog.policy.rates_old_after_days
    for days in (span, span + 1):
        blocks = Guide(catalog, own, rate.date + datetime.timedelta(days), "").blocks()
        made = (blocks["comparison"]("research"), blocks["all_offers"](), blocks["calculator"](), blocks["gpu_page"]("l4"), blocks["provider_page"]("aws"))
        said = str(say(own.words["money"]["old"], days=numbers.days(days)))
        assert [said in unescape(text) for text in made] == [days > span] * len(made)
        assert all(numbers.date(rate.date, "long") in text for text in made)


def test_it_works_where_storage_is_blocked_and_where_it_holds_nonsense(browser, address):
    for before in ("Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })", "localStorage.setItem('currency', 'constructor')"):
        page = browser.new_page()
        page.add_init_script(before)
        page.goto(f"{address}/bn/research/")
        assert page.locator(".currency select").input_value() == "BDT"
        choose(page, "VND")
        page.wait_for_function("() => document.querySelector('[data-usd]').textContent.includes('₫')")
        page.close()


def test_a_choice_whose_script_does_not_come_is_taken_back_and_works_at_the_next_try(browser, address, catalog):
    page = browser.new_page()
    page.goto(f"{address}/bn/research/")
    page.route("**/currency/amounts.js", lambda route: route.abort(), times=1)
    select, note, first = page.locator(".currency select"), page.locator(".currency .where"), page.locator("[data-usd]").first
    before = select.input_value(), note.inner_text(), first.text_content()
    with page.expect_event("pageerror"):
        select.select_option("INR")
    assert (select.input_value(), note.inner_text(), first.text_content()) == before
    assert page.evaluate("[document.documentElement.dataset.currency, localStorage.getItem('currency')]") == ["BDT", None]
    choose(page, "INR")
    assert first.text_content() == written(catalog, "bn", first.get_attribute("data-usd"), "INR")
    assert page.evaluate("localStorage.getItem('currency')") == select.input_value() == "INR"
    page.close()


def test_without_scripts_the_languages_own_currency_is_shown_and_no_empty_choice(browser, address):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/vi/research/")
    assert page.locator(".currency").first.is_hidden()
    assert all("₫" in text for text in page.locator("[data-usd]").evaluate_all(VISIBLE))
    page.context.close()


def test_the_calculator_follows_the_choice(page, address):
    page.goto(f"{address}/bn/calculator/?method=qlora&model=Llama-3.1-8B&hours=30&kept_gb=100&out_gb=500")
    page.locator(".answer:not([hidden])").wait_for()
    offers = page.locator("[data-slot=offers]")
    assert "৳" in offers.inner_text()
    choose(page, "VND")
    assert "₫" in offers.inner_text() and "৳" not in offers.inner_text()
    page.reload()
    page.locator(".answer:not([hidden])").wait_for()
    page.wait_for_function("() => document.querySelector('[data-slot=offers]').textContent.includes('₫')")


def test_rewriting_a_full_table_takes_little_time(page, address):
    """Every row of the table of all offers, as after many requests for more."""
    page.goto(f"{address}/bn/compare/")
    page.locator("button.more-rows").click()  # the button is at work once the first of them has come
    page.wait_for_function("document.querySelectorAll('tr[data-offer]').length > 100")
    while page.locator("button.more-rows:visible").count():
        page.locator("button.more-rows").dispatch_event("click")
    choose(page, "INR")
    page.wait_for_function("() => document.querySelector('[data-usd]').textContent.includes('₹')")
    count, spent = page.evaluate("""async () => {
      const { Amounts } = await import('/bn/assets/currency/amounts.js');
      const amounts = new Amounts('bn-BD');
      const start = performance.now();
      amounts.write('XXX', { units: 7, form: '{amount}', rate: '', currency: '', date: '', old: '' });
      return [document.querySelectorAll('[data-usd]').length, performance.now() - start];
    }""")
    assert count > 300 and spent < 0.1 * count  # milliseconds: 2,700 rows of three amounts would stay under a second


def test_nothing_moves_when_the_choice_and_the_calculators_form_come(browser, address):
    """What scripts put in has its room kept: layout shifts stay well below the 0.1 that Lighthouse calls good."""
    for width in (360, 1280):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.add_init_script("""window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => { moved += one.value; }))
          .observe({ type: 'layout-shift', buffered: true });""")
        for name in ("vi/calculator", "vi/gpus/l4", "bn/research"):
            page.goto(f"{address}/{name}/")
            page.locator("#calculator form:not([hidden]), .currency select").first.wait_for(state="attached")
            page.wait_for_timeout(300)
            assert page.evaluate("moved") < 0.05, (width, name)
        page.close()
