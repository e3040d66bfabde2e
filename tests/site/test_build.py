"""The build as a contributor meets it: broken pages and data, a fourth language, a changed price, `serve`."""

import contextlib
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import defaultdict
from decimal import Decimal

import pytest

from macros.listings import listings
from tests import bench

from . import project
from .project import AS_OF, LANGUAGES, build, contents, edit


@pytest.fixture
def folder(tmp_path):
    return project.copy(tmp_path)


def test_a_build_can_be_repeated_to_the_byte(site, tmp_path):
    again = project.copy(tmp_path)
    assert build(again, SITE_URL="https://gpu.example/").returncode == 0
    first, second = contents(site), contents(again / "site")
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []


def test_a_failed_build_names_every_problem_of_every_language_and_leaves_the_earlier_site(folder):
    earlier = folder / "site"
    earlier.mkdir()
    (earlier / "index.html").write_text("the earlier site")
    edit(folder / "docs/bn/research.md", '{{ comparison("research") }}', '{{ comparision("research") }}')
    edit(folder / "docs/vi/research.md", '{{ comparison("research") }}', '{{ comparison("reserch") }}')
    edit(folder / "docs/hi/research.md", "](glossary.md#spot)", "](glossary.md#spott)")
    edit(folder / "docs/hi/index.md", "](research.md)", "](reserch.md)")
    edit(folder / "docs/bn/training.md", "---\ntitle:", "---\ntitle: [")
    edit(folder / "docs/vi/training.md", "## ", "{% if x\n\n## ")
    edit(folder / "docs/hi/methodology.md", "description: ", "description: <b>")
    edit(folder / "docs/bn/compare.md", "{ #reading }", "{ #cards }")
    done = build(folder)
    assert done.returncode == 1
    for message in (
        r"docs/bn/training\.md:\d+: the front matter .* is missing, or not readable as YAML",
        r"docs/vi/training\.md:\d+: .*",
        r"docs/hi/methodology\.md:3: description is missing from the front matter, or holds one of",
        r"docs/bn/research\.md:\d+: 'comparision' is undefined",
        r"docs/vi/research\.md:\d+: reserch is not a workload of data/workloads\.yml; did you mean research\?",
        r"docs/hi/research\.md.*glossary\.md#spott",
        r"docs/hi/index\.md.*reserch\.md",
        r"docs/bn/compare\.md: the id cards stands on the page twice",
    ):
        assert re.search(message, done.stdout), f"{message} is not in\n{done.stdout}"
    assert "Traceback" not in done.stdout
    assert contents(earlier) == {"index.html": b"the earlier site"}


def test_the_line_of_a_wrong_macro_is_the_line_in_the_file(folder):
    page = folder / "docs/bn/research.md"
    line = next(n for n, text in enumerate(page.read_text(encoding="utf-8").splitlines(), 1) if "cheapest(16, 24)" in text)
    edit(page, "{{ cheapest(16, 24) }}", "{{ cheapst(16, 24) }}")
    assert f"docs/bn/research.md:{line}: 'cheapst' is undefined" in build(folder).stdout


def test_a_quiet_strict_build_counts_its_warnings(folder):
    """--quiet alone would hide a dead link from the counters of a strict build."""
    edit(folder / "docs/hi/index.md", "](research.md)", "](reserch.md)")
    done = build(folder, "--quiet")
    assert done.returncode == 1 and "reserch.md" in done.stdout
    assert not (folder / "site").exists()


def test_broken_data_stops_the_build_with_the_same_list_as_the_check(folder):
    edit(folder / "data/providers/aws.yml", "    gpu: t4", "    gpu: t44")
    edit(folder / "data/providers/runpod.yml", "kind: ", "kindd: ")
    check = subprocess.run(
        [sys.executable, "-m", "macros.check"], cwd=folder, env=project.environment(), capture_output=True, text=True
    )
    done = build(folder)
    problems = [line for line in check.stderr.splitlines() if line.startswith("data/")]
    assert len(problems) == 2
    assert done.returncode == check.returncode == 1
    assert all(problem in done.stdout for problem in problems)
    assert "Traceback" not in done.stdout + check.stderr
    assert not (folder / "site").exists()


@pytest.mark.parametrize(("path", "old"), [("docs/hi/training.md", None), ("data/languages/hi.yml", "    permalink:")])
def test_a_missing_page_or_word_of_one_language_fails_the_build(folder, path, old):
    if old is None:
        (folder / path).unlink()
    else:
        edit(folder / path, old, "    permalnk:")
    done = build(folder)
    assert done.returncode == 1
    assert path in done.stdout or "training.md" in done.stdout
    assert "Traceback" not in done.stdout


def test_a_fourth_language_is_one_entry_one_file_and_one_folder(folder):
    """Nepali, with Vietnamese words: only the machinery is on trial."""
    edit(folder / "mkdocs.yml", "languages: [bn, vi, hi]", "languages: [bn, vi, hi, ne]")
    words = (folder / "data/languages/vi.yml").read_text(encoding="utf-8")
    words = words.replace("name: Tiếng Việt", "name: नेपाली", 1).replace("vi_VN", "ne_NP", 1).replace("currency: VND", "currency: INR", 1)
    (folder / "data/languages/ne.yml").write_text(words, encoding="utf-8")
    (folder / "docs/ne").mkdir()
    for page in (folder / "docs/vi").glob("*.md"):
        (folder / "docs/ne" / page.name).write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    done = build(folder, SITE_URL="https://gpu.example/")
    assert done.returncode == 0, project.own(done.stdout)
    page = (folder / "site/ne/research/index.html").read_text(encoding="utf-8")
    assert '<html lang="ne"' in page
    assert "८० GB" in page  # Nepali numerals in the tables
    for code in LANGUAGES:
        other = (folder / "site" / code / "research/index.html").read_text(encoding="utf-8")
        assert 'hreflang="ne" href="https://gpu.example/ne/research/"' in other
    assert 'href="ne/"' in (folder / "site/index.html").read_text(encoding="utf-8")


def dearest_of_many(catalog):
    """An offer in US dollars whose price decides nothing but its own row: the dearest of the card with the most offers."""
    groups = defaultdict(list)
    for one in listings(catalog, AS_OF):
        if one.offer.usd_per_hour and one.price.freshness != "stale":
            groups[one.offer.gpu, one.offer.gpus].append(one)
    return max(max(groups.values(), key=len), key=lambda one: one.offer.usd_per_hour)


def test_changing_a_price_changes_exactly_the_pages_that_show_it(site, folder, catalog):
    chosen = dearest_of_many(catalog)
    provider, key = chosen.id.split("/")
    path = folder / f"data/providers/{provider}.yml"
    before, entry = path.read_text(encoding="utf-8").split(f"  {key}:\n")
    dearer = re.sub("usd_per_hour: .*", f"usd_per_hour: {chosen.offer.usd_per_hour + Decimal('0.04')}", entry, count=1)
    path.write_text(f"{before}  {key}:\n{dearer}", encoding="utf-8")
    assert build(folder, SITE_URL="https://gpu.example/").returncode == 0
    before, after = contents(site), contents(folder / "site")
    changed = {name for name in before if before[name] != after[name]}
    marks = (f'data-offer="{chosen.id}"'.encode(), b'id="chart-price-vram"')  # its row, and the picture of all offers
    showing = {name for name, page in before.items() if name.endswith(".html") and any(mark in page for mark in marks)}
    tables = [name.split("/")[:2] for name in showing]
    facts = {f"{code}/assets/offers/{'all' if page == 'compare' else page}.json" for code, page in tables} & before.keys()
    open_data = {"data/offers.csv", "data/offers.json"} | {f"{code}/feed.xml" for code in LANGUAGES}
    assert showing and changed == showing | facts | {"assets/calculator.json"} | open_data


def test_a_site_below_a_path_works(site_below):
    page = (site_below / "bn/research/index.html").read_text(encoding="utf-8")
    assert 'hreflang="hi" href="https://gpu.example/repo/hi/research/"' in page
    assert 'href="/repo/bn/"' in (site_below / "404.html").read_text(encoding="utf-8")
    assert "<loc>https://gpu.example/repo/bn/research/</loc>" in (site_below / "sitemap.xml").read_text(encoding="utf-8")


def test_the_bench_compares_the_same_pages(folder):
    pages = {}
    for kind in ("record", "ready"):
        bench.run(folder, kind)
        pages[kind] = {name: html for name, html in contents(folder / "site").items() if name.endswith(".html")}
    assert sorted(pages["record"]) == sorted(pages["ready"])
    assert [name for name in pages["record"] if pages["record"][name] != pages["ready"][name]] == []


@contextlib.contextmanager
def served(folder):
    """`mkdocs serve` in `folder`, and a function that waits until an address answers with a text."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = (folder / "serve.log").open("w+")
    process = subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"],
        cwd=folder, env=project.environment(SITE_URL=f"http://127.0.0.1:{port}/"), stdout=log, stderr=subprocess.STDOUT,
    )

    def wait_for(path: str, text: str) -> str:
        deadline, page = time.monotonic() + 60, ""
        while time.monotonic() < deadline:
            assert process.poll() is None, project.own((folder / "serve.log").read_text())
            with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
                page = urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=10).read().decode()
                if text in page:
                    return page
            time.sleep(0.2)
        raise AssertionError(f"{text!r} never came to /{path}\n{(folder / 'serve.log').read_text()}")

    def wait_for_log(text: str) -> None:
        deadline = time.monotonic() + 60
        while text not in (folder / "serve.log").read_text():
            assert time.monotonic() < deadline, project.own((folder / "serve.log").read_text())
            time.sleep(0.2)

    try:
        yield wait_for, wait_for_log
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


def test_serve_rebuilds_on_edits_and_outlives_mistakes(folder):
    with served(folder) as (wait_for, wait_for_log):
        for code in LANGUAGES:
            wait_for(f"{code}/research/", f'<html lang="{code}"')
        edit(folder / "docs/vi/research.md", "## ", "## Tin mới: ")
        wait_for("vi/research/", "Tin mới: ")
        edit(folder / "data/providers/lambda.yml", "name: Lambda", "name: Lambda Renamed")
        wait_for("hi/training/", "Lambda Renamed")
        edit(folder / "macros/templates/comparison.html", "<thead>", '<thead class="edited">')
        wait_for("bn/training/", 'class="edited"')
        edit(folder / "data/providers/lambda.yml", "kind: ", "kindd: ")
        wait_for_log("kindd is not a field here; did you mean kind?")
        wait_for("hi/training/", "Lambda Renamed")  # the earlier site is still served
        edit(folder / "data/providers/lambda.yml", "kindd: ", "kind: ")
        edit(folder / "data/providers/lambda.yml", "Lambda Renamed", "Lambda Mended")
        wait_for("hi/training/", "Lambda Mended")
        edit(folder / "docs/bn/research.md", '{{ comparison("research") }}', '{{ comparision("research") }}')
        wait_for_log("'comparision' is undefined")
        edit(folder / "docs/bn/research.md", '{{ comparision("research") }}', '{{ comparison("research") }}')
        wait_for("bn/research/", 'class="edited"')
