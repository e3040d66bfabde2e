"""The macros that pages can call, in one language: what `blocks` lists returns HTML."""

import datetime
from collections.abc import Callable

from markupsafe import Markup

from .calculator_form import form
from .catalog.languages import Language
from .catalog.problems import did_you_mean
from .catalog.reader import Catalog
from .catalog.workloads import Workload
from .charts import CHARTS, chart
from .comparison import by_price, compare
from .evidence import by_method_and_source, scores_of
from .exchange import exchange
from .listings import cheapest, listings
from .memory_table import Part, memory_lines
from .page_blocks import PageBlocks, constants
from .published import Licence
from .scoring import report
from .sessions import short_sessions
from .shops import shops
from .view.browser import settings
from .view.currency import choice, rate_parts
from .view.offers import OfferTables
from .view.renderer import Renderer, say


class Guide:
    """Everything the macros of one language's build need, worked out once."""

    def __init__(self, catalog: Catalog, language: Language, as_of: datetime.date, repository: str):
        self._catalog = catalog
        self._language = language
        self._as_of = as_of
        self._listings = listings(catalog, as_of)
        self._exchange = exchange(catalog, as_of)
        self._renderer = Renderer(language, self._exchange, **constants(catalog))
        self._repository = repository
        self._pages = PageBlocks(catalog, language, as_of, self._renderer, repository)
        self.files: dict[str, str] = {}
        self._offers = OfferTables(self._renderer, catalog.policy.near_readers, self.files)

    def blocks(self) -> dict[str, Callable[..., str]]:
        """The macros by the name that pages call them by."""
        return {
            "comparison": self.comparison,
            "all_offers": self.all_offers,
            "card_facts": self.card_facts,
            "provider_facts": self.provider_facts,
            "vram_table": self.vram_table,
            "worked_example": self.worked_example,
            "accuracy_table": self.accuracy_table,
            "calculator": self.calculator,
            "cheapest": self.cheapest,
            "catalog_summary": self.catalog_summary,
            "repository_link": self.repository_link,
            "glossary": self.glossary,
            "chart": self.chart,
            "open_data": self.open_data,
        } | self._pages.blocks()

    def comparison(self, workload: str) -> str:
        """The table of offers for a workload of data/workloads.yml, filtered and ranked for it."""
        chosen = self._workload(workload)
        titles = self._language.words["groups"]
        groups = [(titles[f"{workload}.{name}"], rows) for name, rows in compare(chosen, self._listings)]
        return self._offers.guide(workload, self._caption(workload), chosen.columns, groups)

    def all_offers(self) -> str:
        """The table of every offer, the cheapest first."""
        return self._offers.everything(self._caption("all"), by_price(self._listings))

    def card_facts(self) -> str:
        """The cards of the catalog with what is the same for all their offers."""
        return self._offers.cards(self._catalog.gpus)

    def provider_facts(self) -> str:
        """The providers of the catalog with what is the same for all their offers."""
        return self._offers.providers(self._catalog.providers)

    def _caption(self, table: str) -> Markup:
        words, numbers = self._language.words, self._renderer.numbers
        about = say(words["captions"][table], date=numbers.date(self._as_of, "long"))
        parts = rate_parts(self._language, numbers, self._exchange)
        return about + " " + say(words["table"]["caption_money"], **parts) + " " + parts["old"]

    def vram_table(self, workload: str) -> str:
        """The memory that the workload's models need, with the smallest card that fits each."""
        self._workload(workload)
        return self._memory(workload, "memory")

    def worked_example(self, workload: str) -> str:
        """The guide's main point in figures, worked out from current offers."""
        chosen = self._workload(workload)
        if chosen.example:
            return self._memory(workload, "example", self._language.words["example"][workload])
        return self._renderer.render("sessions.html", example=short_sessions(self._listings))

    def _memory(self, workload: str, part: Part, title: str = "") -> str:
        lines = memory_lines(self._catalog, self._as_of, workload, part)
        headroom = self._catalog.policy.headroom
        return self._renderer.render(
            "memory.html", name=f"{workload}-{part}", title=title, lines=lines, headroom=headroom, same_as_first=False, suited=True
        )

    def accuracy_table(self) -> str:
        """How far the memory estimates are from the published measurements, by method."""
        scores = scores_of(self._catalog)
        evidence = by_method_and_source(self._catalog.measurements, scores)
        return self._renderer.render("accuracy.html", report=report(scores), count=len(scores), evidence=evidence)

    def calculator(self) -> str:
        """The memory and cost calculator, with tables of common jobs for readers without JavaScript."""
        catalog = self._catalog
        return self._renderer.render(
            "calculator.html",
            settings=settings(self._language, self._renderer.numbers, catalog.rates),
            form=form(catalog.models, catalog.gpus),
            tables={name: memory_lines(catalog, self._as_of, name, "calculator") for name in catalog.common_jobs},
            headroom=catalog.policy.headroom,
            shops=shops(catalog, self._as_of).values(),
        )

    @property
    def currencies(self) -> str:
        """What lets a reader see amounts in the currency of any of the site's languages, as JSON."""
        codes = [language.currency for language in self._catalog.languages.values()]
        return choice(self._language, self._renderer.numbers, self._exchange, codes)

    def cheapest(self, min_gb: int, max_gb: int, gpus: int = 1) -> str:
        """A line naming the cheapest current price of a card with that much memory, in an instance of `gpus`."""
        found = cheapest(
            one for one in self._listings if min_gb <= one.gpu.vram_gb <= max_gb and one.offer.gpus == gpus
        )
        return self._renderer.render("cheapest.html", min_gb=min_gb, max_gb=max_gb, gpus=gpus, found=found)

    def catalog_summary(self) -> str:
        """How much the catalog holds, and from when."""
        return self._renderer.render(
            "summary.html",
            offers=len(self._listings),
            gpus=len({one.gpu_id for one in self._listings}),
            providers=len({one.provider.id for one in self._listings}),
            newest=max(one.newest.checked for one in self._listings),
            oldest=min(one.newest.checked for one in self._listings),
        )

    def repository_link(self, path: str) -> str:
        """A link to a folder or page of the project's repository."""
        address = f"{self._repository.rstrip('/')}/{'' if path == 'issues' else 'tree/main/'}{path}"
        return self._renderer.render("repository_link.html", address=address, path=path)

    def chart(self, name: str) -> str:
        """A picture of macros/charts.py as SVG, with its figures as a table."""
        if name not in CHARTS:
            raise ValueError(f"{name} is not a chart of macros/charts.py{did_you_mean(name, CHARTS)}")
        template, context = chart(name, self._listings)
        return self._renderer.render(template, **context)

    def open_data(self) -> str:
        """Licence and files of the open data, and the feed, for a page one level below its language."""
        return self._renderer.render("open_data.html", licence=Licence())

    def glossary(self) -> str:
        """All terms with their explanations, in the order of the language's alphabet of terms."""
        return self._renderer.render("glossary.html", terms=self._language.glossary)

    def _workload(self, name: str) -> Workload:
        workloads = self._catalog.workloads
        if name not in workloads:
            raise ValueError(f"{name} is not a workload of data/workloads.yml{did_you_mean(name, workloads)}")
        return workloads[name]
