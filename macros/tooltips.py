"""Links to the glossary say what the term means: a title that the theme shows as a tooltip."""

import re
from html import escape

from .catalog.languages import Term

LINK = re.compile(r'<a href="((?:\.\./)?glossary/#([\w-]+))"')


def with_tooltips(page: str, glossary: dict[str, Term]) -> str:
    """`page` with the term's explanation as the title of each link to the glossary."""
    def titled(match: re.Match) -> str:
        term = glossary.get(match[2])
        return f'{match[0]} title="{escape(term.text)}"' if term else match[0]

    return LINK.sub(titled, page)
