"""The language menu in a real browser: from each kind of page, in every language pair, the same page, section and query."""

import itertools
from urllib.parse import parse_qsl, urlsplit

import pytest

from .hosting import hosted
from .project import LANGUAGES

KINDS = [
    ("research/", "", "cost-control"),
    ("gpus/h100-sxm/", "", "offers"),
    ("providers/runpod/", "", "offers"),
    ("compare/h100-sxm-vs-h200-sxm/", "", "specifications"),
    ("compare/", "vram=48&sort=per_vram&dir=desc", "reading"),
    ("calculator/", "method=qlora&model=Llama-3.1-70B&card=l40s", "common-jobs"),
    ("glossary/", "", "spot"),
]
ROUND = ("bn", "vi", "hi", "bn", "hi", "vi", "bn")
"""Every ordered pair once."""


@pytest.fixture
def page(browser):
    """A page whose requests for a sitemap, as the theme's script would make them, are wrong."""
    context, asked = browser.new_context(viewport={"width": 1280, "height": 800}), []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url) if "sitemap" in request.url else None)
    yield page
    context.close()
    assert asked == []


def choose(page, code: str) -> None:
    """By the link's own click: the driver's would scroll the page while the menu opens."""
    page.locator(f"a.md-select__link[hreflang={code}]").evaluate("link => link.click()")


def test_a_filter_typed_a_moment_ago_goes_along(page, address):
    page.goto(f"{address}/bn/compare/?vram=48")
    page.locator("form.offer-tools").first.wait_for(state="attached")
    page.evaluate("""() => {
      const field = document.querySelector("form.offer-tools [name=max]");
      field.value = "2";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector("a[data-language=vi]").click();
    }""")
    page.wait_for_url("**/vi/compare/?vram=48&max=2*")


def state(page, address: str) -> tuple[str, dict, str]:
    parts = urlsplit(page.url.removeprefix(address))
    return parts.path, dict(parse_qsl(parts.query)), parts.fragment


def test_the_round_has_every_pair():
    assert sorted(itertools.pairwise(ROUND)) == sorted(itertools.permutations(LANGUAGES, 2))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
def test_page_section_and_query_are_kept(page, address, kind):
    path, query, section = kind
    page.goto(f"{address}/{ROUND[0]}/{path}?{query}#{section}")
    for code in ROUND[1:]:
        page.locator(f"[id='{section}']").wait_for()
        choose(page, code)
        page.wait_for_url(f"{address}/{code}/{path}?*#{section}" if query else f"{address}/{code}/{path}#{section}")
        path_now, query_now, section_now = state(page, address)
        assert (path_now, section_now) == (f"/{code}/{path}", section)
        assert query_now.items() >= dict(parse_qsl(query)).items(), code
        assert page.evaluate("document.documentElement.lang") == code
        page.wait_for_function("id => { const { top } = document.getElementById(id).getBoundingClientRect(); return top >= 0 && top < innerHeight; }", arg=section)


def test_below_a_path_too(page, site_below):
    with hosted(site_below, "/repo") as address:
        for path, query, section in KINDS[4:]:
            page.goto(f"{address}/bn/{path}?{query}#{section}")
            for code in ("hi", "vi"):
                choose(page, code)
                page.wait_for_url(f"{address}/{code}/{path}?*#{section}" if query else f"{address}/{code}/{path}#{section}")
                assert state(page, address)[0] == f"/{code}/{path}"


def test_a_term_that_is_read_is_kept_though_the_address_names_another(page, address):
    page.goto(f"{address}/bn/glossary/#vram")
    page.evaluate("document.querySelector('#egress-fee').scrollIntoView()")
    choose(page, "hi")
    page.wait_for_url(f"{address}/hi/glossary/#egress-fee")


def test_what_is_hidden_is_no_section_and_nothing_is_kept_at_the_top(page, address):
    page.goto(f"{address}/vi/calculator/?method=full&model=Llama-3.1-70B#common-jobs")
    page.locator("#cards").wait_for()
    assert page.evaluate("[...document.querySelectorAll('article h3[id^=cards-]')].some(one => !one.getClientRects().length)")
    for code, section in (("bn", "cards-fits"), ("hi", "data-costs"), ("vi", "")):
        page.evaluate("id => id ? document.getElementById(id).scrollIntoView() : scrollTo(0, 0)", section)
        choose(page, code)
        page.wait_for_url(f"{address}/{code}/calculator/*")
        assert state(page, address)[2] == section
        page.locator("#cards").wait_for()


def test_a_reader_who_chose_comes_back_to_the_chooser_and_stays(browser, address):
    """Also where the browser tells no page where its reader came from."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="vi-VN")
    context.add_init_script("Object.defineProperty(Document.prototype, 'referrer', {value: ''})")
    page = context.new_page()
    for start in ("research/", "nowhere/at/all/"):
        page.goto(f"{address}/")
        if page.url == f"{address}/":
            page.locator("a[data-language=hi]").click()
        page.wait_for_url(f"{address}/hi/")
        page.goto(f"{address}/hi/{start}", wait_until="networkidle")
        button = page.locator(".md-select button")
        if button.count():
            button.hover()
        page.locator("a[href$='#choose']").first.click()
        page.wait_for_url(f"{address}/#choose")
        page.wait_for_load_state("networkidle")
        assert page.url == f"{address}/#choose"
        assert page.locator("a.suggested").get_attribute("data-language") == "hi"
    page.locator("a[data-language=bn]").click()
    page.wait_for_url(f"{address}/bn/")
    page.goto(f"{address}/")
    page.wait_for_url(f"{address}/bn/")
    context.close()


def test_after_a_search_the_result_is_kept(page, address):
    page.goto(f"{address}/bn/")
    page.locator(".md-search__input").fill("VRAM")
    page.locator("[data-best]").wait_for()
    page.locator(".md-search__input").press("Enter")
    page.wait_for_url(f"{address}/bn/glossary/#vram")
    page.locator("article mark").first.wait_for()
    choose(page, "vi")
    page.wait_for_url(f"{address}/vi/glossary/#vram")


def test_after_the_page_for_lost_addresses_the_menu_works_as_ever(page, address):
    page.goto(f"{address}/hi/gpus/H100-SXM#offers")
    page.wait_for_url(f"{address}/hi/gpus/h100-sxm/#offers")
    choose(page, "bn")
    page.wait_for_url(f"{address}/bn/gpus/h100-sxm/#offers")
