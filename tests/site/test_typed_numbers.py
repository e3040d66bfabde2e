"""Numbers as readers type them, read in a real browser by the module that the filters and the calculator share."""

import json

import pytest

from .hosting import query

READ = """async (texts) => {
  const { hasDecimalComma, typedNumber } = await import('/bn/assets/typed-number.js');
  const read = (comma) => texts.map((text) => String(typedNumber(text, comma)));
  return { points: read(hasDecimalComma('bn-BD')), commas: read(hasDecimalComma('vi-VN')), hindi: read(hasDecimalComma('hi-IN')) };
}"""
CASES = [
    # typed, on a page that writes points (bn, hi), on one that writes commas (vi)
    ("1000", 1000, 1000),
    # a mark alone: of groups where it is the page's own for them and has three digits behind it, else of decimals
    ("1,000", 1000, 1),
    ("1.000", 1, 1000),
    ("12,500", 12500, 12.5),
    ("0,5", 0.5, 0.5),
    ("0.5", 0.5, 0.5),
    ("1,5", 1.5, 1.5),
    ("1.5", 1.5, 1.5),
    ("1,50", 1.5, 1.5),
    ("0,500", 0.5, 0.5),  # no number of groups begins with 0
    ("0.500", 0.5, 0.5),
    ("1234,500", 1234.5, 1234.5),  # nor has four digits before the first mark
    # two different marks, or one more than once, can be read in one way only
    ("1,234.5", 1234.5, 1234.5),
    ("1.234,5", 1234.5, 1234.5),
    ("1,000,000", 1_000_000, 1_000_000),
    ("1.000.000", 1_000_000, 1_000_000),
    ("12,34,567.25", 1_234_567.25, 1_234_567.25),  # lakhs, as the pages write them
    ("1 234,5", 1234.5, 1234.5),
    # the digits of each script, a sign, a mark at an end
    ("১,২৩৪.৫", 1234.5, 1234.5),
    ("८१९२", 8192, 8192),
    ("−৩", -3, -3),
    ("-0,5", -0.5, -0.5),
    (".5", 0.5, 0.5),
    ("5,", 5, 5),
    *((text, None, None) for text in ("", " ", ".", "-", "--1", "1,2,3", "1.2.3", "1.2,3.4", "1,23.4,5", "1e9", "12ক", "½", "NaN", "Infinity", "0x10")),
]


def told(number: float | None) -> str:
    return "NaN" if number is None else json.dumps(number)


@pytest.fixture
def readings(page, address):
    page.goto(f"{address}/404.html")
    return page.evaluate(READ, [typed for typed, _, _ in CASES])


def test_each_way_of_writing_a_number_is_read_by_the_pages_rules(readings):
    typed = [case[0] for case in CASES]
    assert dict(zip(typed, readings["points"], strict=True)) == {text: told(points) for text, points, _ in CASES}
    assert dict(zip(typed, readings["commas"], strict=True)) == {text: told(commas) for text, _, commas in CASES}
    assert readings["hindi"] == readings["points"]


@pytest.mark.parametrize(("code", "typed", "meant"), [("bn", "1,000", "1000"), ("hi", "0,5", "0.5"), ("vi", "1.000", "1000"), ("vi", "0.5", "0.5")])
def test_filters_and_calculator_take_a_number_alike(page, address, code, typed, meant):
    page.goto(f"{address}/{code}/compare/")
    page.click("button.tools >> nth=0")
    page.locator("form.offer-tools [name=max]").first.fill(typed)
    page.wait_for_url(f"**/compare/?max={meant}")
    page.goto(f"{address}/{code}/calculator/")
    page.locator("#hours").fill(typed)
    page.wait_for_function("meant => new URLSearchParams(location.search).get('hours') === meant", arg=meant)


def test_a_number_of_an_address_has_points_on_every_page(page, address):
    """1.125 stays what it is on a page that would read it as a thousand and more."""
    for name, field in (("compare/?max=1.125", "form.offer-tools [name=max]"), ("calculator/?hours=1.125", "#hours")):
        page.goto(f"{address}/vi/{name}")
        page.locator(field).first.wait_for(state="attached")
        page.wait_for_function("field => document.querySelector(field).value === '1,125'", arg=field)
        assert ["1.125"] in query(page).values()
