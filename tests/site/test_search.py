"""The search in a real browser: what it finds, how it is used by keys and by touch, and what it loads when."""

import gzip
import json
import re
import unicodedata
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from macros.catalog.folds import Fold
from macros.search.folding import Folding

from . import project
from .project import LANGUAGES, ROOT, VIEWS, build, edit

QUERIES = yaml.safe_load((Path(__file__).parent / "queries.yml").read_text(encoding="utf-8"))
FIRST_ANSWER = 150_000
"""Bytes, compressed, that the first answer may need."""
COMPRESSED = (".pagefind", ".pf_meta", ".pf_index", ".pf_fragment")
UNREAD = ".headerlink, button, caption, form, nav, script, style, svg, td, thead, [hidden], [data-pagefind-ignore]"
"""What is not searched: an excerpt goes on behind it."""
BOX, RESULT = ".md-search__input", ".md-search-result__link"


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def ask(page, text: str) -> None:
    """Type `text` and wait for the answer."""
    page.locator(BOX).fill(text)
    page.wait_for_function(
        "text => document.querySelector('.md-search-result__list').dataset.query === text.trim()", arg=text, timeout=60_000
    )


def results(page, code: str) -> list[tuple[str, list[str]]]:
    """The pages found, in order, each with its sections; addresses are below the language's."""
    items = page.locator(".md-search-result__item").evaluate_all("items => items.map(i => [...i.querySelectorAll('a')].map(a => a.href))")
    paths = [[urlsplit(link) for link in links] for links in items]
    assert all(link.path.startswith(f"/{code}/") for links in paths for link in links)
    return [(links[0].path.removeprefix(f"/{code}/"), [link.fragment for link in links if link.fragment]) for links in paths]


def wrong(query: dict, found: list[tuple[str, list[str]]]) -> str | None:
    """What is wrong with the answer to a query, if anything."""
    if not found or found[0][0] != query["page"]:
        return f"{query['query']}: {query['page'] or 'the first page'} should come first, not {[page for page, _ in found[:3]]}"
    if "section" in query and found[0][1][:1] != [query["section"]]:
        return f"{query['query']}: #{query['section']} should come first, not {found[0][1][:3]}"
    return None


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_query_finds_its_page_first(page, address, code):
    assert len(QUERIES[code]) >= 20
    page.goto(f"{address}/{code}/")
    page.keyboard.press("/")
    problems = []
    for query in QUERIES[code]:
        ask(page, unicodedata.normalize(query.get("form", "NFC"), query["query"]) if "form" in query else query["query"])
        problems.append(wrong(query, results(page, code)))
    assert not any(problems), "\n" + "\n".join(problem for problem in problems if problem)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_browser_folds_words_as_the_build_does(page, address, code):
    language = yaml.safe_load((ROOT / f"data/languages/{code}.yml").read_text(encoding="utf-8"))
    folding = Folding([Fold(**fold) for fold in language["search_folds"]])
    texts = [text for path in sorted((ROOT / "docs" / code).glob("*.md")) for text in path.read_text(encoding="utf-8").split()]
    texts += [unicodedata.normalize("NFD", text) for text in texts]
    page.goto(f"{address}/{code}/")
    folded = page.evaluate(
        "async ([module, texts]) => { const words = await import(module); await words.load(); return texts.map(words.fold); }",
        [f"{address}/{code}/assets/search/words.js", texts],
    )
    assert folded == [folding.fold(text) for text in texts]


def weight(site: Path, url: str) -> int:
    content = (site / urlsplit(url).path.lstrip("/")).read_bytes()
    return len(content) if url.split("?")[0].endswith(COMPRESSED) else len(gzip.compress(content, 6))


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_loaded_before_the_reader_searches_and_little_for_the_first_answer(browser, site, address, code):
    for query in QUERIES[code][::20] + QUERIES[code][-1:]:
        context = browser.new_context()
        page, asked = context.new_page(), []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(f"{address}/{code}/research/", wait_until="networkidle")
        before = len(asked)
        assert not [url for url in asked if any(part in url for part in ("pagefind", "assets/search/", "search_index", "workers/"))]
        page.keyboard.press("s")
        ask(page, query["query"])
        page.wait_for_load_state("networkidle")
        total = sum(weight(site, url) for url in asked[before:])
        assert 80_000 < total < FIRST_ANSWER, f"{query['query']}: {total}"
        assert not [url for url in asked if "search_index" in url or "worker" in url]
        context.close()


def test_what_was_typed_before_the_script_came_is_answered(page, address):
    held = []
    page.route("**/assets/search.js", lambda route: held.append(route))
    page.goto(f"{address}/vi/", wait_until="commit")
    page.locator(BOX).fill("spot")
    held[0].continue_()
    page.locator(RESULT).first.wait_for()
    assert page.locator(".md-search-result__list").get_attribute("data-query") == "spot"


def test_the_themes_own_search_is_not_in_the_site(site):
    assert not [path for path in site.rglob("*") if path.name in ("lunr", "workers", "search_index.json")]


@pytest.mark.parametrize(("code", "query"), [("bn", "স্পট"), ("vi", "bang thong"), ("hi", "मेमरी")])
def test_a_result_shows_the_pages_own_words_and_leads_to_them_marked(page, site, address, code, query):
    page.goto(f"{address}/{code}/research/")
    page.keyboard.press("/")
    ask(page, query)
    texts = {}
    for link in page.locator(RESULT).all():
        target = urlsplit(link.evaluate("a => a.href"))
        if target.path not in texts:
            article = BeautifulSoup((site / target.path.lstrip("/") / "index.html").read_text(encoding="utf-8"), "html.parser").article
            for unread in article.select(UNREAD):
                unread.decompose()
            texts[target.path] = "".join(article.get_text().split())
        for excerpt in link.locator("p").all():
            assert excerpt.locator("mark").count() or link.locator("h1 mark, h2 mark").count()
            shown = "".join(excerpt.inner_text().split()).strip("…")
            assert shown in texts[target.path], shown
    best = page.locator("[data-best]")
    target = best.evaluate("a => a.href")
    page.keyboard.press("Enter")
    page.wait_for_url(target)
    page.locator("article mark").first.wait_for()


def test_keys_open_move_and_close(page, address):
    page.goto(f"{address}/bn/research/")
    focused = lambda: page.evaluate("document.activeElement.className")  # noqa: E731
    is_open = lambda: page.locator("#__search").is_checked()  # noqa: E731
    for key in ("/", "s"):
        page.keyboard.press(key)
        assert is_open() and "md-search__input" in focused()
        assert page.locator(BOX).input_value() == ""  # the key itself is not typed
        page.keyboard.press("Escape")
        assert not is_open() and "md-search__input" not in focused()
    page.keyboard.press("/")
    ask(page, "স্পট")
    links = page.locator(RESULT)
    page.keyboard.press("ArrowDown")
    assert links.first.evaluate("a => a === document.activeElement")
    page.keyboard.press("ArrowDown")
    assert links.nth(1).evaluate("a => a === document.activeElement")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert "md-search__input" in focused()
    page.keyboard.press("ArrowDown")
    target = links.first.evaluate("a => a.href")
    page.keyboard.press("Enter")
    page.wait_for_url(target)
    assert not is_open()


def test_enter_waits_for_the_answer_to_what_was_typed(page, address):
    page.goto(f"{address}/vi/")
    page.keyboard.press("/")
    page.keyboard.type("huan luyen")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/vi/training/")


def stays(page, address: str) -> None:
    """Nothing was followed: given time for it, the page is still the one that was opened, with the box open."""
    page.wait_for_timeout(600)
    assert page.url == address and page.locator("#__search").is_checked()


FAILED = "() => { const meta = document.querySelector('.md-search-result__meta'); return meta.textContent === meta.dataset.failed; }"


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_enter_pressed_again_leads_where_pressed_once(page, address, presses):
    page.goto(f"{address}/vi/")
    page.keyboard.press("/")
    ask(page, "spot")
    earlier = page.locator("[data-best]").get_attribute("href")
    page.locator(BOX).fill("")
    page.keyboard.type("huan luyen")
    for _ in range(presses):
        page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/vi/training/")
    assert not earlier.startswith("/vi/training/")


def test_enter_leads_nowhere_where_more_is_typed_before_the_answer(page, address):
    page.goto(f"{address}/vi/")
    page.keyboard.press("/")
    ask(page, "spot")
    page.locator(BOX).fill("huan luyen")
    page.keyboard.press("Enter")
    page.keyboard.type(" t4")
    page.wait_for_function("document.querySelector('.md-search-result__list').dataset.query === 'huan luyen t4'")
    stays(page, f"{address}/vi/")


@pytest.mark.parametrize("presses", [1, 2])
def test_enter_after_a_search_that_failed_leads_nowhere_and_works_once_it_can_be_done(page, address, presses):
    page.goto(f"{address}/vi/")
    page.keyboard.press("/")
    ask(page, "spot")
    page.route("**/pagefind/fragment/*", lambda route: route.abort())
    page.locator(BOX).fill("huan luyen")
    page.wait_for_function(FAILED)
    for _ in range(presses):
        page.keyboard.press("Enter")
    stays(page, f"{address}/vi/")
    assert page.locator(RESULT).count() == 0, "what was found for other words"
    page.unroute("**/pagefind/fragment/*")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/vi/training/")


@pytest.mark.parametrize("blocked", ["pagefind/words.json", "pagefind/pagefind.js", "assets/search/results.js"])
def test_enter_leads_nowhere_while_the_search_cannot_be_loaded(page, address, blocked):
    page.route(f"**/{blocked}", lambda route: route.abort())
    page.goto(f"{address}/vi/")
    page.keyboard.press("/")
    page.keyboard.type("huan luyen")
    page.wait_for_function(FAILED)
    for _ in range(2):
        page.keyboard.press("Enter")
    stays(page, f"{address}/vi/")
    page.wait_for_function(FAILED)


def test_an_address_can_ask(page, address):
    page.goto(f"{address}/hi/?q=VRAM")
    page.locator(RESULT).first.wait_for()
    assert page.locator(BOX).input_value() == "VRAM"


def test_what_is_not_found_and_what_is_emptied_is_said_in_the_pages_language(page, address):
    words = yaml.safe_load((ROOT / "data/languages/bn.yml").read_text(encoding="utf-8"))["theme"]
    page.goto(f"{address}/bn/")
    page.keyboard.press("/")
    meta = page.locator(".md-search-result__meta")
    ask(page, "ঝঞঝঞঝঞ")
    assert meta.inner_text() == words["search.result.none"]
    page.keyboard.press("ArrowDown")  # then the pages that may help
    assert page.evaluate("new URL(document.activeElement.href).pathname") == "/bn/compare/"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("new URL(document.activeElement.href).pathname") == "/bn/gpus/"
    assert page.locator(".search-none a").evaluate_all("links => links.every(a => a.getBoundingClientRect().height >= 44)")
    page.locator("button[type=reset]").click()
    page.wait_for_function("text => document.querySelector('.md-search-result__meta').textContent === text", arg=words["search.result.placeholder"])
    assert page.locator(RESULT).count() == 0 and not page.locator(".search-none").is_visible()
    ask(page, "স্পট")
    assert meta.inner_text()[0] in "১২৩৪৫৬৭৮৯"  # counted in the page's numerals


def test_a_search_that_cannot_be_loaded_says_so(page, address):
    words = yaml.safe_load((ROOT / "data/languages/vi.yml").read_text(encoding="utf-8"))["words"]["page"]
    page.route("**/pagefind/words.json", lambda route: route.abort())
    page.goto(f"{address}/vi/")
    page.keyboard.press("/")
    page.wait_for_function("text => document.querySelector('.md-search-result__meta').textContent === text", arg=words["search_failed"])


def test_on_a_phone_the_search_covers_the_screen_and_its_targets_fit_a_finger(browser, address):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}/hi/research/")
    page.locator("label.md-header__button[for=__search]").tap()
    page.wait_for_function("document.querySelector('.md-search__inner').getBoundingClientRect().width === 360")
    ask(page, "स्पॉट")
    page.wait_for_timeout(400)  # the theme's opening movement
    assert page.locator(".md-search__inner").bounding_box() == {"x": 0, "y": 0, "width": 360, "height": 740}
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    targets = page.locator(f"{RESULT}, .md-search__icon[for=__search], .md-search__options button, .md-search-result__more summary").all()
    sizes = [target.bounding_box() for target in targets if target.is_visible()]
    assert len(sizes) > 5 and all(size["height"] >= 44 and size["width"] >= 44 for size in sizes), sizes
    page.locator(".md-search__icon[for=__search]").tap()
    page.wait_for_function("document.querySelector('.md-search__inner').getBoundingClientRect().width === 0")
    context.close()


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
def test_axe_finds_nothing_in_the_open_search(browser, address, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{address}/bn/research/")
    page.locator(BOX).focus()
    ask(page, "৮০ জিবি")
    page.wait_for_timeout(600)  # the theme's opening movement: half-shown text has no contrast
    found = Axe().run(page).response["violations"]
    assert found == [], json.dumps([(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found], indent=1)
    context.close()


def test_without_javascript_there_is_no_box_that_does_nothing(browser, address):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{address}/vi/")
    assert not page.locator(BOX).is_visible()
    context.close()


def fragments(site: Path, code: str) -> list[dict]:
    """What is shown of each section that can be found."""
    return [
        json.loads(gzip.decompress(path.read_bytes()).removeprefix(b"pagefind_dcd"))
        for path in sorted((site / code / "pagefind/fragment").iterdir())
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_offers_are_not_searched_and_every_section_is(site, pages, code):
    found = fragments(site, code)
    texts = {site / name: (site / name / "index.html").read_text(encoding="utf-8") for name in pages if name.startswith(f"{code}/")}
    articles = {folder: BeautifulSoup(text, "html.parser").article for folder, text in texts.items()}
    for article in articles.values():
        for unread in article.select("[hidden], [data-pagefind-ignore]:not(.offers):not(:has(.offers))"):
            unread.decompose()
    ids = {
        f"{folder.relative_to(site / code)}/#{tag['id']}".removeprefix("./")
        for folder, article in articles.items()
        for tag in article.select("h2[id], h3[id], dt[id]")
    }
    assert ids == {piece["url"] for piece in found if "#" in piece["url"]}
    offers = [" ".join(row.th.get_text().split()) for article in articles.values() for row in article.select("table.offers tr[data-offer]")]
    assert len(offers) > 50
    assert not [piece["url"] for piece in found if any(offer in piece["content"] for offer in offers)]


def test_a_site_below_a_path_is_searched_there(page, browser, site, address):
    """The same files served from a folder: results stay inside it."""
    page.route("**/repo/**", lambda route: route.fulfill(response=page.request.get(route.request.url.replace("/repo/", "/"))))
    page.goto(f"{address}/repo/vi/")
    page.keyboard.press("/")
    ask(page, "tinh chinh")
    assert urlsplit(page.locator(RESULT).first.evaluate("a => a.href")).path == "/repo/vi/fine-tuning/"


@pytest.fixture
def folder(tmp_path):
    return project.copy(tmp_path)


def test_a_build_whose_index_fails_says_so(folder):
    done = build(folder, PAGEFIND_BINARY_PATH=str(folder / "nowhere"))
    assert done.returncode == 1
    assert "docs/hi" in done.stdout and "Pagefind made no search index" in done.stdout
    assert not (folder / "site").exists()


def test_a_name_of_no_page_is_refused(folder):
    edit(folder / "data/languages/hi.yml", "  gpus/: [gpu", "  gpuss/: [gpu")
    done = build(folder)
    assert done.returncode == 1
    assert re.search(r"data/languages/hi\.yml:\d+: gpuss/ is not a page; did you mean gpus/\?", done.stdout)


@pytest.mark.parametrize("rule", [
    r"x\-y", "x{", "x]", "}", r"\_", r"\a", r"\07", r"\%", r"\N{BULLET}", r"\U0001F600", "[[:alpha:]]", "[^]a]", "[]a]", r"[a\#]", "(?P<n>z)",
    "(?i)a", "a++", "x{,3}", "a{2,3}?b", r"[a-z\-]", "(a|b)*c", r"(?<=a)b(?!c)", r"\u0901|[\u093C\u0945]", r"\d{2}\b", "a?", "^a$",
])
def test_what_the_catalog_takes_for_a_rule_of_spelling_browsers_take(page, rule):
    try:
        Fold(find=rule, put="")
    except ValueError:
        return
    page.goto("about:blank")
    assert page.evaluate("rule => Boolean(new RegExp(rule, 'gu'))", rule)
