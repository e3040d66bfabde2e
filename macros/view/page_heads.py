"""Title, description and place of the pages made from the catalog, in one language, as plain text."""

import datetime
from dataclasses import dataclass

from ..cards import Card, cards
from ..catalog.languages import Language
from ..catalog.reader import Catalog
from ..catalog_pages import CatalogPage
from .numbers import Numbers
from .renderer import filled


@dataclass(frozen=True)
class Head:
    """What a page says of itself before its text; names in it are those of the catalog, not yet escaped."""

    title: str
    description: str
    trail: tuple[tuple[str, str], ...]
    """Names and addresses below the language's root, from the home page to this page."""


class Heads:
    """The heads of all pages of one language."""

    def __init__(self, catalog: Catalog, language: Language, as_of: datetime.date):
        self._catalog = catalog
        self._words = language.words
        self._numbers = Numbers(language)
        self._as_of = as_of
        self._parents = {"gpu_page": ("gpus", "gpus/"), "provider_page": ("providers", "providers/"), "pair_page": ("compare", "compare/")}

    def of(self, page: CatalogPage) -> Head:
        """The head of one page."""
        words, parts = self._words[page.kind], self._parts(page)
        name = parts.get("name") or self._words["crumbs"]["gpus" if page.kind == "gpu_list" else "providers"]
        trail = [(self._words["crumbs"]["home"], "")]
        if parent := self._parents.get(page.kind):
            trail.append((self._words["crumbs"][parent[0]], parent[1]))
        trail.append((name, page.address))
        return Head(filled(words["title"], **parts), filled(words["description"], **parts), tuple(trail))

    def of_document(self, title: str, description: str, address: str) -> Head:
        """The head of a page of docs/, which says its title and description itself."""
        trail = ((self._words["crumbs"]["home"], ""),) if address else ()
        return Head(title, description, (*trail, (title, address)))

    def _parts(self, page: CatalogPage) -> dict[str, str]:
        """What the title and the description of a page may name."""
        if page.kind in ("gpu_list", "provider_list"):
            return {"gpus": self._numbers.number(len(self._catalog.gpus)), "providers": self._numbers.number(len(self._catalog.providers))}
        if page.kind == "provider_page":
            return {"name": self._catalog.providers[page.ids[0]].name}
        shown = [cards(self._catalog, self._as_of)[id_] for id_ in page.ids]
        if page.kind == "gpu_page":
            return {"name": shown[0].gpu.name, "vram": self._vram(shown[0])}
        first, second = (card.gpu.name for card in shown)
        name = filled(self._words["pair_page"]["name"], first=first, second=second)
        return {"name": name, "first": first, "second": second, "first_vram": self._vram(shown[0]), "second_vram": self._vram(shown[1])}

    def _vram(self, card: Card) -> str:
        return f"{self._numbers.number(card.gpu.vram_gb)} GB"
