"""What readers type for what the pages write: other spellings, English names, names of GPUs and providers run together.

All of it comes from data/languages and the catalog; macros/search/index.py hands it to the browser.
"""

from collections.abc import Iterable, Iterator, Mapping

from ..catalog.languages import Language
from ..catalog.reader import Catalog
from ..catalog_pages import provider_address
from .folding import Folding

LONGEST_GLOSS = 3
"""In words: a longer gloss explains the term, it is no name for it."""


def aliases(catalog: Catalog, language: Language, folding: Folding) -> dict[str, str]:
    """For each spelling, squeezed (`finetuning`), the folded words to search for (`ফআইন-টইউনইঙ`)."""
    found: dict[str, str] = {}
    for written, spellings in _pairs(catalog, language):
        target = " ".join(folding.words(written))
        for spelling in spellings:
            found.setdefault(folding.squeezed(spelling), target)
    return dict(sorted(found.items()))


def names_of_pages(language: Language, pages: Mapping[str, str], folding: Folding) -> dict[str, str]:
    """For each spelling of `search_pages`, squeezed, the folded words of that page's name; `pages` has the names by address.

    Raises KeyError for an address that is no page's.
    """
    return {
        folding.squeezed(spelling): " ".join(folding.words(pages[address]))
        for address, spellings in language.search_pages.items()
        for spelling in spellings
    }


def _pairs(catalog: Catalog, language: Language) -> Iterator[tuple[str, Iterable[str]]]:
    for written, spellings in language.search_aliases.items():
        yield written, [*spellings, written]
    for id_, term in language.glossary.items():
        short = [term.gloss] if term.gloss and len(term.gloss.split()) <= LONGEST_GLOSS else []
        yield term.term, [*term.forbidden, *short, id_.replace("-", " "), term.term]
    for id_, gpu in catalog.gpus.items():
        yield gpu.name, [*gpu.aliases, id_, f"{gpu.name} {gpu.vram_gb} GB"]
        yield from ((start, [start]) for start in _starts(gpu.name))
    for id_, provider in catalog.providers.items():
        yield provider.name, [id_, provider.name, *_other_names(catalog, id_)]


def _other_names(catalog: Catalog, provider: str) -> list[str]:
    """What else a provider is or was called, as data/redirects.yml has it: datacrunch of Verda."""
    starts = [start for start, target in catalog.redirects.items() if target == provider_address(provider)]
    return [start.rstrip("/").rpartition("/")[2].replace("-", " ") for start in starts]


def _starts(name: str) -> list[str]:
    """`A100`, `A100 80`, `A100 80 GB`, `A100 80 GB SXM`: what of a name people write as one word."""
    words = name.split()
    return [" ".join(words[:n]) for n in range(1, len(words) + 1)]
