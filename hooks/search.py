"""MkDocs hook: each language's pages can be searched; the theme's own search is left out of the site."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import BuildError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from site_catalog import catalog_of

from macros.catalog.problems import did_you_mean
from macros.search.aliases import aliases, names_of_pages
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
    pages = {section.address: section.page for section in found}
    if lost := [address for address in language.search_pages if address not in pages]:
        place = ("search_pages", lost[0])
        raise BuildError(str(catalog.sources[f"languages/{code}"].problem(place, f"{lost[0]} is not a page{did_you_mean(lost[0], pages)}")))
    spellings = {"aliases": aliases(catalog, language, folding), "pages": names_of_pages(language, pages, folding)}
    try:
        write_index(found, folding, spellings, Path(config.site_dir) / FOLDER)
    except IndexingError as error:
        raise BuildError(f"docs/{code}: {error}") from None
