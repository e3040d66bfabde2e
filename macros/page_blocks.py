"""The macros of the pages made from the catalog: each is the whole text of one page."""

import datetime
from collections.abc import Callable

from .cards import Card, cards
from .catalog.languages import Language
from .catalog.reader import Catalog
from .catalog_pages import CatalogPage, catalog_pages
from .fit import NODE
from .model_fit import METHODS, SERVED_TOKENS, TRAINED_TOKENS, held, lacks_bf16, models
from .pairs import only_one_holds, pair
from .shops import shops
from .view.page_heads import Heads
from .view.renderer import Renderer

OFFERS_OF_A_CARD = ("provider", "price", "checked", "size", "spot", "billing", "interconnect", "near_regions", "payment")
OFFERS_OF_A_PROVIDER = ("card", "price", "checked", "machine", "spot", "vram", "interconnect", "network")


def constants(catalog: Catalog) -> dict[str, object]:
    """What every page has in common: the countries near its readers, and what the estimates were worked out with."""
    return {
        "near_readers": catalog.policy.near_readers, "headroom": catalog.policy.headroom,
        "methods": METHODS, "served": SERVED_TOKENS, "trained": TRAINED_TOKENS, "listed": len(models(catalog, True)),
    }


class PageBlocks:
    """One language's pages; what is the same in every language is worked out once, in the functions called here."""

    def __init__(self, catalog: Catalog, language: Language, as_of: datetime.date, renderer: Renderer, repository: str):
        self._catalog = catalog
        self._cards = cards(catalog, as_of)
        self._shops = shops(catalog, as_of)
        self._heads = Heads(catalog, language, as_of)
        self._pages = {(page.kind, *page.ids): page for page in catalog_pages(catalog)}
        self._renderer = renderer
        self._repository = repository.rstrip("/")

    def blocks(self) -> dict[str, Callable[..., str]]:
        """The macros by name."""
        return {
            "gpu_list": self.gpu_list,
            "gpu_page": self.gpu_page,
            "provider_list": self.provider_list,
            "provider_page": self.provider_page,
            "pair_page": self.pair_page,
        }

    def gpu_list(self) -> str:
        """All cards with what they cost at least now, and the pairs that are set side by side."""
        return self._page("gpu_list.html", "gpu_list", cards=self._cards.values(), pairs=self._named(self._catalog.pairs))

    def gpu_page(self, id_: str) -> str:
        """One card: what it is, who rents it, what it holds, what it lacks."""
        card = self._cards[id_]
        return self._page(
            "gpu_page.html", "gpu_page", id_, card=card, columns=OFFERS_OF_A_CARD, pairs=self._named(card.pairs),
            beside=[self._cards[other] for other in card.beside],
            weights=_weights(card), one=held(self._catalog, card.gpu), node=self._node(card),
        )

    def provider_list(self) -> str:
        """All providers with what sets them apart."""
        return self._page("provider_list.html", "provider_list", shops=self._shops.values())

    def provider_page(self, id_: str) -> str:
        """One provider: its terms, its regions, all of its offers, and where to correct them."""
        return self._page(
            "provider_page.html", "provider_page", id_, shop=self._shops[id_], columns=OFFERS_OF_A_PROVIDER,
            file=f"{self._repository}/edit/main/data/providers/{id_}.yml",
        )

    def pair_page(self, first: str, second: str) -> str:
        """Two cards side by side."""
        made = pair(self._cards[first], self._cards[second])
        holds = tuple(held(self._catalog, card.gpu) for card in made.sides)
        return self._page(
            "pair_page.html", "pair_page", first, second, pair=made, verdict=made.verdict(), holds=holds,
            only=only_one_holds(made, holds), weights=_weights(*made.sides),
        )

    def _page(self, template: str, *key: str, **context: object) -> str:
        page = self._pages[key]
        return self._renderer.render(template, page=page, head=self._heads.of(page), **context)

    def _node(self, card: Card):
        """What eight of the card hold, where they are rented so."""
        return held(self._catalog, card.gpu, NODE) if any(one.offer.gpus == NODE for one in card.offers) else None

    def _named(self, pairs: list[tuple[str, str]]) -> list[tuple[CatalogPage, str]]:
        """Pages of pairs, each with the name that its link has."""
        pages = [self._pages["pair_page", *ids] for ids in pairs]
        return [(page, self._heads.of(page).trail[-1][0]) for page in pages]


def _weights(*shown: Card) -> str:
    """The 16-bit format that the cards' models are worked out in, or that it differs."""
    formats = {"fp16" if lacks_bf16(card.gpu) else "bf16" for card in shown}
    return formats.pop() if len(formats) == 1 else "both"
