"""What is said of wrong lines in data/redirects.yml, and where addresses lead that follow from the pages and the cards."""

import datetime

import pytest

from macros.addresses import led_on, problems, site_pages
from macros.catalog.problems import CatalogError
from macros.catalog.reader import read_catalog
from macros.signposts import signposts

from . import tiny

AS_OF = datetime.date(2026, 11, 30)
DOCUMENTS = ["index.md", "fine-tuning.md", "gpus/index.md"]


def read(folder, redirects: str = "redirects: {}\n", gpus: str = tiny.GPUS):
    return read_catalog(tiny.write(folder, {"redirects.yml": redirects, "gpus.yml": gpus}), AS_OF, "vi")


def test_pages_have_the_addresses_that_mkdocs_gives_them(tmp_path):
    pages = site_pages(read(tmp_path), DOCUMENTS)
    assert pages == [
        "", "fine-tuning/", "gpus/", "gpus/small-16/", "gpus/big-80-sxm/", "providers/", "providers/alpha/", "providers/beta/",
        "compare/small-16-vs-big-80-sxm/",
    ]


def test_rules_from_the_pages_and_the_cards(tmp_path):
    gpus = tiny.GPUS.replace("big-80-sxm:", "big-80-pcie:", 1) + tiny.GPUS.partition("  big-80-sxm:")[2].join(["  big-80-sxm:", ""])
    catalog = read(tmp_path, "redirects:\n  gpu/: gpus/\n  gpus/big/: gpus/small-16/\n", gpus)
    assert led_on(catalog, site_pages(catalog, DOCUMENTS)) == {
        "compare/big-80-sxm-vs-small-16/": ("compare/small-16-vs-big-80-sxm/",),
        "fine_tuning/": ("fine-tuning/",),
        "finetuning/": ("fine-tuning/",),
        "gpu/": ("gpus/",),
        "gpus/big-80/": ("gpus/big-80-pcie/", "gpus/big-80-sxm/"),
        "gpus/big/": ("gpus/small-16/",),  # not a name with a number in it; and a line of the data goes before a rule
    }


def test_a_name_in_another_script_is_no_address(tmp_path):
    gpus = tiny.GPUS.replace("    vendor:", "    aliases: [এইচ১০০]\n    vendor:", 1)
    catalog = read(tmp_path, gpus=gpus)
    assert not [start for start in led_on(catalog, site_pages(catalog, DOCUMENTS)) if "//" in start]


def test_a_name_of_several_cards_is_no_target(tmp_path):
    gpus = tiny.GPUS.replace("big-80-sxm:", "big-80-pcie:", 1) + tiny.GPUS.partition("  big-80-sxm:")[2].join(["  big-80-sxm:", ""])
    catalog = read(tmp_path, "redirects:\n  big/: gpus/big-80/#offers\n", gpus)
    told = [str(problem) for problem in problems(catalog, site_pages(catalog, DOCUMENTS))]
    assert told == ["data/redirects.yml:2: gpus/big-80/ is not a page; did you mean gpus/big-80-sxm/?"]


@pytest.mark.parametrize(("line", "message"), [
    ("gpus/: fine-tuning/", "gpus/ is a page itself; take the line out"),
    ("gpu/: gpuss/", "gpuss/ is not a page; did you mean gpus/?"),
    ("gpu/: finetuning/", "finetuning/ is led on to fine-tuning/; write that"),
    ("gpu/: gpu/", "gpu/ leads in a circle"),
    ("assets/: gpus/", "assets/ is in a folder of the site's own files"),
    ("pagefind/old/: gpus/", "pagefind/old/ is in a folder of the site's own files"),
    ("gpu/: gpus/small-16", "“gpus/small-16” should have the form"),
    ("gpu: gpus/", "should have the form"),
    ("gpu/: //evil.example/", "should have the form"),
    ("../gpu/: gpus/", "should have the form"),
    ("gpu/: gpus/\n  gpu/: fine-tuning/", "gpu/ is given twice"),
])
def test_a_wrong_line_is_told(tmp_path, line, message):
    try:
        catalog = read(tmp_path, f"redirects:\n  {line}\n")
        found = list(problems(catalog, site_pages(catalog, DOCUMENTS)))
    except CatalogError as error:
        found = error.problems
    assert len(found) == 1 and found[0].path == "data/redirects.yml" and found[0].line in (2, 3)
    assert message in found[0].message


def test_no_line_leads_in_a_circle(tmp_path):
    catalog = read(tmp_path, "redirects:\n  one/: two/\n  two/: one/\n")
    told = [str(problem) for problem in problems(catalog, site_pages(catalog, DOCUMENTS))]
    assert told == [
        "data/redirects.yml:2: one/ leads in a circle",
        "data/redirects.yml:3: two/ leads in a circle",
    ]


def test_a_choice_is_named_by_what_its_names_begin_with():
    pages = {"gpus/": "GPUs", "gpus/a100-40-pcie/": "A100 40 GB PCIe", "gpus/a100-80-sxm/": "A100 80 GB SXM"}
    moved = {"gpus/a100/": ("gpus/a100-40-pcie/", "gpus/a100-80-sxm/"), "old/": ("gpus/a100/",), "gpu/": ("gpus/#pairs",)}
    assert [tuple(post) for post in signposts(moved, pages)] == [
        ("gpus/a100/", "A100", [("gpus/a100-40-pcie/", "A100 40 GB PCIe"), ("gpus/a100-80-sxm/", "A100 80 GB SXM")]),
        ("old/", "A100", [("gpus/a100/", "A100")]),
        ("gpu/", "GPUs", [("gpus/#pairs", "GPUs")]),
    ]
