"""Where addresses lead that are no page's: those of data/redirects.yml, and those that follow from the pages and the cards.

Everything here is below a language's root and the same in every language.
"""

import re
from collections.abc import Collection, Iterator

from .catalog.problems import Problem, did_you_mean
from .catalog.reader import Catalog
from .catalog_pages import catalog_pages, gpu_address, page_address, pair_address

FOLDERS = ("assets", "pagefind")
"""Below a language's root, what is there beside pages."""


def site_pages(catalog: Catalog, documents: Collection[str]) -> list[str]:
    """The addresses of all pages of a language, from the Markdown files of docs/<language>/ and the catalog."""
    return list(dict.fromkeys([*map(page_address, documents), *(page.address for page in catalog_pages(catalog))]))


def led_on(catalog: Catalog, pages: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Each address that is led on, with the page that it means, or the pages that it may mean."""
    found: dict[str, tuple[str, ...]] = {start: (target,) for start, target in catalog.redirects.items()}
    for start, targets in _computed(catalog, pages):
        if start not in pages:
            found.setdefault(start, targets)
    return dict(sorted(found.items()))


def _computed(catalog: Catalog, pages: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for page in pages:
        if page.count("/") == 1 and "-" in page:
            yield page.replace("-", ""), (page,)
            yield page.replace("-", "_"), (page,)
    for first, second in catalog.pairs:
        yield pair_address(second, first), (pair_address(first, second),)
    for name, ids in _families(catalog).items():
        yield gpu_address(name), tuple(gpu_address(id_) for id_ in ids)


def _families(catalog: Catalog) -> dict[str, list[str]]:
    """What cards are called for short, in the form of an id, and the ids of those that are: h100, a100-80."""
    found: dict[str, list[str]] = {}
    for id_, gpu in catalog.gpus.items():
        for name in dict.fromkeys([*_starts(id_), *filter(None, map(_as_id, gpu.aliases))]):  # an alias in another script is no address
            found.setdefault(name, []).append(id_)
    return found


def _starts(id_: str) -> Iterator[str]:
    """The shorter names inside an id that still name a model: one with a number in it, so not `rtx`."""
    parts = id_.split("-")
    starts = ("-".join(parts[:n]) for n in range(1, len(parts)))
    return (start for start in starts if re.search(r"\d", start))


def _as_id(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def problems(catalog: Catalog, pages: Collection[str]) -> Iterator[Problem]:
    """What is wrong with data/redirects.yml, beside `pages`, the addresses of a language's pages."""
    source, led = catalog.sources["redirects"], led_on(catalog, pages)
    for start, target in catalog.redirects.items():
        path, page = ("redirects", start), target.partition("#")[0]
        if start in pages:
            yield source.problem(path, f"{start} is a page itself; take the line out")
        if start.partition("/")[0] in FOLDERS:
            yield source.problem(path, f"{start} is in a folder of the site's own files; no page can stand there")
        if len(led.get(page, ())) == 1:
            final = led[page][0]
            circle = final in (start, page)
            yield source.problem(path, f"{start} leads in a circle" if circle else f"{page} is led on to {final}; write that")
        elif page not in pages:
            yield source.problem(path, f"{page} is not a page{did_you_mean(page, pages)}")
