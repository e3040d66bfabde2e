"""The pictures in a real browser: nothing lies on anything else at any width, and the figures are the catalog's."""

import json
import re
import statistics
from decimal import Decimal

import pytest
from axe_playwright_python.sync_playwright import Axe

from macros.listings import listings

from .project import AS_OF, LANGUAGES

NAMES = ("price-vram", "cheapest", "bandwidth-price")
WIDTHS = (320, 360, 768, 1280)
INK = """() => [...document.querySelectorAll('figure.chart svg[role=img]')].map((svg) => {
  const pen = document.createElement('canvas').getContext('2d');
  const frame = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll('text')].filter((text) => getComputedStyle(text).display !== 'none').map((text) => {
    const style = getComputedStyle(text), start = text.getStartPositionOfChar(0);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = pen.measureText(text.textContent);
    return {
      text: text.textContent, kind: text.classList[0],
      left: start.x - ink.actualBoundingBoxLeft, right: start.x + ink.actualBoundingBoxRight,
      top: start.y - ink.actualBoundingBoxAscent, bottom: start.y + ink.actualBoundingBoxDescent,
    };
  });
  const marks = [...svg.querySelectorAll('circle, rect')].map((mark) => {
    const box = mark.getBBox();
    return { text: mark.textContent, kind: mark.tagName, left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
  });
  return { width: frame.width, height: frame.height, words, marks };
})"""
"""Where the ink of each word and each mark is, in the coordinates of its picture."""


@pytest.fixture(scope="session")
def charts(pages):
    """Each language's pictures, wherever they stand, with the page they stand on."""
    found = {}
    for name, page in pages.items():
        for figure in page.select("figure.chart"):
            chart = figure.figcaption["id"].removeprefix("chart-")
            assert (name.partition("/")[0], chart) not in found, f"{chart} stands twice"
            found[name.partition("/")[0], chart] = (name, figure)
    return found


@pytest.fixture(scope="session")
def current(catalog):
    return [one for one in listings(catalog, AS_OF) if one.price and one.price.freshness != "stale"]


def test_each_language_has_each_picture_once(charts):
    assert set(charts) == {(code, name) for code in LANGUAGES for name in NAMES}


def meet(a, b):
    """Whether two rectangles overlap by more than half a pixel."""
    return min(a["right"], b["right"]) - max(a["left"], b["left"]) > 0.5 and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 0.5


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_lies_on_a_word_or_a_mark_or_leaves_the_picture(browser, address, charts, code, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    for name in sorted({charts[code, chart][0] for chart in NAMES}):
        page.goto(f"{address}/{name}")
        for picture in page.evaluate(INK):
            words, marks = picture["words"], picture["marks"]
            assert len(words) > 8 and len(marks) > 20
            for i, word in enumerate(words):  # two pixels to the left: a Bengali letter's headline begins before its place
                where = f"{name} at {width}: {word['text']}"
                assert word["left"] >= -2 and word["right"] <= picture["width"] + 0.5, where
                assert word["top"] >= -0.5 and word["bottom"] <= picture["height"] + 0.5, where
                assert [other["text"] for other in words[i + 1:] if meet(word, other)] == [], where
                assert [mark["text"] for mark in marks if meet(word, mark)] == [], where
    page.close()


def test_a_wide_picture_names_more_cards(browser, address, charts):
    def named(width):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto(f"{address}/{charts['vi', 'bandwidth-price'][0]}")
        count = page.locator("figure.chart text.card-name:visible").count()
        page.close()
        return count

    assert 20 <= named(360) < named(1280)


def test_each_says_what_it_is_and_as_of_when(charts):
    for (code, name), (page, figure) in charts.items():
        year = {"bn": "২০২৬"}.get(code, "2026")
        assert year in figure.figcaption.get_text() and year in figure.select_one("details caption").get_text(), page
        svg = figure.select_one("svg[role=img]")
        assert svg["aria-label"] in figure.figcaption.get_text() and svg["aria-label"].strip(), name
        assert not figure.select("[style], script"), page


def test_words_are_in_the_languages_own_numerals(charts):
    for name in NAMES:
        _, figure = charts["bn", name]
        for text in figure.select("svg[role=img] .tick, svg[role=img] .amount, svg[role=img] .heading, svg[role=img] .title"):
            assert not re.search("[0-9]", text.get_text()), text


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_current_offer_is_a_dot_at_its_memory_and_price(charts, current, code):
    """Dots lie on straight lines of log(memory) and log(price): two offers fix the scales, all others must agree."""
    _, figure = charts[code, "price-vram"]
    dots = figure.select("svg[role=img] circle")
    told = [line for dot in dots for line in dot.title.get_text().splitlines()]
    assert len([line for line in told if line != "…"]) == len(current)
    assert len([dot for dot in dots if "other" in dot["class"]]) == len({
        (one.gpu.vram_gb, round(one.price.usd_per_gpu, 2)) for one in current if not one.ranked
    })
    heights = {}
    for dot in dots:
        for one in current:
            if len(dot.title.get_text().splitlines()) == 1 and dot.title.get_text().startswith(f"{one.gpu.name} · {one.provider.name} · "):
                heights.setdefault((one.gpu_id, one.provider.id), []).append(float(dot["cy"]))
    cheap, dear = min(current, key=lambda o: o.price.usd_per_gpu), max(current, key=lambda o: o.price.usd_per_gpu)
    bottom, top = max(float(dot["cy"]) for dot in dots), min(float(dot["cy"]) for dot in dots)
    span = (bottom - top) / (dear.price.usd_per_gpu / cheap.price.usd_per_gpu).ln().__float__()
    checked = 0
    for one in current:
        alike = [o for o in current if (o.gpu_id, o.provider.id) == (one.gpu_id, one.provider.id)]
        if len(alike) == 1 and (one.gpu_id, one.provider.id) in heights:
            wanted = bottom - span * float((one.price.usd_per_gpu / cheap.price.usd_per_gpu).ln())
            assert heights[one.gpu_id, one.provider.id][0] == pytest.approx(wanted, abs=1.1), one.id
            checked += 1
    assert checked > 30


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_table_of_memory_sizes_is_worked_out_from_the_catalog(charts, current, code):
    _, figure = charts[code, "price-vram"]
    rows = {int(row["data-vram"]): [Decimal(data["value"]) for data in row.select("data.usd")] for row in figure.select("tr[data-vram]")}
    prices = {}
    for one in current:
        if one.ranked:
            prices.setdefault(one.gpu.vram_gb, []).append(one.price.usd_per_gpu)
    assert rows == {size: [min(p), statistics.median(p), max(p)] for size, p in sorted(prices.items())}
    assert list(rows) == sorted(rows)


@pytest.mark.parametrize("name", ["cheapest", "bandwidth-price"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_each_card_has_its_cheapest_price_drawn_and_told(charts, current, code, name):
    page, figure = charts[code, name]
    wanted = {}
    for one in current:
        if one.ranked and one.price.usd_per_gpu < wanted.get(one.gpu_id, Decimal("Infinity")):
            wanted[one.gpu_id] = one.price.usd_per_gpu
    rows = {row["data-cheapest"]: Decimal(row.select_one("data.usd")["value"]) for row in figure.select("tr[data-cheapest]")}
    assert rows == wanted
    marks = figure.select("svg[role=img] rect, svg[role=img] circle")
    assert sum(len(mark.title.get_text().splitlines()) for mark in marks) == len(wanted), page


@pytest.mark.parametrize("code", LANGUAGES)
def test_bars_are_as_long_as_their_prices(charts, current, code):
    _, figure = charts[code, "cheapest"]
    longest = max(Decimal(row.select_one("data.usd")["value"]) for row in figure.select("tr[data-cheapest]"))
    by_name = {row.th.get_text(strip=True): Decimal(row.select_one("data.usd")["value"]) for row in figure.select("tr[data-cheapest]")}
    bars = {bar.find_previous_sibling("text").get_text(): float(bar["width"].rstrip("%")) for bar in figure.select("rect.price-bar")}
    assert set(bars) == set(by_name)
    full = max(bars.values())
    assert bars == {name: pytest.approx(full * float(price / longest), abs=0.01) for name, price in by_name.items()}


@pytest.mark.parametrize(("code", "scheme"), [("bn", "light"), ("vi", "dark"), ("hi", "light")])
def test_axe_finds_nothing_in_opened_pictures(browser, address, charts, code, scheme):
    page = browser.new_page(viewport={"width": 360, "height": 900}, color_scheme=scheme)
    for name in sorted({charts[code, chart][0] for chart in NAMES}):
        page.goto(f"{address}/{name}")
        page.locator("figure.chart summary").evaluate_all("all => all.forEach((one) => { one.parentNode.open = true; })")
        found = Axe().run(page, context="figure.chart").response["violations"]
        assert found == [], json.dumps([(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found], indent=1)
    page.close()


def test_words_and_marks_stand_out_in_light_and_dark(browser, address, charts):
    """Contrast of SVG, which axe leaves out: words at least 4.5 to 1, marks at least 3 to 1 on the page's ground."""
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(f"{address}/{charts['hi', 'cheapest'][0]}")
        low = page.evaluate(
            """() => {
              const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
              const on = (colours) => { for (const c of colours) { pen.fillStyle = c; pen.fillRect(0, 0, 1, 1); } return [...pen.getImageData(0, 0, 1, 1).data]; };
              const light = (rgb) => rgb.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const ground = getComputedStyle(document.body).backgroundColor;
              return [...document.querySelectorAll('figure.chart svg text, figure.chart svg rect')].map((part) => {
                const [a, b] = [light(on([ground, getComputedStyle(part).fill])), light(on([ground]))].sort((x, y) => y - x);
                return { part: part.outerHTML.slice(0, 80), ratio: (a + 0.05) / (b + 0.05), least: part.tagName === 'text' ? 4.5 : 3 };
              }).filter(({ ratio, least }) => ratio < least);
            }"""
        )
        assert low == [], f"{scheme}: {low[:3]}"
        page.close()
