"""The built pages: every address, the right language, nothing unrendered, figures that equal the catalog's."""

import copy
import re
from collections.abc import Iterator
from decimal import Decimal
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from bs4 import BeautifulSoup
from bs4.element import PreformattedString, Tag

from .numerals import wrong_numerals
from .project import AS_OF, LANGUAGES, ROOT

PAGES = [str(item) for item in yaml.safe_load(re.sub(r"!ENV \[[^]]*\]", "''", (ROOT / "mkdocs.yml").read_text()))["nav"]]
SITE = "https://gpu.example/"


def address(page: str) -> str:
    return page.removesuffix("index.md") if page.endswith("index.md") else page.removesuffix(".md") + "/"


def from_catalog() -> set[str]:
    """Addresses of the pages made from the catalog, read off its files."""
    gpus = yaml.safe_load((ROOT / "data/gpus.yml").read_text(encoding="utf-8"))["gpus"]
    pairs = yaml.safe_load((ROOT / "data/comparisons.yml").read_text(encoding="utf-8"))["pairs"]
    found = {f"gpus/{id_}/" for id_ in gpus} | {f"compare/{first}-vs-{second}/" for first, second in pairs}
    return found | {f"providers/{path.stem}/" for path in (ROOT / "data/providers").glob("*.yml")} | {"gpus/", "providers/"}


def test_every_address_exists_in_each_language(pages):
    below = {address(page) for page in PAGES} | from_catalog()
    assert set(pages) == {f"{code}/{one}" for code in LANGUAGES for one in below} | {"", "404.html"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_page_says_its_language(pages, code):
    for name, page in pages.items():
        if name.startswith(f"{code}/"):
            assert page.html["lang"] == code, name
            assert page.title.string.strip(), name
            assert page.find("meta", attrs={"name": "description"})["content"].strip(), name
            assert page.find("meta", property="og:locale")["content"].startswith(f"{code}_"), name


def test_titles_and_descriptions_are_in_the_language(pages):
    """Each has a letter that only its language has, beside names in Latin letters, and none of another's."""
    for name, page in pages.items():
        for text in (page.title.string, page.find("meta", attrs={"name": "description"})["content"]) if "/" in name else ():
            for code, letters in SCRIPTS.items():
                assert bool(re.search(letters, text)) == name.startswith(f"{code}/"), f"{name}: {text}"


def test_titles_and_descriptions_are_not_given_twice(pages):
    inner = {name: page for name, page in pages.items() if "/" in name}
    for values in (
        [page.title.string for page in inner.values()],
        [page.find("meta", attrs={"name": "description"})["content"] for page in inner.values()],
    ):
        assert sorted(values) == sorted(set(values))


def test_nothing_is_left_unrendered(site):
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for mark in ("{{", "{%", "data-block=", 'href="site:', "Macro Rendering Error", "Macro Syntax Error"):
            assert mark not in text, f"{mark} in {path}"


def test_no_cell_is_empty(pages):
    for name, page in pages.items():
        for cell in page.select("td, th"):
            assert cell.get_text(strip=True), f"{name}: {cell}"


def test_prices_equal_those_in_the_catalog(pages, catalog):
    offers = {id_: offer for id_, _, offer in catalog.offers()}
    seen = set()
    for name, page in pages.items():
        for row in page.select("tr[data-offer]"):
            offer = offers[row["data-offer"]]
            for column, price in (("price", offer), ("spot", offer.spot)):
                cell, data = row.select_one(f"td.{column}"), row.select_one(f"td.{column} data.usd")
                if price is None or price.listed is None:
                    assert data is None, f"{name}: {row['data-offer']} shows a {column} that is not in the catalog"
                    continue
                amount, currency = price.listed
                usd = amount if currency == "USD" else amount / catalog.rates[currency].units_per_usd
                assert Decimal(data["value"]) == usd / offer.gpus, f"{name}: {row['data-offer']} {column} {cell}"
                seen.add(row["data-offer"])
    assert len(seen) > 50


FACTS = {
    "vram": lambda p, o, g: g.vram_gb, "memory": lambda p, o, g: g.memory, "bandwidth": lambda p, o, g: g.bandwidth_gb_per_s,
    "precisions": lambda p, o, g: g.supports, "billing": lambda p, o, g: p.billing.step, "when_stopped": lambda p, o, g: p.billing.when_stopped,
    "storage": lambda p, o, g: p.storage.persistent is not None, "egress": lambda p, o, g: p.egress,
    "interconnect": lambda p, o, g: o.interconnect or o.gpus == 1, "multi_node": lambda p, o, g: p.multi_node,
    "payment": lambda p, o, g: p.payment.methods or p.payment.settlement, "near_regions": lambda p, o, g: p.regions,
    "access": lambda p, o, g: p.access.ssh == "yes" or p.access.jupyter or p.access.images, "price": lambda p, o, g: o.listed,
    "spot": lambda p, o, g: o.spot or p.spot is False, "network": lambda p, o, g: o.network or (p.multi_node and p.multi_node.networks),
    "instance": lambda p, o, g: o.listed, "per_vram": lambda p, o, g: o.listed,
    "per_tflop": lambda p, o, g: o.listed and ("bf16" in g.dense_tflops or "fp16" in g.dense_tflops),
}


def test_not_published_stands_exactly_where_a_fact_is_unknown(pages, catalog):
    known = {id_: (provider, offer, catalog.gpus[offer.gpu]) for id_, provider, offer in catalog.offers()}
    checked = 0
    for name, page in pages.items():
        for row in page.select("tr[data-offer]"):
            for column, fact in FACTS.items():
                for cell in row.select(f"td.{column}"):
                    has = bool(fact(*known[row["data-offer"]]))
                    assert has == (cell.select_one(".unknown") is None), f"{name}: {row['data-offer']} {column}: {cell}"
                    checked += 1
    assert checked > 500


def test_each_offer_shows_its_date_age_and_source(pages, catalog):
    offers = {id_: offer for id_, _, offer in catalog.offers()}
    for name, page in pages.items():
        for row in page.select("tr[data-offer]"):
            offer, cell = offers[row["data-offer"]], row.select_one("td.checked")
            shown = offer if offer.listed else offer.spot
            assert cell.time["datetime"] == shown.checked.isoformat(), name
            assert cell.select_one("a.source")["href"] == offer.source
            days = (AS_OF - shown.checked).days
            wanted = "fresh" if days <= 60 else "ageing" if days <= 180 else "stale"
            assert wanted in cell.select_one(".age")["class"], f"{name}: {row['data-offer']}"


def test_what_a_price_was_read_from_is_told_in_english_and_spot_has_its_own(pages, catalog):
    offers, own = {id_: offer for id_, _, offer in catalog.offers()}, set()
    for name, page in pages.items():
        for link in page.select("a[title][rel=noopener]:is(.source, .spot-source)"):
            assert link["lang"] == "en" and link.span["lang"] == name.split("/")[0], name
        for row in page.select("tr[data-offer]"):
            offer = offers[row["data-offer"]]
            assert row.select_one("td.checked a.source")["title"] == (offer if offer.listed else offer.spot).evidence
            for cell in row.select("td.spot"):
                link = cell.select_one("a.spot-source")
                same = not (offer.spot and offer.listed) or (offer.spot.checked, offer.spot.evidence) == (offer.checked, offer.evidence)
                assert (link is None) == same, f"{name}: {row['data-offer']}"
                if link:
                    assert link["title"] == offer.spot.evidence and cell.time["datetime"] == offer.spot.checked.isoformat()
                    own.add(row["data-offer"])
        for line in page.select("p.figure a[rel=noopener][title]"):
            assert line["lang"] == "en", name
    assert len(own) > 10


def test_a_guides_table_has_at_most_thirty_rows_and_each_row_once(pages, catalog):
    for name, page in pages.items():
        boxes = page.select("[data-offers]:has(table.offers)")
        for box in boxes:
            ids = [row["data-offer"] for row in box.select("tr[data-offer]")]
            assert len(ids) == len(set(ids)), name
            if box["data-offers"] == "all":
                assert len(ids) == len(catalog.offers()), name
            else:
                assert 5 <= len(ids) <= 30, name
                assert box.select_one("a[href='../compare/']"), name


def test_tables_have_captions_and_scopes(pages):
    for name, page in pages.items():
        for table in page.select("article table"):
            assert table.caption and table.caption.get_text(strip=True), name
            assert all(th.has_attr("scope") for th in table.select("th")), name
            assert table.parent["role"] == "region" and table.parent["tabindex"] == "0", name


def test_every_link_inside_the_site_leads_somewhere(site, files, pages):
    """Links, scripts, styles, icons, forms, the pages' addresses in other languages; none to what only leads on."""
    ids = {name: {tag["id"] for tag in page.select("[id]")} for name, page in pages.items()}
    for name, page in files.items():
        for tag in page.select("[href], [src], form[action]"):
            link = tag.get("href") or tag.get("src") or tag.get("action")
            target = urlsplit(urljoin(SITE + name, link))
            if target.netloc != urlsplit(SITE).netloc:
                continue
            path = unquote(target.path).lstrip("/").removesuffix("index.html")
            choice = name not in pages and path in files  # a renamed card may lead to a choice among several
            assert path in pages or choice or (site / path).is_file(), f"{name}: {link}"
            fragment = unquote(target.fragment)
            assert not fragment or fragment in ids[path], f"{name}: {link}"


def test_the_language_menu_leads_to_the_same_page(pages):
    for name, page in pages.items():
        if "/" not in name:
            continue
        rest = name.partition("/")[2]
        *links, chooser = page.select("a.md-select__link")
        assert urljoin(SITE + name, chooser["href"]) == f"{SITE}#choose" and not chooser.has_attr("hreflang"), name
        assert [link["hreflang"] for link in links] == list(LANGUAGES), name
        targets = [urlsplit(urljoin(SITE + name, link["href"])).path for link in links]
        assert targets == [f"/{code}/{rest}" for code in LANGUAGES], name
        assert [link["lang"] for link in links] == list(LANGUAGES)


def test_hreflang_is_absolute_mutual_and_complete(pages):
    for name, page in pages.items():
        if name == "404.html":
            continue
        rest = name.partition("/")[2]
        links = {link["hreflang"]: link["href"] for link in page.select("link[hreflang]")}
        assert links == {**{code: f"{SITE}{code}/{rest}" for code in LANGUAGES}, "x-default": SITE}, name
        assert all(link.removeprefix(SITE) in pages for link in links.values()), name
        assert page.select_one("link[rel=canonical]")["href"] == SITE + name


def test_nothing_is_loaded_from_another_host(site, pages):
    for name, page in pages.items():
        loaded = [tag["src"] for tag in page.select("[src]")]
        loaded += [tag["href"] for tag in page.select("link[rel~=stylesheet], link[rel~=icon], link[rel~=preload], link[rel~=preconnect]")]
        for url in loaded:
            assert not urlsplit(urljoin(SITE, url)).netloc.removeprefix("gpu.example"), f"{name}: {url}"
    for path in site.rglob("*.css"):
        for url in re.findall(r"url\(([^)]*)\)", path.read_text(encoding="utf-8")):
            assert url.strip("\"'").startswith(("data:", "#", ".")), f"{path}: {url}"


def test_the_chooser_is_small_and_works_without_javascript(site, pages):
    links = pages[""].select("a[hreflang]")
    assert [(link["href"], link["lang"]) for link in links] == [(f"{code}/", code) for code in LANGUAGES]
    parts = ["index.html", "assets/chooser.css", "assets/chooser.js", "assets/choices.js"]
    assert sum((site / part).stat().st_size for part in parts) < 15_000


NOT_PROSE = ("script", "style", "code", "pre", "kbd", "samp")
READ_OUT = ("title", "aria-label", "alt", "placeholder", "label")
SUMMARIES = {"description", "og:title", "og:description", "twitter:title", "twitter:description"}
DIGIT = re.compile(r"\d")


def in_the_language(tag: Tag, code: str) -> bool:
    """Whether a reader takes what stands in `tag` for the page's own prose: no code and no other language."""
    around = [tag, *tag.parents]
    spoken = next(one for one in around if one.has_attr("lang"))
    return spoken["lang"] == code and not any(one.name in NOT_PROSE for one in around)


def read(page: BeautifulSoup, code: str) -> Iterator[str]:
    """Every text of the page with a digit of any script, and every such attribute that is read out."""
    for part in page.descendants:
        if isinstance(part, Tag):
            names = ["content"] if part.name == "meta" and SUMMARIES & {part.get("name"), part.get("property")} else READ_OUT
            found, tag = [part.attrs[name] for name in names if name in part.attrs], part
        else:
            found, tag = [] if isinstance(part, PreformattedString) else [str(part)], part.parent
        yield from (text for text in found if DIGIT.search(text) and in_the_language(tag, code))


@pytest.mark.parametrize("code", LANGUAGES)
def test_numerals_are_of_one_system_a_page(pages, names_with_digits, code):
    """Bengali pages have Bengali digits, Hindi and Vietnamese ones Latin digits; names and code stand as they are."""
    wrong, kinds = {}, set()
    for name, page in pages.items():
        if not name.startswith(f"{code}/"):
            continue
        kinds.add(name.split("/")[1])
        for text in read(page, code):
            if text not in wrong:
                bare = names_with_digits.sub("¤", text.replace("CC BY 4.0", "¤")) if wrong_numerals(code, text) else ""
                wrong[text] = [f"{name}: {why} in: {text.strip()}" for _, why in wrong_numerals(code, bare)]
    assert {"gpus", "providers", "compare", "calculator", "research", "glossary", "methodology"} <= kinds and len(wrong) > 500
    assert sum(wrong.values(), []) == [], "\n".join(sum(wrong.values(), []))


@pytest.mark.parametrize(("code", "html"), [
    ("bn", "<p>24 GB</p>"), ("bn", "<td>২৪ <b>8</b></td>"), ("bn", '<a title="8 GB">ক</a>'), ("bn", '<button aria-label="3 আরও">ক</button>'), ("bn", "<option>16</option>"),
    ("bn", '<meta name="description" content="24 GB">'), ("bn", "<svg><text>2.5</text></svg>"), ("hi", "<time>२४</time>"), ("hi", '<img alt="২৪">'), ("vi", "<td>2.5</td>"),
])
def test_a_numeral_of_another_system_is_seen(code, html):
    around = f'<html lang="{code}"><body>%s<code>24</code><pre><b>24</b></pre><span lang="en">24 2.5 1,000,000</span></body></html>'
    assert [text for text in read(BeautifulSoup(around % html, "html.parser"), code) if wrong_numerals(code, text)]
    assert list(read(BeautifulSoup(around % "", "html.parser"), code)) == []


def test_each_text_outside_the_languages_stands_in_an_element_of_its_language(files, pages):
    """The chooser, the page for lost addresses, and what leads on; a title of three languages can't be marked."""
    for name, page in files.items():
        if name in pages and "/" in name:
            continue
        for text in page.find_all(string=True):
            if text.parent.name == "title" and name == "":
                continue
            for code, letters in SCRIPTS.items():
                assert not re.search(letters, text) or text.find_parent(lang=True)["lang"] == code, f"{name}: {text}"


SCRIPTS = {"bn": "[\u0980-\u09ff]", "hi": "[\u0900-\u0963\u0966-\u097f]", "vi": "[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư]"}
"""Letters that only one of the languages has; the danda of Bengali and Hindi is left out."""


def test_no_page_has_a_word_of_another_language(pages):
    for name, page in pages.items():
        if "/" not in name:
            continue
        code = name.partition("/")[0]
        page = copy.copy(page)  # other tests read it too
        for tag in page.select("[lang]"):
            if tag.name != "html" and tag["lang"] != code:
                tag.clear()
        text = page.get_text(" ") + " ".join(str(tag.get(a, "")) for tag in page.select("*") for a in ("title", "aria-label", "alt"))
        for other, letters in SCRIPTS.items():
            found = re.search(f".{{0,20}}{letters}.{{0,20}}", text) if other != code else None
            assert not found, f"{name}: {found}"
