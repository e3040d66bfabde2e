"""What the copy buttons of every table of every kind of page put on the clipboard, in a real browser."""

import csv
import io
import re
from decimal import Decimal
from urllib.parse import unquote

import pytest

from macros.cards import cards
from macros.listings import listings
from macros.memory_table import memory_lines
from macros.pairs import pair
from macros.sessions import short_sessions

from .project import AS_OF

CSV, MARKDOWN = 0, 1
FEWEST_KINDS = 11
"""Kinds of pages with tables: guides, the pages of all cards, prices and providers, one card, one provider, two cards."""
DAY = re.compile(r"\d{4}-\d\d-\d\d")
USD = " (USD)"


@pytest.fixture
def page(browser, address):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def one_of_each_kind(pages) -> list[str]:
    """Of each kind of page that has tables the one with the most of them; pages of one folder are of one kind."""
    kinds = {}
    for name, page in pages.items():
        if name.startswith("vi/") and (tables := len(page.select(".table-box"))):
            folder, *below = name.split("/")[1:-1] or [""]
            kinds.setdefault((folder, len(below)), []).append((tables, name))
    return [max(named)[1] for named in kinds.values()]


def opened(page, address: str, name: str) -> None:
    page.goto(f"{address}/{name}")
    page.locator(".copy").first.wait_for(state="attached")
    if "calculator" in name:
        page.locator(".answer:not([hidden])").wait_for()
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")


def copied(page, place, which: int) -> str:
    """The clipboard's text after a table's button was pressed; `place` is what holds its buttons."""
    page.evaluate("navigator.clipboard.writeText('')")
    place.locator("[role=status]").evaluate("status => status.replaceChildren()")
    place.locator("button").nth(which).click()
    page.wait_for_function("status => status.textContent", arg=place.locator("[role=status]").element_handle())
    return page.evaluate("navigator.clipboard.readText()")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def table(page, address: str, name: str, kind: str) -> list[dict[str, str]]:
    """The copied rows of the page's first table of a class."""
    opened(page, address, name)
    return rows_of(copied(page, page.locator(f".table-box:has(> table.{kind}) + .copy").first, CSV))


def problems_of(rows: list[dict[str, str]]) -> list[str]:
    """What a spreadsheet could not work with: days among figures, prices that are none, days that take a price's column."""
    found = []
    for name in rows[0]:
        values = [row[name] for row in rows if row[name]]
        if name.endswith(USD):
            found += [f"{name}: {value}" for value in values if not re.fullmatch(r"\d+(\.\d+)?(e-\d+)?", value)]
        elif any(map(DAY.fullmatch, values)):
            shown = [row[other] for other in shown_beside(rows, name) for row in rows]
            found += [f"{name}: days stand for {text}" for text in shown if re.search(r"[$₫]", text)]
    return found


def shown_beside(rows: list[dict[str, str]], name: str) -> list[str]:
    """The columns with the words that a column's figures stand in."""
    return [other for other in rows[0] if other.startswith(f"{name} (")]


def close(written: str, usd: Decimal | float | None) -> bool:
    """Whether a copied price is that of the catalog; a price that is not known is left empty."""
    return written == "" if usd is None else float(written) == pytest.approx(float(usd), rel=1e-5)


def problems_at(page, place) -> list[str]:
    """What is wrong with the two copies of one table."""
    caption = " ".join(place.locator("xpath=preceding-sibling::*[contains(@class, 'table-box')][1]").locator("caption").inner_text().split())
    text, formatted = copied(page, place, CSV), copied(page, place, MARKDOWN)
    if not text or not formatted:
        return [f"{caption}: {place.locator('[role=status]').inner_text()}"]
    rows = rows_of(text)
    if not rows or "" in rows[0] or None in rows[0] or formatted[:5] not in (caption[:5], f"**{caption[:3]}"):
        return [f"{caption}: {text[:200]} {formatted[:200]}"]
    return problems_of(rows)


def test_every_button_of_each_kind_of_page_copies_its_table(page, address, one_of_each_kind):
    assert len(one_of_each_kind) >= FEWEST_KINDS
    wrong = []
    for name in one_of_each_kind:
        opened(page, address, name)
        for place in page.locator(".copy:visible").all():
            wrong += [f"{name}: {problem}" for problem in problems_at(page, place)]
    assert not wrong, "\n" + "\n".join(wrong)


def test_a_table_without_headings_is_copied_too(page, address):
    opened(page, address, "vi/gpus/l4/")
    page.locator("table.facts thead").evaluate("thead => thead.remove()")
    place = page.locator(".table-box:has(> table.facts) + .copy")
    assert "24 GB GDDR6" in copied(page, place, CSV) and "| 24 GB GDDR6 |" in copied(page, place, MARKDOWN)


HOSTILE = "https://x.example/a(b)[c]?d|e&f=`g`)*h*\\|_i_<b>(#j)|k](l"


def test_an_address_breaks_out_of_no_link_and_no_cell(page, address):
    opened(page, address, "vi/gpus/l4/?x=[x](https://y.example)|$&`")
    target = page.evaluate("""address => {
      const cell = document.querySelector('table.facts td');
      cell.innerHTML = '<a>name</a>';
      cell.firstChild.href = address;
      return cell.firstChild.href;
    }""", HOSTILE)
    text = copied(page, page.locator(".table-box:has(> table.facts) + .copy"), MARKDOWN)
    row = next(line for line in text.splitlines() if "name" in line)
    link = re.fullmatch(r"\| [^|]+ \| \[name\]\(([^][()|\\<>`\s]+)\) \|", row)
    assert link and unquote(link[1]) == unquote(target)
    origin = text.splitlines()[-1]
    assert not re.search(r"[][|`]", origin.partition("http")[2]) and "$&" in origin and "%5Bx%5D%28https://y.example%29" in origin


@pytest.mark.parametrize(("name", "headings"), [("bn/gpus/l4/", ["স্পেসিফিকেশন", "L4"]), ("hi/providers/lambda/", ["किराए की शर्तें", "Lambda"])])
def test_what_is_known_of_one_thing_is_copied_under_headings_that_are_read_out_only(page, address, name, headings):
    assert list(table(page, address, name, "facts")[0]) == headings
    assert page.locator("table.facts thead").bounding_box()["height"] < 2
    assert page.get_by_role("columnheader", name=headings[0]).count() == 1


def test_the_prices_of_two_cards_are_the_catalogs(page, address, catalog):
    known = cards(catalog, AS_OF)
    both = pair(known["h100-sxm"], known["h200-sxm"])
    rows = table(page, address, "vi/compare/h100-sxm-vs-h200-sxm/", "pair")
    assert len(rows) == len(both.prices())
    for row, beside in zip(rows, both.prices(), strict=True):
        for card, usd in ((both.first, beside.first), (both.second, beside.second)):
            assert close(row[card.gpu.name + USD], usd), row


def test_the_prices_of_jobs_are_the_catalogs(page, address, catalog):
    rows = table(page, address, "vi/fine-tuning/", "memory")
    lines = memory_lines(catalog, AS_OF, "fine-tuning", "memory")
    (price,) = (name for name in rows[0] if name.endswith(USD))
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        listing = line.fit and line.fit.listing
        assert close(row[price], listing.price.usd * line.fit.instances if listing else None), row


def test_the_prices_of_sessions_are_the_catalogs(page, address, catalog):
    rows = table(page, address, "vi/research/", "sessions")
    names = [name for name in rows[0] if name.endswith(USD)]
    costs = short_sessions(listings(catalog, AS_OF)).costs
    assert len(names) == 3 and len(rows) == len(costs)
    for row, cost in zip(rows, costs, strict=True):
        for name, usd in zip(names, (cost.listing.price.usd, cost.by_second, cost.by_hour), strict=True):
            assert close(row[name], usd), row
