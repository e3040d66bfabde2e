"""A page's questions and answers as schema.org FAQPage data, made from its own headings and text."""

import html
import re
from dataclasses import dataclass
from html.parser import HTMLParser

from .structured_data import script_json

QUESTION = re.compile(r"faq-[a-z0-9-]+")
ANSWER_TAGS = frozenset({"p", "ul", "ol", "li", "strong", "em", "a", "br", "b", "i"})
"""What schema.org readers show of an answer; other markup is left out, its text kept."""


@dataclass
class Question:
    """What is asked, as text, and what is answered, as HTML."""

    question: str = ""
    answer: str = ""


class _Questions(HTMLParser):
    """Collects each heading with a question's id and the text up to the next heading."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Question] = []
        self._in = ""
        self._permalink = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if re.fullmatch(r"h[1-6]", tag):
            self._in = "question" if QUESTION.fullmatch(given.get("id") or "") else ""
            if self._in:
                self.found.append(Question())
        elif "headerlink" in (given.get("class") or ""):
            self._permalink = True
        elif self._in == "answer" and tag in ANSWER_TAGS and tag != "a":
            self.found[-1].answer += f"<{tag}>"

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._permalink = False
        elif self._in == "question" and re.fullmatch(r"h[1-6]", tag):
            self._in = "answer"
        elif self._in == "answer" and tag in ANSWER_TAGS and tag != "br":
            self.found[-1].answer += f"</{tag}>"

    def handle_data(self, data: str) -> None:
        if self._permalink:
            return
        if self._in == "question":
            self.found[-1].question += data
        elif self._in == "answer":
            self.found[-1].answer += html.escape(data, quote=False)


def questions(page: str) -> list[tuple[str, str]]:
    """Each question of a page's HTML with the HTML of its answer, in order."""
    if 'id="faq-' not in page:
        return []
    parser = _Questions()
    parser.feed(page)
    return [(one.question.strip(), one.answer.strip()) for one in parser.found]


def faq_page(page: str) -> str | None:
    """The FAQPage as JSON that is safe inside a script element, or None where the page asks nothing."""
    entries = [
        {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
        for question, answer in questions(page)
    ]
    if not entries:
        return None
    data = {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": entries}
    return script_json(data)
