"""MkDocs hook: the addresses of the site. What leads on where no page is, in each language; one sitemap and robots.txt for all."""

import logging
from pathlib import Path

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import BuildError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from site_catalog import catalog_of

from macros.addresses import led_on, problems, site_pages
from macros.catalog.reader import Catalog
from macros.clock import build_date
from macros.exchange import exchange
from macros.signposts import addresses_json, signposts
from macros.view.renderer import Renderer

log = logging.getLogger("mkdocs.hooks.addresses")
FOR_LOST_READERS = "assets/addresses.json"
"""Asked for by overrides/404.html alone."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The root build gets robots.txt, and what overrides/sitemap.xml lists; the languages have no sitemaps of their own."""
    if config.extra.get("language"):
        config.theme.static_templates.discard("sitemap.xml")
        return files
    catalog = catalog_of(config)
    config.extra["addresses"] = site_pages(catalog, config.extra["pages"])
    if wrong := list(problems(catalog, config.extra["addresses"])):
        raise BuildError("the catalog can't be used:\n" + "\n".join(map(str, wrong)))
    robots = f"User-agent: *\nDisallow:\n\nSitemap: {config.extra['root_url']}sitemap.xml\n"
    files.append(File.generated(config, "robots.txt", content=robots))
    return files


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Keep the pages of this build: their names and sections are known once it has run."""
    config.extra["built"] = {file.page.url.removeprefix("./"): file.page for file in files.documentation_pages()}
    return env


@event_priority(-50)
def on_post_build(config: MkDocsConfig) -> None:
    """In each language: a page for each address that is led on, and the list of all for those that no one foresaw."""
    code = config.extra.get("language")
    if not code:
        return
    catalog, built, site = catalog_of(config), config.extra["built"], Path(config.site_dir)
    _warn_of_lost_sections(catalog, built)
    pages = {address: page.meta.get("name") or page.title for address, page in sorted(built.items())}
    moved = {start: targets for start, targets in led_on(catalog, built).items() if all(t.partition("#")[0] in built for t in targets)}
    posts = signposts(moved, pages)
    renderer = Renderer(catalog.languages[code], exchange(catalog, build_date()))
    for post in posts:
        (site / post.address).mkdir(parents=True, exist_ok=True)
        root = "../" * post.address.count("/")
        html = renderer.render("led_on.html", post=post, code=code, site=config.site_url, root=root)
        (site / post.address / "index.html").write_text(html, encoding="utf-8")
    (site / FOR_LOST_READERS).write_text(addresses_json(posts, pages), encoding="utf-8")


def _warn_of_lost_sections(catalog: Catalog, built: dict[str, Page]) -> None:
    for start, target in catalog.redirects.items():
        page, _, section = target.partition("#")
        if section and section not in built[page].present_anchor_ids:
            log.warning("%s", catalog.sources["redirects"].problem(("redirects", start), f"{page} has no section #{section}"))
