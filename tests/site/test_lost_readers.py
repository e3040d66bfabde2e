"""The page for lost addresses in a real browser, served as the host does: for every address, at any depth, also below a path."""

import json
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from .hosting import hosted

TAKEN_ON = [
    # capitals, a missing slash, another separator, a file's ending
    ("bn/GPUs/H100-SXM", "bn/gpus/h100-sxm/"),
    ("bn/gpus/H100_SXM/", "bn/gpus/h100-sxm/"),
    ("hi/gpus/rtx4090", "hi/gpus/rtx-4090/"),
    ("hi/Fine Tuning/", "hi/fine-tuning/"),
    ("vi/research.html", "vi/research/"),
    ("vi/gpus/l4).", "vi/gpus/l4/"),
    ("BN/", "bn/"),
    # what leads on, as typed by others
    ("vi/GPU/H100-SXM", "vi/gpus/h100-sxm/"),
    ("bn/compare/H200-SXM-vs-H100-SXM", "bn/compare/h100-sxm-vs-h200-sxm/"),
    ("bn/gpus/H100/", "bn/gpus/h100/"),
    ("hi/Correct-A-Price", "hi/contributing/#fix-a-price"),
    # another folder or none
    ("bn/runpod", "bn/providers/runpod/"),
    ("hi/gpus/calculator/?method=qlora", "hi/calculator/?method=qlora"),
    # without a language of the site: the browser's, here Vietnamese
    ("gpus/h100-sxm/", "vi/gpus/h100-sxm/"),
    ("en/glossary/#vram", "vi/glossary/#vram"),
    # a term of the glossary; one that is also the name of a page is the page
    ("vi/glossary/vram", "vi/glossary/#vram"),
    ("bn/terms/kv_cache/", "bn/glossary/#kv-cache"),
    ("hi/gpus/training", "hi/training/"),
    ("hi-IN/glossary/", "hi/glossary/"),
    # digits of the page's own script
    ("bn/gpus/rtx-৪০৯০/", "bn/gpus/rtx-4090/"),
    ("hi/gpus/H१००-SXM", "hi/gpus/h100-sxm/"),
]
OFFERED = [
    ("vi/gpus/h100-sxn/", "gpus/h100-sxm/"),
    ("vi/reserch/", "research/"),
    ("vi/tinh-chinh/", "fine-tuning/"),
    ("vi/gpus/4090/", "gpus/rtx-4090/"),
    ("vi/compare/h200-vs-h100/", "compare/h100-sxm-vs-h200-sxm/"),
    ("vi/providers/vast.ai/", "providers/vast/"),
    ("vi/tinh-chỉnh-llm/", "fine-tuning/"),
    ("bn/ফাইন-টিউনিং/", "fine-tuning/"),
    ("hi/%E0%A4%95%E0%A5%88%E0%A4%B2%E0%A4%95%E0%A5%81%E0%A4%B2%E0%A5%87%E0%A4%9F%E0%A4%B0/", "calculator/"),  # कैलकुलेटर
    ("vi/gpus/a100-80gb", "gpus/a100-80/"),
    ("hi/gpus/rtx-4090-24gb", "gpus/rtx-4090/"),
    ("bn/gpus/l40s-48gb", "gpus/l40s/"),
    ("vi/gpus/nvidia-h100/", "gpus/h100/"),
    ("vi/gpus/rtx-6090/", "gpus/rtx-3090/"),
]
HOSTILE = [
    "vi/<img src=x onerror=alert(1)>", "vi/%3Cscript%3Ealert(1)%3C/script%3E/", "/evil.example/gpus/", "/evil.example/%2f..", "vi//evil.example/",
    "vi/%E0%A4%A/%", "vi/javascript:alert(1)", "javascript:alert(1)//gpus/zzz", "vi/" + "x" * 5000, "vi/__proto__/", "vi/constructor",
    "vi/%5c%5cevil.example/", "vi/gpus/?next=https://evil.example/#<svg onload=alert(1)>", "vi/\u202egpus/", "%00/",
]


@pytest.fixture
def lost(browser):
    """A function that opens an address in a browser that asks for Vietnamese; fails if anything of the address runs."""
    context, wrong = browser.new_context(locale="vi-VN"), []
    page = context.new_page()
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if urlsplit(request.url).hostname != "127.0.0.1" else None)

    def open_(url: str):
        page.goto(url, wait_until="networkidle")
        return page

    yield open_
    context.close()
    assert wrong == []


@pytest.mark.parametrize("below", ["", "/repo"])
def test_a_plain_mistake_is_put_right(site, site_below, lost, below):
    with hosted(site_below if below else site, below) as address:
        found = {}
        for asked, target in TAKEN_ON if not below else TAKEN_ON[::4]:
            page = lost(f"{address}/{asked}")
            page.wait_for_url(f"{address}/{target}*", timeout=10_000)
            found[asked] = page.url.removeprefix(f"{address}/").split("&")[0]
        assert found == {asked: target for asked, target in TAKEN_ON if asked in found}


def test_otherwise_the_nearest_pages_are_offered_with_the_search_and_the_home_page(lost, address):
    for asked, target in OFFERED:
        page = lost(f"{address}/{asked}")
        section = page.locator("section").first
        section.locator(".near").wait_for()
        link = section.locator(".near a").first
        code = asked[:2]
        assert link.get_attribute("href") == f"/{code}/{target}" and link.inner_text().strip(), asked
        assert unquote(page.url) == f"{address}/{unquote(asked)}"
        assert section.locator("a[data-language]").get_attribute("href") == f"/{code}/"
    assert section.locator("input").input_value() == "rtx 6090"
    section.locator("input").fill("rtx 4090")
    section.locator("button").click()
    page.locator(".md-search-result__link").first.wait_for()
    assert urlsplit(page.url).path == "/vi/" and "/vi/gpus/rtx-4090/" in page.locator("[data-best]").evaluate("a => a.href")


def test_nothing_of_an_address_runs_or_leads_away(lost, address):
    for asked in HOSTILE:
        page = lost(f"{address}/{asked}")
        assert page.url.startswith(f"{address}/"), asked
        if page.locator("body.not-found").count():  # else it led to a page of the site
            targets = page.locator("a, form").evaluate_all("all => all.map(one => one.href || one.action)")
            assert len(targets) > 8 and all(target.startswith(f"{address}/") for target in targets), asked
            assert page.locator("main :is(img, script, svg)").count() == 0, asked
            assert len(page.locator("section input").first.input_value()) <= 80, asked


@pytest.mark.parametrize(("asked", "locale", "chosen", "leads"), [
    ("hi/nowhere/at/all/", "vi-VN", "bn", "hi"),  # the address goes first
    ("nowhere/", "vi-VN", "bn", "bn"),  # then what the reader chose
    ("nowhere/", "vi-VN", None, "vi"),  # then what the browser asks for
    ("nowhere/", "fr-FR", None, "bn"),  # else all stand in the site's order
])
def test_the_readers_language_leads(browser, address, asked, locale, chosen, leads):
    context = browser.new_context(locale=locale)
    page = context.new_page()
    if chosen:
        context.add_init_script(f"localStorage.setItem('language', '{chosen}')")
    page.goto(f"{address}/{asked}", wait_until="networkidle")
    assert page.locator("section").first.get_attribute("lang") == leads
    known = chosen or locale == "vi-VN"
    assert page.evaluate("document.documentElement.lang") == (leads if known else "en")
    assert page.locator("section form:not([hidden])").count() == (1 if known else 3)
    context.close()


def test_without_javascript_three_short_blocks_lead_home(browser, site_below):
    page = browser.new_context(java_script_enabled=False).new_page()
    with hosted(site_below, "/repo") as address:
        assert page.goto(f"{address}/hi/a/b/c/nowhere/").status == 404
        blocks = page.locator("section")
        assert blocks.evaluate_all("all => all.map(one => one.lang)") == ["bn", "vi", "hi"]
        assert not page.locator("form").first.is_visible() and not page.locator(".near").first.is_visible()
        for href in blocks.locator("a").evaluate_all("links => links.map(a => a.href)"):
            assert page.request.get(href).ok, href
    page.context.close()


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (320, "dark"), (1280, "light")])
def test_it_fits_a_phone_and_axe_finds_nothing(browser, address, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 700}, color_scheme=scheme, locale="vi-VN")
    page = context.new_page()
    page.goto(f"{address}/bn/gpus/rtx-6090/", wait_until="networkidle")
    page.locator(".near a").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    sizes = page.locator("a, button, input").evaluate_all("all => all.filter(e => e.offsetParent).map(e => e.getBoundingClientRect().height)")
    assert len(sizes) > 8 and min(sizes) >= 44
    found = Axe().run(page).response["violations"]
    assert found == [], json.dumps([(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found], indent=1)
    context.close()
