"""The buttons that copy a table, in a real browser."""

import csv
import io
import re

import pytest

from .project import LANGUAGES


@pytest.fixture
def page(browser, address):
    context = browser.new_context(viewport={"width": 360, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{address}/bn/generative-ai/")
    yield page
    context.close()


def copied(page, which: int) -> str:
    """What the clipboard holds after one of the two buttons of the first table was pressed by keyboard."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.locator(".copy [role=status]").first.evaluate("status => status.replaceChildren()")  # of an earlier copy
    button = page.locator(".copy").first.locator("button").nth(which)
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.copy [role=status]').textContent")
    return page.evaluate("navigator.clipboard.readText()")


def heading(page, column: str) -> str:
    """What stands above a column of the first table."""
    return page.evaluate(
        """(column) => {
          const table = document.querySelector('table.offers');
          return table.tHead.rows[0].cells[table.querySelector(`td.${column}`).cellIndex].textContent.trim();
        }""",
        column,
    )


def test_csv_has_every_row_with_plain_figures_and_days(page):
    offers = page.locator("table.offers").first.locator("tr[data-offer]")
    wanted = offers.evaluate_all(
        "rows => rows.map((row) => [row.querySelector('td.price data')?.value ?? '', row.querySelector('td.checked time').dateTime])"
    )
    lines = list(csv.reader(io.StringIO(copied(page, 0), newline=""), strict=True))
    assert len(lines) == len(wanted) + 1 and {len(line) for line in lines} == {len(lines[0])}
    price, checked = lines[0].index(f"{heading(page, 'price')} (USD)"), lines[0].index(heading(page, "checked"))
    assert [line[checked] for line in lines[1:]] == [day for _, day in wanted]
    for line, (amount, _) in zip(lines[1:], wanted, strict=True):
        assert line[price] == "" if not amount else float(line[price]) == pytest.approx(float(amount), abs=1e-6)
    sources = offers.locator("a.source").evaluate_all("links => links.map((link) => link.href)")
    assert [line[-1] for line in lines[1:]] == sources


CARD = r"[\d০-৯]+ × [^;]+"


@pytest.mark.parametrize(("width", "query", "added"), [
    (360, "sort=vram", None), (1280, "sort=vram&dir=desc", None), (360, "vram=48", None), (1280, "vram=48&max=4", None),  # columns of the table
    (360, "precision=fp8&sort=price", "precisions"), (1280, "stopped=storage", "when_stopped"),  # facts that the table of all offers has no column for
])
def test_the_name_of_a_card_is_the_same_however_the_table_is_sorted_or_filtered(page, address, width, query, added):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{address}/bn/compare/?{query}")
    page.locator(".why").first.wait_for(state="attached")
    column = page.locator("table.offers th[data-column=card]").inner_text()
    first = [line[column] for line in csv.DictReader(io.StringIO(copied(page, 0), newline=""), strict=True)]
    names = page.locator("table.offers tr.item th a").all_inner_texts()
    assert len(first) == len(names) > 10
    told = page.evaluate("column => column && document.querySelector(`table.facts th[data-column=${column}]`).textContent", added)
    for cell, name in zip(first, names, strict=True):
        card, *why = cell.split("; ")
        assert re.fullmatch(CARD, card) and card.endswith(f"× {name}")
        assert [line.split(": ")[0] for line in why] == ([told] if told else []), cell
    assert told is None or f"; {told}: " in copied(page, 1)


def test_rows_that_are_hidden_stay_behind_and_the_count_is_told_in_the_pages_numerals(page):
    rows = page.locator("table.offers tr[data-offer]")
    rows.evaluate_all("rows => rows.slice(3).forEach((row) => { row.hidden = true; })")
    assert len(copied(page, 0).splitlines()) == 4
    assert "৩" in page.locator(".copy [role=status]").first.inner_text()


def test_a_cell_that_a_spreadsheet_would_run_is_quoted(page):
    page.locator("table.offers tr[data-offer] td.provider").first.evaluate("cell => { cell.textContent = '=HYPERLINK(\"x\")'; }")
    page.locator("table.offers tr[data-offer] td.provider").nth(1).evaluate("cell => { cell.textContent = ' @SUM(1, 2)'; }")
    first, second, *_ = csv.DictReader(io.StringIO(copied(page, 0), newline=""), strict=True)
    assert "'=HYPERLINK(\"x\")" in first.values() and "'@SUM(1, 2)" in second.values()


def test_markdown_is_a_table_that_says_where_it_is_from(page):
    page.locator("table.offers tr[data-offer] td.provider").first.evaluate("cell => { cell.textContent = 'a|b <i> *c*'; }")
    text = copied(page, 1)
    lines = [line for line in text.splitlines() if line.startswith("|")]
    columns = page.locator("table.offers thead th").count()
    groups = page.locator("table.offers tr.group").count()
    assert len(lines) == page.locator("table.offers tr[data-offer]").count() + groups + 2
    assert {line.replace("\\|", "").count("|") for line in lines} == {columns + 1}
    assert "a\\|b \\<i> \\*c\\*" in text
    assert page.locator("table.offers caption").text_content().split()[0] in text.splitlines()[0]
    assert text.rstrip().endswith(f"{page.url} (CC BY 4.0)")


def test_a_copy_of_rows_that_are_not_all_says_so_and_where_all_are(page, address):
    page.goto(f"{address}/bn/compare/")
    page.locator("button.more-rows").wait_for()
    assert len(list(csv.reader(io.StringIO(copied(page, 0), newline="")))) == 101
    status = page.locator(".copy [role=status]").first
    assert "১০০" in status.inner_text() and page.locator("button.more-rows").is_visible()
    link = status.locator("a")
    assert link.evaluate("link => link.href") == f"{address}/data/offers.csv" and page.request.get(f"{address}/data/offers.csv").ok
    assert link.bounding_box()["height"] >= 44
    page.goto(f"{address}/bn/compare/?card=t4")
    page.wait_for_function("document.querySelector('button.more-rows').hidden")
    copied(page, 0)
    assert page.locator(".copy [role=status] a").count() == 0


def test_it_also_copies_where_the_clipboard_is_refused(browser, address):
    context = browser.new_context(permissions=["clipboard-read"])
    page = context.new_page()
    page.add_init_script("navigator.clipboard.write = () => Promise.reject(new Error('refused'))")
    page.goto(f"{address}/vi/research/")
    page.locator(".copy button").first.click()
    page.wait_for_function("document.querySelector('.copy [role=status]').textContent")
    assert "," in page.evaluate("navigator.clipboard.readText()")
    context.close()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_table_has_buttons_of_44_pixels_in_the_pages_language(browser, address, code):
    page = browser.new_page(viewport={"width": 360, "height": 900})
    page.goto(f"{address}/{code}/generative-ai/")
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert page.locator(".copy").count() == page.locator(".table-box").count() > 2
    for button in page.locator(".copy button").all():
        box = button.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44 and box["x"] + box["width"] <= 360
    assert {"bn": "কপি", "vi": "Sao chép", "hi": "कॉपी"}[code] in page.locator(".copy button").first.inner_text()
    page.close()


def test_a_page_without_tables_does_not_load_it(pages):
    for name, page in pages.items():
        has = bool(page.select(".table-box"))
        assert bool(page.select('script[src$="copy.js"]')) == has, name
