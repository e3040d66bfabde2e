"""The tables of offers in one language, with the fields to work them with and the facts that the browser sorts by."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from markupsafe import Markup

from ..catalog.gpus import Gpu
from ..catalog.providers import Provider
from ..listings import Listing
from ..offer_facts import as_json, card_facts, offer_facts, provider_facts
from ..offer_filters import choices
from ..offer_values import FactRow
from .columns import CARD, DEPENDS, MOST_FIRST, OFFER, PROVIDER, SORTED_ALONE
from .renderer import Renderer

FACTS = "assets/offers/"
"""Where the facts of each table are, below the site of its language."""
PAGE_SIZE = 100
"""Rows that a browser with scripts shows at once, and adds at each request for more."""
FIELD = re.compile(r'<(?:input|select)\b[^>]*? name="([^"]+)"')
"""The name of a field in the form above a table, by which an address asks it."""
VOCABULARIES = {"step": "billing_step", "stopped": "when_stopped", "pay": "payment", "link": "interconnect", "net": "network"}
Names = dict[str, dict[str, str]]
Group = tuple[str | None, Sequence[Listing]]


@dataclass
class OfferTables:
    """Tables of offers for one language; `near` are the countries near its readers.

    `files` gets the facts of each table that is made, by their path below the language's site.
    """

    renderer: Renderer
    near: list[str]
    files: dict[str, str]
    _cells: dict[tuple[str, Hashable], Markup] = field(default_factory=dict)

    def guide(self, name: str, caption: str, columns: list[str], groups: list[Group]) -> str:
        """A guide's table, which leads to the table of all offers."""
        return self._offers(name, caption, columns, columns, groups, all_offers="../compare/")

    def everything(self, caption: str, rows: Sequence[Listing]) -> str:
        """The table of all offers.

        Rows after the first PAGE_SIZE are parsed only by browsers without scripts: they stand in a noscript element.
        """
        first = [(None, rows[:PAGE_SIZE])]
        return self._offers("all", caption, OFFER, [*OFFER, *SORTED_ALONE], first, rest=rows[PAGE_SIZE:])

    def cards(self, gpus: dict[str, Gpu]) -> str:
        """The facts of every card, the smallest memory first."""
        rows = sorted((FactRow(gpu_id=id_, gpu=gpu) for id_, gpu in gpus.items()), key=lambda row: (row.gpu.vram_gb, row.gpu.name))
        return self._facts("card", CARD, card_facts(rows, CARD), rows)

    def providers(self, providers: dict[str, Provider]) -> str:
        """The facts of every provider, by name."""
        rows = sorted((FactRow(provider=one) for one in providers.values()), key=lambda row: row.provider.name.casefold())
        return self._facts("provider", PROVIDER, provider_facts(rows, PROVIDER, self.renderer.numbers.places), rows)

    def _offers(
        self, name: str, caption: str, columns: Sequence[str], sortable: Sequence[str], groups: list[Group],
        rest: Sequence[Listing] = (), all_offers: str | None = None,
    ) -> str:
        rows = [row for _, group in groups for row in group] + list(rest)
        facts = offer_facts(rows, sortable, self.near, self.renderer.numbers.places)
        names = {"card": {row.gpu_id: row.gpu.name for row in rows}, "provider": {row.provider.id: row.provider.name for row in rows}}
        return self.renderer.render(
            "comparison.html", caption=caption, columns=columns, groups=groups, rest=rest, all_offers=all_offers,
            **self._workable(name, facts, sortable, names),
        )

    def _facts(self, kind: str, columns: Sequence[str], facts: dict, rows: Sequence[FactRow]) -> str:
        names = [row.gpu.name if row.gpu else row.provider.name for row in rows]
        return self.renderer.render(
            "facts.html", kind=kind, columns=columns, rows=zip(facts["ids"], names, rows, strict=True),
            **self._workable(kind, facts, [kind, *columns], {}),
        )

    def _workable(self, name: str, facts: dict, sortable: Sequence[str], names: Names) -> dict:
        """What the template of a table needs to make it workable; its facts are put among the files."""
        tools = self._tools(name, facts, sortable, names)
        text = as_json(facts | {"tools": tools})
        self.files[f"{FACTS}{name}.json"] = text
        return {
            "name": name, "facts_file": f"{name}.json?{sha256(text.encode()).hexdigest()[:8]}", "cell": self._cell,
            "locale": self.renderer.numbers.locale_tag, "fields": FIELD.findall(tools), "page_size": PAGE_SIZE,
        }

    def _tools(self, name: str, facts: dict, sortable: Sequence[str], names: Names) -> str:
        return self.renderer.render(
            "offer_tools.html", name=name, facts=facts, sortable=sortable, choices=choices(facts, self.near, names),
            label=lambda choice, tag: self._label(choice, tag, names), most_first=MOST_FIRST,
        )

    def _label(self, choice: str, tag: str, names: Names) -> str:
        if choice in names:
            return names[choice][tag]
        if choice in VOCABULARIES:
            return self.renderer.tag(tag, VOCABULARIES[choice])
        return self.renderer.numbers.places([tag]) if choice in ("place", "region") else tag.upper()

    def _cell(self, cells: dict, column: str, row: Listing | FactRow) -> Markup:
        """A cell's HTML; what many offers share is made once."""
        shared = DEPENDS[column](row) if column in DEPENDS else None
        if shared is None:
            return Markup(cells[column](row).strip())
        key = column, shared
        if key not in self._cells:
            self._cells[key] = Markup(cells[column](row).strip())
        return self._cells[key]
