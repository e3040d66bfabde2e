"""The site in a real Chromium: every kind of page, phone and desktop, light and dark."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from .project import LANGUAGES, VIEWS
from .test_language_menu import choose
from .test_pages import PAGES
from .test_pages import address as page_address

KINDS = ["", "404.html"] + [f"{code}/{page_address(page)}" for code in LANGUAGES for page in PAGES]
WIDTHS = (360, 1280)


@pytest.fixture(scope="module", params=VIEWS, ids=lambda p: f"{p[0]}-{p[1]}")
def view(browser, request):
    width, scheme = request.param
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    yield context
    context.close()


def opened(view, url):
    """A page and everything that went wrong while it was loaded."""
    page, wrong = view.new_page(), []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
    page.on("response", lambda response: wrong.append(f"{response.status}: {response.url}") if response.status >= 400 else None)
    page.on("request", lambda r: wrong.append(f"elsewhere: {r.url}") if not r.url.startswith(("http://127.0.0.1", "data:")) else None)
    page.goto(url, wait_until="networkidle")
    return page, wrong


@pytest.mark.parametrize("kind", KINDS)
def test_no_error_no_failed_request_no_sideways_scroll(browser, address, kind):
    with browser.new_context(viewport={"width": WIDTHS[0], "height": 800}) as context:
        page, wrong = opened(context, f"{address}/{kind}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0, (scheme, width)
        assert wrong == []


@pytest.mark.parametrize("kind", ["", "404.html", "bn/", "bn/research/", "vi/training/", "hi/glossary/", "vi/methodology/", "bn/calculator/", "hi/calculator/?method=full&model=own&context=0"])
def test_axe_finds_nothing(view, address, kind):
    page, _ = opened(view, f"{address}/{kind}")
    found = Axe().run(page).response["violations"]
    assert found == [], json.dumps([(v["id"], v["help"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found], indent=1)
    page.close()


def test_wide_tables_scroll_in_their_own_box(browser, address):
    page = browser.new_page(viewport={"width": 360, "height": 800}, java_script_enabled=False)
    page.goto(f"{address}/bn/research/")
    box = page.locator(".table-box").first
    assert box.evaluate("e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === 'auto'")
    box.evaluate("e => e.scrollLeft = 400")
    first = box.locator("tbody th[scope=row]").first
    assert first.bounding_box()["x"] == pytest.approx(box.bounding_box()["x"], abs=2)  # the first column stays in view
    page.close()


def test_the_language_menu_works_without_javascript_and_keeps_the_section_with_it(browser, address):
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(f"{address}/bn/research/")
    plain.goto(f"{address}/bn/research/" + plain.locator("a.md-select__link[hreflang=hi]").get_attribute("href"))
    assert plain.url == f"{address}/hi/research/"
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}/bn/research/#cost-control")
    page.locator(".md-select button").hover()
    page.locator("a.md-select__link[hreflang=vi]").wait_for()  # opened by the pointer
    choose(page, "vi")
    page.wait_for_url(f"{address}/vi/research/#cost-control")
    page.evaluate("document.querySelector('#faq-spot').scrollIntoView()")  # read on without touching the address
    choose(page, "bn")
    page.wait_for_url(f"{address}/bn/research/#faq-spot")
    plain.context.close()
    page.close()


def test_the_chooser_suggests_remembers_and_can_be_come_back_to(browser, address):
    context = browser.new_context(locale="hi-IN")
    page = context.new_page()
    page.goto(f"{address}/")
    assert page.locator("a.suggested").get_attribute("data-language") == "hi"
    page.locator("a[data-language=bn]").click()
    page.wait_for_url(f"{address}/bn/")
    fresh = context.new_page()
    fresh.goto(f"{address}/")
    fresh.wait_for_url(f"{address}/bn/")
    fresh.evaluate("location.href = '/'")  # from inside the site: the reader wants to choose again
    fresh.wait_for_url(f"{address}/")
    assert fresh.locator("a.suggested").get_attribute("data-language") == "bn"
    context.close()


def test_a_lost_reader_is_answered_in_the_language_of_the_address(browser, address):
    page = browser.new_page(locale="vi-VN")
    page.route("**/hi/nowhere/", lambda route: route.fulfill(status=200, path=None, body=page_of_404(page, address), content_type="text/html"))
    page.goto(f"{address}/hi/nowhere/")
    assert page.locator("section").first.get_attribute("lang") == "hi"
    page.close()


def page_of_404(page, address: str) -> str:
    """404.html as a host serves it for a lost address: its own links are absolute."""
    return page.request.get(f"{address}/404.html").text().replace("https://gpu.example", "")


@pytest.mark.parametrize("path", ["bn/research/", "hi/research/", "vi/research/"])
def test_every_glyph_has_a_font(browser, address, path):
    """No tofu: each character of the page is drawn by a font that has it (a missing one draws as wide as U+FFFF)."""
    page = browser.new_page()
    page.goto(f"{address}/{path}")
    missing = page.evaluate(
        """() => {
          const draw = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
          draw.canvas.width = draw.canvas.height = 40;
          draw.font = '24px ' + getComputedStyle(document.body).fontFamily;
          const picture = (c) => { draw.clearRect(0, 0, 40, 40); draw.fillText(c, 4, 28); return draw.canvas.toDataURL(); };
          const tofu = picture('\\uffff');
          const letters = new Set([...document.body.innerText].filter((c) => /\\p{L}|\\p{N}/u.test(c)));
          return [...letters].filter((c) => picture(c) === tofu);
        }"""
    )
    assert missing == []
    page.close()
