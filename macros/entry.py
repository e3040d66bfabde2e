"""Where mkdocs-macros and the site meet: it registers the macros of macros/guide.py for one language.

With the hooks, this is the only code that knows MkDocs.
"""

import traceback
from pathlib import Path

from jinja2 import TemplateSyntaxError, UndefinedError
from mkdocs.structure.pages import Page
from mkdocs_macros.errors import format_error

from .blocks import Blocks
from .catalog.reader import read_catalog
from .clock import build_date
from .guide import Guide

ROOT = Path(__file__).parents[1]


def define_env(env) -> None:
    """Register the macros for the language of this build; the root build, which has none, needs no macros."""
    extra = env.conf.extra
    code = extra.get("language")
    if code is None:
        return
    as_of = build_date()
    catalog = read_catalog(ROOT / "data", as_of, extra["reference_language"])
    guide = Guide(catalog, catalog.languages[code], as_of, env.conf.repo_url)
    blocks = extra["blocks"] = Blocks()
    extra["data_files"] = guide.files
    extra["currencies"] = guide.currencies
    env.variables["language"] = code
    for name, make in guide.blocks().items():
        env.macro(_held(make, blocks), name)


def _held(make, blocks: Blocks):
    def macro(*args, **kwargs) -> str:
        return blocks.hold(make(*args, **kwargs))

    macro.__doc__ = make.__doc__
    return macro


@format_error.register(TemplateSyntaxError)
@format_error.register(UndefinedError)
@format_error.register(TypeError)
@format_error.register(LookupError)
@format_error.register(ValueError)
def _one_line(error: Exception, markdown: str, page: Page) -> str:
    """A mistake in a page, said in one line without a traceback; the line is the macro's own."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == "<template>"]
    line = error.lineno if isinstance(error, TemplateSyntaxError) else frames[0].lineno if frames else 1
    first = _first_line(markdown, page)
    hint = "; a heading's id wants spaces: { #id }" if "comment" in str(error) else ""
    return f"{page.file.src_uri}:{first + line}: {getattr(error, 'message', None) or error}{hint}"


def _first_line(markdown: str, page: Page) -> int:
    """How many lines of the file stand before its Markdown (the front matter)."""
    if not page.file.abs_src_path:
        return 0  # made from the catalog
    text = Path(page.file.abs_src_path).read_text(encoding="utf-8-sig")
    start = text.find(markdown.strip()[:200])
    return text.count("\n", 0, start) if start > 0 else 0
