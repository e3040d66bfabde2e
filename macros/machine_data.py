"""Which structured data each page of one language carries."""

import datetime

from .cards import cards
from .catalog.languages import Language
from .catalog.reader import Catalog
from .catalog_pages import CatalogPage
from .listings import listings
from .structured_data import breadcrumb_list, dataset, organization, product
from .view.page_heads import Head

DATASET = "compare/"
"""The page that shows the whole of the published data."""


class MachineData:
    """`root` is the address of the language's home page, `data` that of the published data."""

    def __init__(self, catalog: Catalog, language: Language, as_of: datetime.date, root: str, data: str):
        self._catalog, self._language, self._as_of = catalog, language, as_of
        self._root, self._data = root, data

    def of(self, head: Head, page: CatalogPage | None = None) -> list[dict]:
        """The data of a page: of one made from the catalog if `page` is given, else of one in docs/."""
        address = head.trail[-1][1]
        if not address:
            return []
        found = [breadcrumb_list([(name, self._root + below) for name, below in head.trail])]
        if address == DATASET:
            found.append(self._dataset(address))
        if page and page.kind == "gpu_page":
            card = cards(self._catalog, self._as_of)[page.ids[0]]
            found += filter(None, [product(card, head.description, self._root + address)])
        if page and page.kind == "provider_page":
            found.append(organization(self._catalog.providers[page.ids[0]]))
        return found

    def _dataset(self, address: str) -> dict:
        words, days = self._language.words["dataset"], [one.newest.checked for one in listings(self._catalog, self._as_of)]
        site = {"@type": "Organization", "name": self._language.site_name, "url": self._root}
        tag, span = self._language.tag, (min(days), max(days))
        return dataset(words["name"], words["description"], self._root + address, self._data, tag, span, site)
