"""MkDocs hook: what each page gets after its Markdown is HTML.

Its blocks, tooltips of glossary terms, notes where the translation is behind, FAQ data, and its addresses in the
other languages.
"""

import logging
import re
from collections import Counter

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from site_catalog import ROOT

from macros.alignment import LEAD, stale_sections
from macros.compiled import COMPILED
from macros.faq import faq_page
from macros.tooltips import with_tooltips

log = logging.getLogger("mkdocs.hooks.pages")
ID = re.compile(r'\sid="([^"]+)"')


def on_env(env: Environment, **_: object) -> Environment:
    """The theme's templates are compiled once for all languages."""
    env.bytecode_cache = COMPILED
    return env


def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """The finished text of a page; MkDocs is told the anchors of its blocks, so that links to them are checked."""
    if not config.extra.get("language"):
        return html
    page.faq = faq_page(html)
    root = "../" * page.url.count("/")
    finished = config.extra["blocks"].fill(with_tooltips(html, config.extra["glossary_terms"]), root)
    ids = Counter(ID.findall(finished))
    for twice in (id_ for id_, times in ids.items() if times > 1):
        log.warning("%s: the id %s stands on the page twice; a link to it finds only the first", page.file.src_uri, twice)
    if finished.count("<h1") > 1:
        log.warning("%s: two headings of the first level (# …) stand on the page; a page has one", page.file.src_uri)
    page.present_anchor_ids |= set(ids)
    return _with_notes(finished, page, config)


def _with_notes(html: str, page: Page, config: MkDocsConfig) -> str:
    """A discreet note under each heading whose reference text has changed since it was translated."""
    reference = ROOT / "docs" / config.extra["reference_language"] / page.file.src_uri
    if config.extra["language"] == config.extra["reference_language"] or not reference.is_file():
        return html
    note = f'<p class="behind" data-pagefind-ignore>{config.extra["words"]["page"]["translation_behind"]}</p>'
    aligned = page.meta.get("aligned")
    for id_ in stale_sections(aligned if isinstance(aligned, dict) else {}, reference.read_text(encoding="utf-8-sig")):
        heading = r"(<h1\b.*?</h1>)" if id_ == LEAD else rf'(<(h[1-6]) id="{re.escape(id_)}".*?</\2>)'
        html = re.sub(heading, lambda match: match[1] + note, html, count=1, flags=re.S)
    return html


def on_page_context(context: dict, page: Page, config: MkDocsConfig, **_: object) -> dict:
    """`languages`: the same page in each language, as a link from this page and as an absolute address."""
    context["languages"] = [
        {
            "code": code,
            "name": name,
            "link": f"{context['base_url']}/../{code}/{page.url}",
            "address": f"{config.extra['root_url']}{code}/{page.url}",
        }
        for code, name in config.extra["language_names"].items()
    ] if config.extra.get("language") else []
    return context
