"""MkDocs hook: the root build also builds each language, into a sibling folder that replaces the site at the end.

A language is a MkDocs build of its own from the same mkdocs.yml, told by `extra.language`. All languages are
built even if one fails; then the build fails once and the earlier site stays whole.
"""

import logging
import shutil
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, BuildError, MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.utils import CountHandler
from page_names import name_pages_of
from site_catalog import ROOT, catalog_of

from macros import documents
from macros.catalog.languages import Language
from macros.catalog.problems import CatalogError
from macros.catalog.reader import Catalog

log = logging.getLogger("mkdocs.hooks.languages")
logging.getLogger("mkdocs.plugins.mkdocs_macros.util").setLevel(logging.WARNING)  # it tells of itself at every build
NAV_OF_ROOT = [{"languages": "index.md"}]
BUILDING = ".building"
"""What a site folder's name ends in until all languages are built."""


@event_priority(100)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    catalog = _catalog(config)
    config.extra["language_names"] = {code: catalog.languages[code].name for code in config.extra["languages"]}
    if code := config.extra.get("language"):
        _configure_language(config, catalog, code)
        return config
    if config.strict:
        _count_warnings()
    _check_pages(config)
    config.extra["pages"] = list(config.nav or [])  # those of a language: the root build has a nav of its own
    config.nav = NAV_OF_ROOT
    config.site_dir += BUILDING
    config.extra["chooser"] = {code: catalog.languages[code] for code in config.extra["languages"]}
    config.extra["root_url"] = config.site_url or "/"
    return config


def _catalog(config: MkDocsConfig) -> Catalog:
    try:
        catalog = catalog_of(config)
    except CatalogError as error:
        raise BuildError(f"the catalog can't be used:\n{error}") from None
    if missing := [code for code in config.extra["languages"] if code not in catalog.languages]:
        raise BuildError(f"mkdocs.yml: data/languages/{missing[0]}.yml is missing for the language {missing[0]}")
    return catalog


def _check_pages(config: MkDocsConfig) -> None:
    """MkDocs takes front matter that it can't read for text, and ends at a page that is not text, without its name."""
    if unreadable := list(documents.unreadable(ROOT / "docs")):
        raise BuildError("these pages can't be used:\n" + "\n".join(map(str, unreadable)))
    for code in config.extra["languages"]:
        for problem in documents.problems(ROOT / "docs" / code):
            log.warning("%s", problem)


def _configure_language(config: MkDocsConfig, catalog: Catalog, code: str) -> None:
    language = catalog.languages[code]
    config.site_name = language.site_name
    config.site_description = language.site_description
    config.theme["language"] = code
    config.extra |= {
        "words": language.words,
        "theme_words": ThemeWords(code, language),
        "glossary_terms": language.glossary,
        "locale": language.locale,
        "alternate": True,  # the theme then asks for our language menu
    }
    config.theme.static_templates.discard("404.html")
    config.mdx_configs["toc"]["permalink_title"] = language.words["page"]["permalink"]
    config.edit_uri = f"edit/main/docs/{code}/"
    for palette in config.theme["palette"]:
        palette["toggle"]["name"] = language.words["page"][palette["toggle"]["name"].replace(".", "_")]


class ThemeWords(dict):
    """The theme's words in one language; asking for one that is missing ends the build instead of showing English."""

    def __init__(self, code: str, language: Language):
        super().__init__(language.theme | {"language": code, "direction": "ltr"})
        self._code = code

    def __missing__(self, key: str) -> str:
        raise BuildError(f"data/languages/{self._code}.yml: theme has no word for {key}")


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    if config.extra.get("language"):
        return
    failed = [code for code in config.extra["languages"] if not _build_language(config, code)]
    if failed or (config.strict and _warned()):
        names = f" of {', '.join(failed)}" if failed else ""
        raise Abort(f"The build{names} failed; the earlier site is left as it was.")
    _swap(Path(config.site_dir), Path(config.site_dir.removesuffix(BUILDING)))


def _count_warnings() -> None:
    """With --quiet MkDocs drops warnings before it counts them, and a strict build would publish mistakes."""
    logger = logging.getLogger("mkdocs")
    logger.setLevel(min(logger.level, logging.WARNING))


def _warned() -> bool:
    """Whether a strict build of the root or of any language has given a warning: MkDocs counts them."""
    counters = [h for h in logging.getLogger("mkdocs").handlers if isinstance(h, CountHandler)]
    return any(counter.get_counts() for counter in counters)


def _build_language(root: MkDocsConfig, code: str) -> bool:
    """Build one language below the root site; whether it went well."""
    with name_pages_of(f"docs/{code}"):
        try:
            config = load_config(
                config_file=root.config_file_path,
                docs_dir=str(ROOT / "docs" / code),
                site_dir=str(Path(root.site_dir) / code),
                strict=root.strict,
            )
            config.site_url = f"{root.site_url or '/'}{code}/"
            config.extra["root_url"] = root.extra["root_url"]
            config.extra["language"] = code
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
        except Abort:
            return False
        except Exception as error:
            log.error("docs/%s: %s: %s", code, type(error).__name__, error)
            return False
    return True


def _swap(built: Path, site: Path) -> None:
    old = site.with_name(site.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    built.rename(site)
    shutil.rmtree(old, ignore_errors=True)


def on_serve(server: LiveReloadServer, **_: object) -> LiveReloadServer:
    """A rebuild that fails is told and leaves the earlier site served; MkDocs alone would let pages wait for a mend."""
    rebuild = server.builder

    def told() -> None:
        try:
            rebuild()
        except MkDocsException as error:
            log.error("%s The earlier site is still served.", error)

    server.builder = told
    return server
