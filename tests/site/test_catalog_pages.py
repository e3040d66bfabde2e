"""The pages made from the catalog: their heads and places, figures that equal the YAML, machine data, hostile names, cost."""

import functools
import json
import re
import shutil
import sys
from collections import Counter
from decimal import Decimal
from urllib.parse import urljoin

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from macros import vram
from macros.catalog.reader import read_catalog
from macros.catalog_pages import catalog_pages
from macros.guide import Guide

from . import project
from .project import AS_OF, LANGUAGES, ROOT, VIEWS, edit

SITE = "https://gpu.example/"
REPOSITORY = "https://github.com/cloud-gpu-guide/cloud-gpu-guide"
DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯०१२३४५६७८९", "01234567890123456789")
GPUS = yaml.safe_load((ROOT / "data/gpus.yml").read_text(encoding="utf-8"))["gpus"]
PAIRS = yaml.safe_load((ROOT / "data/comparisons.yml").read_text(encoding="utf-8"))["pairs"]
PROVIDERS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "data/providers").glob("*.yml"))}
POLICY = yaml.safe_load((ROOT / "data/policy.yml").read_text(encoding="utf-8"))
RATES = {code: Decimal(str(rate["units_per_usd"])) for code, rate in yaml.safe_load((ROOT / "data/currencies.yml").read_text(encoding="utf-8"))["rates"].items()}
OFFERS = {f"{id_}/{key}": (id_, offer) for id_, provider in PROVIDERS.items() for key, offer in (provider.get("offers") or {}).items()}
HELD_BY = ("t4", "l4", "mi250", "rtx-4090", "a100-80-sxm", "h200-sxm")


def usd_per_gpu(price: dict, gpus: int) -> Decimal | None:
    """A price of the YAML per GPU in USD, by the rates of data/currencies.yml."""
    for currency in ("usd", "inr", "eur"):
        if (amount := price.get(f"{currency}_per_hour")) is not None:
            return Decimal(str(amount)) / (1 if currency == "usd" else RATES[currency.upper()]) / gpus
    return None


def current(gpu: str, spot: bool = False) -> dict[str, Decimal]:
    """By id, the prices that may be called cheapest: of a ranked kind and at most 180 days old (data/policy.yml)."""
    found = {}
    for id_, (_, offer) in OFFERS.items():
        price = offer.get("spot") if spot else offer
        if offer["gpu"] != gpu or not price or offer.get("not_included"):
            continue
        usd = usd_per_gpu(price, offer["gpus"])
        fresh = (AS_OF - price["checked"]).days <= POLICY["freshness_days"]["ageing"]
        kinds = POLICY["ranked"]
        if usd and fresh and offer["market"] in kinds["markets"] and offer["price_scope"] in kinds["price_scopes"]:
            found[id_] = usd
    return found


def number(text: str, code: str) -> float:
    """The first number of a text, as the language writes it."""
    plain = re.search(r"\d[\d.,]*", text.translate(DIGITS))[0].strip(".,")
    plain = plain.replace(".", "").replace(",", ".") if code == "vi" else plain.replace(",", "")
    return float(plain)


def machine_data(page: BeautifulSoup) -> dict[str, dict]:
    found = [json.loads(script.string) for script in page.select('script[type="application/ld+json"]')]
    assert all(one["@context"] == "https://schema.org" for one in found)
    return {one["@type"]: one for one in found}


def made(code: str) -> dict[str, tuple[str, ...]]:
    """Each page made from the catalog with the names that it is about."""
    found = {f"{code}/gpus/{id_}/": (gpu["name"],) for id_, gpu in GPUS.items()}
    found |= {f"{code}/providers/{id_}/": (provider["name"],) for id_, provider in PROVIDERS.items()}
    return found | {f"{code}/compare/{a}-vs-{b}/": (GPUS[a]["name"], GPUS[b]["name"]) for a, b in PAIRS}


def test_the_pairs_people_ask_about_are_there():
    asked = (
        "a100-80-sxm/h100-sxm h100-sxm/h200-sxm h100-pcie/h100-sxm h200-sxm/b200 h200-sxm/mi300x l40s/a100-40-sxm l40s/rtx-6000-ada"
        " l4/t4 l4/a10g rtx-4090/rtx-5090 rtx-4090/l40s rtx-a6000/l40s"
    )
    assert {tuple(pair.split("/")) for pair in asked.split()} <= {tuple(pair) for pair in PAIRS}


@pytest.mark.parametrize("code", LANGUAGES)
def test_title_heading_and_description_name_what_the_page_is_about(pages, code):
    for address, names in made(code).items():
        page = pages[address]
        description = page.find("meta", attrs={"name": "description"})["content"]
        for name in names:
            assert name in page.title.string and name in page.h1.get_text() and name in description, address
        assert len(page.select("h1")) == 1, address
        assert 50 <= len(description) <= 210, f"{address}: {len(description)}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_page_shows_its_place_and_tells_it_to_machines(pages, code):
    for address in [*made(code), f"{code}/gpus/", f"{code}/providers/"]:
        page = pages[address]
        shown = [item.get_text(strip=True) for item in page.select("nav.crumbs li")]
        told = machine_data(page)["BreadcrumbList"]["itemListElement"]
        assert [item["name"] for item in told] == shown and len(shown) == (2 if address.count("/") == 2 else 3), address
        assert [item["position"] for item in told] == list(range(1, len(told) + 1))
        assert [item["item"] for item in told][-1] == SITE + address
        links = [urljoin(SITE + address, a["href"]) for a in page.select("nav.crumbs a")]
        assert links == [item["item"] for item in told[:-1]] and all(link.removeprefix(SITE) in pages for link in links)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_headings_of_a_page_are_its_table_of_contents(pages, code):
    for address in made(code):
        page = pages[address]
        headings = [h["id"] for h in page.select("article h2[id]")]
        assert len(headings) >= 2 and len(headings) == len(set(headings))
        listed = [a["href"].removeprefix("#") for a in page.select(".md-nav--secondary a.md-nav__link[href^='#']")]
        assert [one for one in dict.fromkeys(listed) if one in headings] == headings, address


@pytest.mark.parametrize("code", LANGUAGES)
def test_specifications_equal_the_yaml(pages, code):
    for id_, gpu in GPUS.items():
        facts = {cell["class"][0].removeprefix("fact-"): cell for cell in pages[f"{code}/gpus/{id_}/"].select("table.facts td")}
        assert number(facts["memory"].get_text(), code) == gpu["vram_gb"], id_
        assert number(facts["bandwidth"].get_text(), code) == gpu["bandwidth_gb_per_s"], id_
        for name, key in (("power", "max_power_w"), ("link", "gpu_link_gb_per_s")):
            known = key in gpu
            assert (facts[name].select_one(".unknown") is None) == known, f"{id_} {name}"
            assert not known or number(facts[name].get_text(), code) == gpu[key], f"{id_} {name}"
        rates = {part.get_text().split()[0].lower(): number(part.get_text().split()[1], code) for part in facts["rates"].select(".part")}
        assert rates == pytest.approx(gpu.get("dense_tflops", {}), abs=0.005), id_
        usable = facts["usable"].select_one(".where")
        assert (number(usable.get_text(), code) if usable else None) == gpu.get("usable_mib"), id_
        sources = [li.get_text() for li in pages[f"{code}/gpus/{id_}/"].select("ul.sources li")]
        assert sources == gpu["sources"], id_


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_card_lacks_is_said_in_words(pages, code):
    for id_, gpu in GPUS.items():
        heading = pages[f"{code}/gpus/{id_}/"].select_one("h2#limits")
        said = [li.strong.get_text().lower() for li in heading.find_next("ul").select("li") if li.strong] if heading else []
        assert sorted(said) == sorted(gpu.get("lacks", [])), id_
        assert (heading is not None) == bool(gpu.get("lacks") or gpu.get("bridge_only") or gpu.get("mig") is False or "devices" in gpu), id_


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_lowest_prices_are_the_lowest_current_ones(pages, code):
    for id_ in GPUS:
        page = pages[f"{code}/gpus/{id_}/"]
        wanted = [prices for prices in (current(id_), current(id_, spot=True)) if prices]
        shown = [line["data-offer"] for line in page.select("p.figure[data-offer]")]
        assert len(shown) == len(wanted), id_
        for offer, prices in zip(shown, wanted, strict=True):
            assert prices[offer] == min(prices.values()), f"{id_}: {offer}"
        row = next(tr for tr in pages[f"{code}/gpus/"].select("table.cards tbody tr") if tr.a["href"].endswith(f"{id_}/"))
        data = row.select_one("data.usd")
        assert (Decimal(data["value"]) if data else None) == min(current(id_).values(), default=None), id_


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_offer_is_on_the_page_of_its_card_and_of_its_provider(pages, code):
    on = {address: [row["data-offer"] for row in page.select("tr[data-offer]")] for address, page in pages.items() if address.startswith(code)}
    for id_ in GPUS:
        assert Counter(on[f"{code}/gpus/{id_}/"]) == Counter(one for one, (_, offer) in OFFERS.items() if offer["gpu"] == id_)
    for id_ in PROVIDERS:
        assert Counter(on[f"{code}/providers/{id_}/"]) == Counter(one for one, (provider, _) in OFFERS.items() if provider == id_)


def test_every_row_of_every_table_links_to_its_card_and_its_provider(pages):
    for address, page in pages.items():
        for row in page.select("tr[data-offer]"):
            provider, offer = OFFERS[row["data-offer"]]
            links = {urljoin(SITE + address, a["href"]) for a in row.select("a[href]")} | {SITE + address}
            code = address.partition("/")[0]
            assert f"{SITE}{code}/gpus/{offer['gpu']}/" in links, f"{address}: {row['data-offer']}"
            assert f"{SITE}{code}/providers/{provider}/" in links, f"{address}: {row['data-offer']}"


def held_by_hand(gpu: dict, models: dict) -> dict[str, set[str]]:
    """The methods of a GPU page with the models that fit: upper ends within 95% of what the driver, else the vendor, tells."""
    room = (gpu["usable_mib"] * 2**20 if "usable_mib" in gpu else gpu["vram_gb"] / gpu.get("devices", 1) * 10**9) * (1 - POLICY["headroom"])
    bf16 = "bf16" not in gpu.get("lacks", [])
    fp32_adapter = {} if bf16 else {"lora_dtype": "fp32", "optimizer": "adamw_fp32"}
    found: dict[str, set[str]] = {name: set() for name in ("serve", "serve-4bit", "qlora", "lora", "full")}
    for name, model in models.items():
        if model.kind == "diffusion":
            jobs = {"serve": vram.job(model, "diffusion", precision="bf16" if bf16 else "fp16")}
        else:
            read, trained = (min(tokens, model.max_context_tokens) for tokens in (8192, 2048))
            jobs = {
                "serve": vram.job(model, "inference", context=read, precision="bf16" if bf16 else "fp16"),
                "serve-4bit": vram.job(model, "inference", context=read, precision="int4_awq"),
                "qlora": vram.job(model, "qlora", context=trained),
                "lora": vram.job(model, "lora", context=trained, precision="bf16" if bf16 else "fp16", **fp32_adapter),
                "full": vram.job(model, "full_ft", context=trained, precision="bf16" if bf16 else "amp"),
            }
        for method, job in jobs.items():
            if vram.estimate(job).high <= room:
                found[method].add(name)
    return found


@pytest.mark.parametrize("id_", HELD_BY)
def test_the_models_a_card_holds(pages, catalog, id_):
    wanted = held_by_hand(GPUS[id_], {name: model for name, model in catalog.models.items() if model.popular and model.verified})
    for code in LANGUAGES:
        page = pages[f"{code}/gpus/{id_}/"]
        counts = [number(row.select("td")[0].get_text(), code) for row in page.select("table.held tbody tr")]
        assert counts == [len(names) for names in wanted.values()], code
        shown: dict[str, set[str]] = {method: set() for method in wanted}
        for row in page.select("table.held-models tbody tr"):
            for method, cell in zip(wanted, row.select("td"), strict=True):
                if "fits" in cell.get("class", []):
                    shown[method].add(row.th.get_text())
        assert shown == wanted, code


def quality(gpu: dict, name: str, precision: str) -> float:
    return {"vram": gpu["vram_gb"], "bandwidth": gpu["bandwidth_gb_per_s"], "rate": gpu["dense_tflops"][precision]}[name]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_a_pair_says_what_follows_from_the_numbers_and_no_more(pages, pair):
    gpus, prices = [GPUS[id_] for id_ in pair], [min(current(id_).values(), default=None) for id_ in pair]
    precision = next((p for p in ("bf16", "fp16") if all(p in gpu["dense_tflops"] for gpu in gpus)), None)
    for code in LANGUAGES:
        page = pages[f"{code}/compare/{pair[0]}-vs-{pair[1]}/"]
        said = page.select_one("div.figure")
        if None in prices or precision is None:
            assert said is None
            continue
        have = {name: [quality(gpu, name, precision) for gpu in gpus] for name in ("vram", "bandwidth", "rate")}
        better = [
            i for i in (0, 1) if prices[i] <= prices[1 - i] and all(both[i] >= both[1 - i] for both in have.values())
        ]
        if better:
            assert gpus[better[0]]["name"] in said.p.get_text() and said.ul is None
            continue
        value = {name: [both[i] / float(prices[i]) for i in (0, 1)] for name, both in have.items()}
        more = {gpus[i]["name"]: sum(both[i] > 1.05 * both[1 - i] for both in value.values()) for i in (0, 1)}
        shown = {li.strong.get_text(): li.get_text().count(",") + 1 for li in said.select("li")} if said else {}
        assert shown == {name: count for name, count in more.items() if count}, code


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_the_figures_of_a_pair(pages, pair):
    gpus, prices = [GPUS[id_] for id_ in pair], [current(id_) for id_ in pair]
    for code in LANGUAGES:
        page = pages[f"{code}/compare/{pair[0]}-vs-{pair[1]}/"]
        first, *_ = page.select("table.pair")
        for cell, known in zip(first.select("tbody tr")[0].select("td")[:2], prices, strict=True):
            assert cell.get("data-offer") in {None, *known}
            assert not known or known[cell["data-offer"]] == min(known.values())
        cells = page.select("table.pair")[1].select("tbody tr")[0].select("td")
        assert [number(cell.get_text(), code) for cell in cells[:2]] == [gpu["vram_gb"] for gpu in gpus]
        assert number(cells[2].get_text(), code) == pytest.approx(gpus[1]["vram_gb"] / gpus[0]["vram_gb"], abs=0.005)
        both = {
            provider for provider, _ in OFFERS.values()
            if all(any(p == provider and o["gpu"] == id_ and usd_per_gpu(o, 1) for p, o in OFFERS.values()) for id_ in pair)
        }
        rows = page.select_one("#both-table").find_parent("table").select("tbody tr") if both else []
        assert {row.a["href"].rstrip("/").rpartition("/")[2] for row in rows} == both


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_provider_page_can_be_corrected_and_names_its_sources(pages, code):
    for id_, provider in PROVIDERS.items():
        page = pages[f"{code}/providers/{id_}/"]
        links = [a["href"] for a in page.select("article a[href]")]
        assert links.count(f"{REPOSITORY}/edit/main/data/providers/{id_}.yml") == 2 and provider["site"] in links, id_
        sources = [li.get_text() for li in page.select("ul.sources li")]
        assert len(sources) == len(provider.get("sources", []))
        for said, source in zip(sources, provider.get("sources", []), strict=True):
            assert source["evidence"] in said
        dates = [tag["datetime"] for tag in page.select("ul.sources time")]
        assert dates == [s["dated"].isoformat() for s in provider.get("sources", []) if "dated" in s], id_
        near = page.select_one("table.facts td.near_regions").get_text()
        for region in provider.get("regions", []):
            if "code" in region:
                assert (f"{region['code']}" in near) == (region["country"] in POLICY["near_readers"]), f"{id_} {region}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_products_tell_current_prices_only_and_as_listed(pages, code):
    for id_, gpu in GPUS.items():
        told = machine_data(pages[f"{code}/gpus/{id_}/"])
        prices = current(id_)
        assert ("Product" in told) == bool(prices), id_
        if not prices:
            continue
        product = told["Product"]
        assert product["name"] == gpu["name"] and "priceValidUntil" not in json.dumps(product)
        assert sum(offers["offerCount"] for offers in product["offers"]) == len(prices)
        for offers in product["offers"]:
            field = f"{offers['priceCurrency'].lower()}_per_hour"
            listed = [Decimal(str(OFFERS[one][1][field])) / OFFERS[one][1]["gpus"] for one in prices if field in OFFERS[one][1]]
            each = [Decimal(one["priceSpecification"]["price"]) for one in offers["offers"]]
            assert sorted(each) == pytest.approx(sorted(listed), abs=Decimal("0.00005"))
            assert (Decimal(offers["lowPrice"]), Decimal(offers["highPrice"])) == (min(each), max(each))


@pytest.mark.parametrize("code", LANGUAGES)
def test_inner_pages_say_their_place_and_the_table_of_all_offers_the_data_set(site, pages, code):
    for address, page in pages.items():
        if address.startswith(f"{code}/") and address != f"{code}/":
            assert machine_data(page)["BreadcrumbList"]["itemListElement"][-1]["item"] == SITE + address
    data = machine_data(pages[f"{code}/compare/"])["Dataset"]
    assert data["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert 50 <= len(data["description"]) <= 5000
    names = {one["contentUrl"].removeprefix(f"{SITE}data/") for one in data["distribution"]}
    assert names == {"offers.json", "offers.csv", "gpus.json", "providers.json", "models.json"}
    assert all((site / "data" / name).is_file() for name in names)
    assert machine_data(pages[f"{code}/providers/aws/"])["Organization"] == {
        "@context": "https://schema.org", "@type": "Organization", "name": PROVIDERS["aws"]["name"], "url": PROVIDERS["aws"]["site"],
    }


HOSTILE = "{{ 7*7 }}<script>alert(1)</script>"
HOSTILE_GPU = "\"><img src=x onerror=alert(2)> {% raw %}&amp; {{ config }}"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """The site built from a catalog in which a provider and a card have names that would run if they could."""
    folder = project.copy(tmp_path_factory.mktemp("hostile"))
    edit(folder / "data/providers/lambda.yml", "name: Lambda", "name: " + json.dumps(HOSTILE))
    edit(folder / "data/gpus.yml", "name: H100 SXM\n", "name: " + json.dumps(HOSTILE_GPU) + "\n")
    done = project.build(folder, SITE_URL=SITE)
    assert done.returncode == 0, project.own(done.stdout)
    return folder / "site"


def test_hostile_names_are_text_everywhere(hostile):
    seen = Counter()
    written = {path: path.read_text(encoding="utf-8") for path in sorted(hostile.rglob("*.html"))}
    for path in (path for path, text in written.items() if "onerror" in text or "alert(" in text):
        page = BeautifulSoup(written[path], "html.parser")
        assert not page.select("img[src=x], [onerror]"), path
        for script in page.select("script"):
            kind = script.get("type")
            assert kind == "application/ld+json" or "alert" not in (script.string or ""), path
            if kind == "application/ld+json":
                json.loads(script.string)
        text = page.get_text()
        assert "49<script>" not in text and "&amp;lt;" not in str(page), path
        seen["provider"] += HOSTILE in text
        seen["card"] += HOSTILE_GPU in text
    assert seen["provider"] > 60 and seen["card"] > 30
    for code in LANGUAGES:
        page = BeautifulSoup((hostile / code / "providers/lambda/index.html").read_text(encoding="utf-8"), "html.parser")
        assert page.title.string.startswith(HOSTILE) and page.h1.get_text().startswith(HOSTILE)
        assert HOSTILE in page.find("meta", attrs={"name": "description"})["content"]
        assert machine_data(page)["Organization"]["name"] == HOSTILE


def test_hostile_names_run_nothing_in_a_browser(hostile, browser):
    page = browser.new_page()
    ran = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    for path in ("providers/lambda", "gpus/h100-sxm", "compare/h100-sxm-vs-h200-sxm", "gpus", "providers", "training"):
        page.goto((hostile / "bn" / path / "index.html").as_uri())
        page.wait_for_timeout(100)
    assert ran == []
    page.close()


def calls(work) -> int:
    """How many calls, of Python and of C, `work` makes: a cost that no other process changes."""
    count = 0

    def counted(frame, event, _):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def catalog_with(times: int, folder):
    """The catalog with each provider `times` times."""
    shutil.copytree(ROOT / "data", folder / "data")
    for path in (ROOT / "data/providers").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        for n in range(1, times):
            copied = text.replace(f"id: {path.stem}\n", f"id: {path.stem}-{n}\n", 1)
            copied = re.sub(r'^name: (.*?)("?)$', rf"name: \1 {n}\2", copied, count=1, flags=re.MULTILINE)
            (folder / f"data/providers/{path.stem}-{n}.yml").write_text(copied, encoding="utf-8")
    return read_catalog(folder / "data", AS_OF, "vi")


def every_page(catalog) -> None:
    """Work out and render all pages made from the catalog, in one language."""
    blocks = Guide(catalog, catalog.languages["bn"], AS_OF, REPOSITORY).blocks()
    for page in catalog_pages(catalog):
        blocks[page.kind](*page.ids)


def test_the_cost_grows_with_the_catalog_and_no_faster(tmp_path):
    """Four times the providers against twice as many: what is added costs as much again, and not more, for each."""
    every_page(catalog_with(1, tmp_path / "warm"))  # templates are compiled once for all
    cost = {}
    for times in (1, 2, 4):
        catalog = catalog_with(times, tmp_path / str(times))
        cost[times] = calls(functools.partial(every_page, catalog))
    assert 0 < cost[4] - cost[2] <= 2.2 * (cost[2] - cost[1]), cost


SAMPLES = ("gpus/", "gpus/t4/", "gpus/h100-sxm/", "providers/", "providers/e2e/", "compare/a100-80-sxm-vs-h100-sxm/")


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
@pytest.mark.parametrize("path", SAMPLES)
def test_pages_are_accessible_and_do_not_scroll_sideways(browser, address, path, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("response", lambda response: wrong.append(f"{response.status}: {response.url}") if response.status >= 400 else None)
    page.goto(f"{address}/bn/{path}", wait_until="networkidle")
    assert wrong == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    for link in page.locator("nav.crumbs a, ul.choices a, details.models summary").all():
        assert link.bounding_box()["height"] >= 44
    for details in page.locator("details.models").all():
        details.locator("summary").click()
    found = Axe().run(page).response["violations"]
    assert found == [], json.dumps([(v["id"], v["help"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found], indent=1)
    context.close()
