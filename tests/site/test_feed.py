"""The feed of each language: valid Atom (RFC 4287) that tells the prices checked last."""

import re
from xml.etree import ElementTree

import pytest
import yaml
from bs4 import BeautifulSoup

from . import project
from .project import LANGUAGES, ROOT, edit

ATOM = "{http://www.w3.org/2005/Atom}"
RFC3339 = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")


def feed_of(site, code):
    return ElementTree.parse(site / code / "feed.xml").getroot()


@pytest.fixture(scope="module", params=LANGUAGES)
def code(request):
    return request.param


@pytest.fixture(scope="module")
def feed(site, code):
    return feed_of(site, code)


def one(element, name):
    """The text of the only child of that name: Atom wants exactly one."""
    found = element.findall(ATOM + name)
    assert len(found) == 1, f"{name}: {len(found)}"
    return found[0].text


def test_it_has_what_atom_demands(feed, code):
    assert feed.tag == f"{ATOM}feed" and feed.get("{http://www.w3.org/XML/1998/namespace}lang") == code
    assert one(feed, "title") and feed.find(f"{ATOM}author/{ATOM}name").text
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert links == {"self": f"https://gpu.example/{code}/feed.xml", "alternate": f"https://gpu.example/{code}/"}
    ids = [one(feed, "id")] + [one(entry, "id") for entry in feed.findall(f"{ATOM}entry")]
    assert all(id_.startswith("https://gpu.example/") for id_ in ids) and len(ids) == len(set(ids))
    for element in [feed, *feed.findall(f"{ATOM}entry")]:
        assert one(element, "title") and RFC3339.fullmatch(one(element, "updated"))


def test_the_newest_come_first_and_the_feed_is_as_new_as_they(feed):
    days = [one(entry, "updated") for entry in feed.findall(f"{ATOM}entry")]
    assert days == sorted(days, reverse=True) and 10 <= len(days) <= 30
    assert one(feed, "updated") == days[0]


def test_entries_are_the_checks_of_the_yaml(feed, code):
    """Each entry is one provider and day of data/providers, newest first, with every price of that day."""
    checks = {}
    for path in (ROOT / "data/providers").glob("*.yml"):
        for offer in (yaml.safe_load(path.read_text(encoding="utf-8")).get("offers") or {}).values():
            priced = offer if {"usd_per_hour", "inr_per_hour", "eur_per_hour"} & set(offer) else offer["spot"]
            checks.setdefault((str(priced["checked"]), path.stem), []).append(offer)
    newest = sorted(checks, key=lambda key: (-int(key[0].replace("-", "")), key[1]))[:30]
    entries = feed.findall(f"{ATOM}entry")
    assert [one(entry, "id") for entry in entries] == [
        f"https://gpu.example/{code}/providers/{provider}/#checked-{day}" for day, provider in newest
    ]
    for entry, key in zip(entries, newest, strict=True):
        told = BeautifulSoup(one(entry, "content"), "html.parser").select("li")
        assert len(told) == len(checks[key])


def test_entries_are_in_the_languages_own_numerals(feed, code):
    words = " ".join(one(entry, "title") for entry in feed.findall(f"{ATOM}entry"))
    digits = {"bn": "[০-৯]", "vi": "[0-9]", "hi": "[0-9]"}[code]
    other = "[0-9]" if code == "bn" else "[০-৯०-९]"
    assert re.search(digits, words) and not re.search(other, re.sub(r"[A-Za-z]+\S*", "", words))


def test_every_entry_leads_to_a_page(site, feed):
    for entry in feed.findall(f"{ATOM}entry"):
        path = entry.find(f"{ATOM}link").get("href").removeprefix("https://gpu.example/")
        assert (site / path / "index.html").is_file(), path


def test_every_page_of_a_language_names_its_feed(pages, code):
    for name, page in pages.items():
        links = page.select('link[type="application/atom+xml"]')
        if name.startswith(f"{code}/"):
            assert [link["href"] for link in links] == [f"https://gpu.example/{code}/feed.xml"], name
            assert "alternate" in links[0]["rel"] and links[0]["title"]


def test_the_themes_scripts_do_not_take_the_feed_for_a_language(browser, address):
    """They ask for a sitemap below every link whose rel is “alternate” and nothing else."""
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/vi/research/", wait_until="networkidle")
    assert page.locator('link[type="application/atom+xml"]').count() == 1
    assert page.locator("link[rel=alternate]").count() == 0
    assert [url for url in asked if "sitemap" in url or "feed" in url] == []
    page.close()


def test_hostile_names_stay_text(tmp_path):
    folder = project.copy(tmp_path)
    name = "{{ 7*7 }}<script>alert(1)</script> ]]> &amp;"
    edit(folder / "data/providers/lambda.yml", "name: Lambda", f"name: '{name}'")
    done = project.build(folder, SITE_URL="https://gpu.example/")
    assert done.returncode == 0, project.own(done.stdout)
    entries = feed_of(folder / "site", "hi").findall(f"{ATOM}entry")
    titles = [one(entry, "title") for entry in entries if "/lambda/" in one(entry, "id")]
    assert titles and all(title.startswith(name) for title in titles)
    for entry in entries:
        assert BeautifulSoup(one(entry, "content"), "html.parser").find("script") is None
