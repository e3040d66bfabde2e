"""The Markdown files of docs/<language>/: whether they can be read, and their front matter, read as the catalog is."""

import re
from collections.abc import Iterator
from pathlib import Path

from .catalog.problems import Problem, did_you_mean, printable
from .catalog.record import MARKUP
from .catalog.yaml_source import Source, not_text, parse

FIELDS = {"title", "description", "aligned", "hide"}
FRONT_MATTER = re.compile(r"\A---\n(.*?\n)---\n", re.S)


def front_matter(page: str, shown: str = "") -> Source:
    """What stands between the two lines of --- at the start of a page, by its lines in the file; no data where there is none."""
    found = FRONT_MATTER.match(page)
    return parse(f"\n{found[1]}" if found else "", shown)


def unreadable(docs: Path) -> Iterator[Problem]:
    """Files of all of docs/ that are not text: MkDocs can't build beside them."""
    for path in sorted(docs.rglob("*.md")):
        if path.is_symlink() or not path.is_file():
            yield Problem(_shown(path, docs), 1, "is not a plain file")
            continue
        try:
            path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            yield not_text(_shown(path, docs), error)


def problems(folder: Path) -> Iterator[Problem]:
    """What is wrong with the front matter of the pages of one language, which are text."""
    for path in sorted(folder.glob("*.md")):
        page, shown = path.read_text(encoding="utf-8-sig"), _shown(path, folder.parent)
        source = front_matter(page, shown)
        if not isinstance(source.data, dict):
            lines = [problem.line for problem in source.problems] or [1]
            yield Problem(shown, lines[0], "the front matter (between the lines of ---) is missing, or not readable as YAML")
            continue
        yield from source.problems
        for field in ("title", "description"):
            text = source.data.get(field)
            if not isinstance(text, str) or not text.strip() or not text.isprintable() or MARKUP.search(text):
                yield source.problem((field,), f'{field} is missing from the front matter, or holds one of < > " &…;')
        for field in source.data.keys() - FIELDS:
            yield source.problem((field,), f"{printable(field)} is not used in front matter{did_you_mean(field, FIELDS)}")
        if not isinstance(source.data.get("aligned", {}), dict):
            yield source.problem(("aligned",), "aligned should be the fingerprints that `make aligned` writes; take it out and run that")


def _shown(path: Path, docs: Path) -> str:
    return f"{docs.name}/{path.relative_to(docs)}"
