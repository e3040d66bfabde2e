"""MkDocs hook: each language's pages can be searched; the theme's own search is left out of the site."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import BuildError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from site_catalog import catalog_of

from macros.search.aliases import aliases
from macros.search.folding import Folding
from macros.search.index import IndexingError, write_index
from macros.search.sections import sections

FOLDER = "pagefind"
OF_THE_THEME = ("assets/javascripts/lunr/", "assets/javascripts/workers/")


def on_files(files: Files, **_: object) -> Files:
    for file in list(files):
        if file.src_uri.startswith(OF_THE_THEME):
            files.remove(file)
    return files


@event_priority(-50)
def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Note the page's sections, after hooks/pages.py has finished its text."""
    if config.extra.get("language"):
        name = page.meta.get("name") or page.title or ""
        config.extra.setdefault("sections", []).extend(sections(html, page.url.removeprefix("./"), name))
    return html


@event_priority(-50)
def on_post_build(config: MkDocsConfig) -> None:
    code = config.extra.get("language")
    if code is None:
        return
    catalog = catalog_of(config)
    language = catalog.languages[code]
    folding = Folding(language.search_folds)
    found = sorted(config.extra["sections"], key=lambda section: section.address)
    try:
        write_index(found, folding, aliases(catalog, language, folding), Path(config.site_dir) / FOLDER)
    except IndexingError as error:
        raise BuildError(f"docs/{code}: {error}") from None
