"""A page's HTML as the sections that a search can lead to.

A section is what stands under a heading with an id, or a term of a list of definitions with an id. Tables would drown
the text: only their row headers are searched, and nothing in an element that is hidden or has `data-pagefind-ignore`.
"""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

HEADING = re.compile(r"h[1-6]|dt")
INLINE = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "dfn", "em", "i", "kbd", "mark", "q", "s", "samp", "small", "span",
    "strong", "sub", "sup", "time", "u", "var",
})
VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
})
IGNORED = frozenset({
    "button", "caption", "form", "nav", "noscript", "script", "select", "style", "svg", "td", "template", "thead",
})
"""Elements whose text is no reading matter."""


@dataclass
class Section:
    """One place that a result leads to: `address` below the language's root, such as research/#faq-spot."""

    address: str
    title: str
    page: str
    """What the navigation calls the page it is on."""
    text: str = field(default="", repr=False)


def sections(html: str, address: str, page: str) -> list[Section]:
    """The sections of a page in order; the first is the page itself, up to its first heading with an id."""
    parser = _Sections(address, page)
    parser.feed(html)
    for section in parser.found:
        section.title = " ".join(section.title.split())
        section.text = " ".join(section.text.split())
    parser.found[0].title = parser.found[0].title or page
    return parser.found


class _Sections(HTMLParser):
    def __init__(self, address: str, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self._address, self._page = address, page
        self.found = [Section(address, "", page)]
        self._heading = ""
        self._ignored = 0
        """How many elements deep the parser is in one that is ignored."""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if self._ignored or _is_ignored(tag, given):
            self._ignored += tag not in VOID
        elif tag == "h1" and not self.found[0].title:
            self._heading = tag
        elif HEADING.fullmatch(tag) and given.get("id"):
            self._heading = tag
            self.found.append(Section(f"{self._address}#{given['id']}", "", self._page))
        self._space(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._ignored:
            self._ignored -= tag not in VOID
        elif tag == self._heading:
            self._heading = ""
        self._space(tag)

    def handle_data(self, data: str) -> None:
        if self._ignored:
            return
        if self._heading:
            self.found[-1].title += data
        else:
            self.found[-1].text += data

    def _space(self, tag: str) -> None:
        if tag not in INLINE:
            self.handle_data(" ")


def _is_ignored(tag: str, given: dict[str, str | None]) -> bool:
    is_marked = "data-pagefind-ignore" in given or "hidden" in given
    return tag in IGNORED or is_marked or "headerlink" in (given.get("class") or "").split()
