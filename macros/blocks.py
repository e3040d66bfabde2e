"""Blocks of HTML that a page holds as placeholders while Markdown runs, and that are filled in afterwards.

Big tables never pass through the Markdown parser, and no text of the catalog is ever read as Markdown or Jinja.
"""

import re
import secrets

PLACEHOLDER = re.compile(r'<div data-block="([\w-]+)"></div>')
SITE = "site:"
"""What the address of a page of the same language begins with inside a block."""
LINK = f'href="{SITE}'


class Blocks:
    """The blocks of one build, in the order in which they were made."""

    def __init__(self) -> None:
        self._token = secrets.token_hex(8)  # not to be guessed by who writes a page
        self._held: dict[str, str] = {}

    def hold(self, html: str) -> str:
        """Keep `html`; returns the placeholder to put into the Markdown."""
        name = f"{self._token}-{len(self._held)}"
        self._held[name] = html
        return f'<div data-block="{name}"></div>'

    def fill(self, page: str, root: str = "") -> str:
        """`page` with each placeholder replaced by its block; `root` leads from the page to the language's home page."""
        return PLACEHOLDER.sub(lambda match: self._held.get(match[1], match[0]).replace(LINK, f'href="{root}'), page)
