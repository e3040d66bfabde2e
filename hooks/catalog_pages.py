"""MkDocs hook: the pages made from the catalog in each language, and what every page tells machines (schema.org).

A page holds one macro call, written here from ids of the catalog; its title and description are set once Jinja has run.
"""

import re
from html import escape

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from site_catalog import catalog_of

from macros.catalog_pages import catalog_pages
from macros.clock import build_date
from macros.machine_data import MachineData
from macros.structured_data import script_json
from macros.view.page_heads import Heads

HEADING = re.compile(r'<h2 id="([\w-]+)">(.*?)<a class="headerlink"')


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages, in memory, to those of docs/<language>/."""
    if not (code := config.extra.get("language")):
        return files
    as_of = build_date()
    catalog = catalog_of(config)
    language, root = catalog.languages[code], config.extra["root_url"]
    config.extra["heads"] = heads = Heads(catalog, language, as_of)
    config.extra["machine_data"] = MachineData(catalog, language, as_of, f"{root}{code}/", f"{root}data/")
    config.extra["made_from_catalog"] = made = {}
    for page in catalog_pages(catalog):
        made[page.source] = page, heads.of(page)
        files.append(File.generated(config, page.source, content=page.markdown, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


@event_priority(-100)
def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Names from the catalog come in here, escaped, after the macros plugin: it evaluates titles, and the theme prints them as they are."""
    if found := config.extra.get("made_from_catalog", {}).get(page.file.src_uri):
        head = found[1]
        page.meta |= {"title": escape(head.title), "description": escape(head.description), "name": head.trail[-1][0]}
    return markdown


@event_priority(-100)
def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """The headings inside the block, which Markdown has not seen, make the page's table of contents."""
    if page.file.src_uri in config.extra.get("made_from_catalog", {}):
        entries = HEADING.findall(html)
        page.toc = get_toc([{"level": 2, "id": id_, "name": name, "children": []} for id_, name in entries])
    return html


def on_page_context(context: dict, page: Page, config: MkDocsConfig, **_: object) -> dict:
    """`structured_data`: JSON that is safe inside script elements."""
    if config.extra.get("language"):
        document = None, config.extra["heads"].of_document(page.title, page.meta.get("description", ""), page.url)
        found, head = config.extra["made_from_catalog"].get(page.file.src_uri, document)
        context["structured_data"] = [script_json(one) for one in config.extra["machine_data"].of(head, found)]
    return context
