"""Templates in one language: words, numbers and money are filters, everything is escaped."""

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from ..blocks import SITE
from ..catalog.languages import Language
from ..catalog_pages import gpu_address, provider_address
from ..compiled import COMPILED
from ..exchange import Exchange
from ..listings import Quote
from ..shops import EXAMPLE
from .bars import bar, named_parts
from .browser import query
from .currency import rate_parts
from .numbers import Numbers

TEMPLATES = Path(__file__).parents[1] / "templates"
PLACE = re.compile(r"\{(\w+)\}")


class Renderer:
    """Renders macros/templates/ for one language on one day.

    `constants` are known to every template, imported ones too: these are made once, so they are imported without context.
    """

    def __init__(self, language: Language, exchange: Exchange, **constants: object):
        self.numbers = Numbers(language)
        self.language = language
        self._rate = exchange.rates[language.currency]
        self._env = Environment(
            loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, bytecode_cache=COMPILED,
        )
        n = self.numbers
        in_language = (
            n.number, n.digits, n.gib, n.money, n.fine, n.about, n.percent, n.date, n.days, n.places, self.usd, self.local, self.tag
        )
        self._env.filters |= {write.__name__: _at_run_time(write) for write in in_language}
        self._env.filters |= {"say": say, "bar": bar, "named_parts": named_parts, "query": query}
        self._env.filters |= {
            "page_url": page_url, "gpu_url": lambda id_: page_url(gpu_address(id_)),
            "provider_url": lambda id_: page_url(provider_address(id_)),
        }
        self._env.globals |= {
            "words": language.words, "as_of": exchange.as_of, "currency": language.currency,
            "language_code": language.locale.partition("_")[0],
            "rate_parts": rate_parts(language, self.numbers, exchange), "example_job": EXAMPLE,
        } | constants

    def render(self, template: str, **context: object) -> str:
        """The HTML of one template."""
        return self._env.get_template(template).render(**context)

    def usd(self, amount: Decimal, quote: Quote) -> str:
        """An amount worked out from `quote` in US dollars: exact where it is listed so, else marked as converted."""
        return self.numbers.money(amount) if quote.currency == "USD" else f"≈\N{NO-BREAK SPACE}{self.numbers.about(amount, 'USD')}"

    def local(self, usd: Decimal | float) -> Markup:
        """US dollars in the reader's currency; what they are worth stands by, for a browser that writes another currency."""
        told = f"{float(usd):.6g}"
        amount = self.numbers.about(Decimal(told) * self._rate.units_per_usd, self.language.currency)
        return Markup('<span data-usd="{}">{}</span>').format(told, amount)

    def tag(self, tag: str, vocabulary: str) -> str:
        """The word for a tag of one of the catalog's vocabularies."""
        return self.language.tags[vocabulary][tag]


def page_url(address: str) -> str:
    """A link to a page of this language, whatever page it stands on: macros/blocks.py makes it relative when it fills a page in."""
    return f"{SITE}{address}"


def filled(sentence: str, **parts: str) -> str:
    """A sentence of the language file with each `{name}` replaced, as plain text: what puts it into HTML escapes it."""
    return PLACE.sub(lambda match: parts[match[1]], sentence)


def _at_run_time(write: Callable[..., str]) -> Callable[..., str]:
    """`write` as a filter that Jinja never works out while compiling: compiled templates serve every language."""

    @pass_context
    def filtered(context: Context, *args: object, **kwargs: object) -> str:
        return write(*args, **kwargs)

    return filtered


def say(sentence: str, **parts: object) -> Markup:
    """A sentence of the language file with each `{name}` replaced; sentence and parts are escaped.

    Raises KeyError when the sentence names a part that is not given.
    """
    return Markup(PLACE.sub(lambda match: str(escape(parts[match[1]])), str(escape(sentence))))
