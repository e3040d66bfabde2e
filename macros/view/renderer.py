"""Templates in one language: words, numbers and money are filters, everything is escaped."""

import datetime
import re
from decimal import Decimal
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ..catalog.currencies import Rate
from ..catalog.languages import Language
from ..compiled import COMPILED
from ..listings import Quote
from .numbers import Numbers

TEMPLATES = Path(__file__).parents[1] / "templates"
PLACE = re.compile(r"\{(\w+)\}")


class Renderer:
    """Renders macros/templates/ for one language on one day."""

    def __init__(self, language: Language, rates: dict[str, Rate], as_of: datetime.date):
        self.numbers = Numbers(language)
        self.language = language
        self._rate = rates[language.currency]
        self._env = Environment(
            loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, bytecode_cache=COMPILED,
        )
        n = self.numbers
        self._env.filters |= {
            "number": n.number, "digits": n.digits, "gib": n.gib, "money": n.money, "about": n.about, "percent": n.percent,
            "date": n.date, "days": n.days, "places": n.places,
            "usd": self.usd, "local": self.local, "tag": self.tag, "say": say,
        }
        self._env.globals |= {
            "words": language.words, "as_of": as_of, "currency": language.currency, "rate": self._rate,
        }

    def render(self, template: str, **context: object) -> str:
        """The HTML of one template."""
        return self._env.get_template(template).render(**context)

    def usd(self, amount: Decimal, quote: Quote) -> str:
        """An amount worked out from `quote` in US dollars: exact where it is listed so, else marked as converted."""
        return self.numbers.money(amount) if quote.currency == "USD" else f"≈ {self.numbers.about(amount, 'USD')}"

    def local(self, usd: Decimal) -> str:
        """US dollars in the reader's currency."""
        return self.numbers.about(usd * self._rate.units_per_usd, self.language.currency)

    def tag(self, tag: str, vocabulary: str) -> str:
        """The word for a tag of one of the catalog's vocabularies."""
        return self.language.tags[vocabulary][tag]


def say(sentence: str, **parts: object) -> Markup:
    """A sentence of the language file with each `{name}` replaced; sentence and parts are escaped.

    Raises KeyError when the sentence names a part that is not given.
    """
    return Markup(PLACE.sub(lambda match: str(escape(parts[match[1]])), str(escape(sentence))))
