"""The addresses of the built site: one sitemap of exactly its pages, and what leads on where no page is."""

import gzip
import json
import re
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import pytest
import yaml

from . import project
from .project import LANGUAGES, ROOT, build, edit

SITE = "https://gpu.example/"
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
REDIRECTS = yaml.safe_load((ROOT / "data/redirects.yml").read_text(encoding="utf-8"))["redirects"]
PAIRS = yaml.safe_load((ROOT / "data/comparisons.yml").read_text(encoding="utf-8"))["pairs"]
LARGEST_LIST = 4_000
"""Bytes, compressed, of what a lost reader's browser asks for."""


def test_the_sitemap_lists_every_page_of_every_language_and_agrees_with_the_pages(site, pages):
    found = {url.find("s:loc", NAMES).text: {link.get("hreflang"): link.get("href") for link in url.findall("x:link", NAMES)}
             for url in ElementTree.parse(site / "sitemap.xml").getroot()}
    said = {page.select_one("link[rel=canonical]")["href"]: {link["hreflang"]: link["href"] for link in page.select("link[hreflang]")}
            for name, page in pages.items() if name != "404.html"}
    assert found == said
    assert found.keys() == {SITE + name for name in pages if name != "404.html"}


def test_there_is_one_sitemap_and_robots_txt_names_it(site):
    assert sorted(str(path.relative_to(site)) for path in site.rglob("*sitemap*")) == ["sitemap.xml", "sitemap.xml.gz"]
    assert gzip.decompress((site / "sitemap.xml.gz").read_bytes()) == (site / "sitemap.xml").read_bytes()
    assert (site / "robots.txt").read_text() == f"User-agent: *\nDisallow:\n\nSitemap: {SITE}sitemap.xml\n"


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_line_of_the_data_and_each_rule_has_its_page(signposts, code):
    wanted = {f"{code}/{start}": [target] for start, target in REDIRECTS.items()}
    wanted |= {f"{code}/compare/{second}-vs-{first}/": [f"compare/{first}-vs-{second}/"] for first, second in PAIRS}
    wanted |= {
        f"{code}/finetuning/": ["fine-tuning/"], f"{code}/generative_ai/": ["generative-ai/"], f"{code}/gpus/gh200/": ["gpus/gh200-96/"],
        f"{code}/gpus/h100/": ["gpus/h100-pcie/", "gpus/h100-sxm/", "gpus/h100-nvl/"],
        f"{code}/gpus/a100-80/": ["gpus/a100-80-pcie/", "gpus/a100-80-sxm/"],
    }
    for start, targets in wanted.items():
        assert [urljoin(SITE + start, link["href"]) for link in signposts[start].select("main a")] == [f"{SITE}{code}/{t}" for t in targets], start


def test_what_leads_on_does_so_without_a_script_and_in_one_step(signposts, pages):
    for name, page in signposts.items():
        code = name.partition("/")[0]
        targets = [urljoin(SITE + name, link["href"]) for link in page.select("main a")]
        assert page.html["lang"] == code and page.title.string and page.h1.string, name
        others = [(link["lang"], urljoin(SITE + name, link["href"])) for link in page.select("nav a")]
        assert not page.select("script, style, [style], [hreflang]"), name
        assert all(target.startswith(f"{SITE}{code}/") for target in targets), name
        refresh = page.select_one("meta[http-equiv=refresh]")
        if len(targets) == 1:
            path = urlsplit(targets[0]).path[1:]
            assert path in pages or not signposts[path].select("meta[http-equiv=refresh]"), f"{name} leads to what leads on"
            assert urljoin(SITE + name, re.fullmatch("0; url=(.+)", refresh["content"])[1]) == targets[0], name
            assert page.select_one("link[rel=canonical]")["href"] == targets[0].partition("#")[0], name
        else:
            assert page.title.string == page.h1.string.rstrip(":"), name
            assert others == [(other, f"{SITE}{other}/{name.partition('/')[2]}") for other in LANGUAGES], name
            assert refresh is None and len(targets) > 1 and all(urlsplit(target).path[1:] in pages for target in targets), name


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_list_for_lost_readers_is_small_and_holds_every_address(site, pages, signposts, code):
    path = site / code / "assets/addresses.json"
    assert len(gzip.compress(path.read_bytes(), 6)) < LARGEST_LIST
    listed = json.loads(path.read_text(encoding="utf-8"))
    assert {f"{code}/{address}" for address in listed["pages"] | listed["moved"]} == {
        name for name in pages | signposts if name.startswith(f"{code}/")}
    assert all(name.strip() for name in listed["pages"].values())
    assert all(target.partition("#")[0] in listed["pages"] for target in listed["moved"].values())
    assert set(listed["terms"]) == {term["id"] for term in pages[f"{code}/glossary/"].select("dt[id]")}


def test_a_line_that_leads_nowhere_fails_the_build_with_its_place(tmp_path):
    folder = project.copy(tmp_path)
    edit(folder / "data/redirects.yml", "gpu/: gpus/", "gpu/: gpuss/")
    done = build(folder)
    assert done.returncode == 1 and not (folder / "site").exists()
    assert re.search(r"data/redirects\.yml:\d+: gpuss/ is not a page; did you mean gpus/\?", done.stdout)
    edit(folder / "data/redirects.yml", "gpu/: gpuss/", "gpu/: glossary/#vramm")
    done = build(folder)
    assert done.returncode == 1 and not (folder / "site").exists()
    assert re.search(r"data/redirects\.yml:\d+: glossary/ has no section #vramm", done.stdout)
