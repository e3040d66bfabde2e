"""Which sections of a translated page were aligned with an older text of the reference language.

A page's front matter keeps, under `aligned`, the fingerprint of each reference section it was last aligned with.
`python -m macros.alignment` lists the sections whose reference has changed since; with pages as arguments
(`docs/hi/research.md`) it notes those pages as aligned with the reference of today.
"""

import hashlib
import re
import sys
from pathlib import Path

from .documents import FRONT_MATTER, front_matter
from .settings import languages

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^#{1,6} .*$", re.M)
HEADING_ID = re.compile(r"\{:? *#([\w-]+)[^}]*\} *$")
ALIGNED = re.compile(r"^aligned:.*\n(?:[ \t].*\n)*", re.M)
LEAD = "lead"
"""The name of what stands before the first heading with an id."""


def sections(page: str) -> dict[str, str]:
    """The text of each section by its heading's id, heading included; what stands before is the lead."""
    body = FRONT_MATTER.sub("", page, count=1)
    starts = [(m.start(), id_[1]) for m in HEADING.finditer(body) if (id_ := HEADING_ID.search(m[0]))]
    bounds = [start for start, _ in starts] + [len(body)]
    found = {id_: body[start:end] for (start, id_), end in zip(starts, bounds[1:], strict=True)}
    return {LEAD: body[: bounds[0]]} | found


def fingerprint(section: str) -> str:
    """Eight hexadecimal digits that change with the words of a section, not with its line breaks."""
    return hashlib.sha256(" ".join(section.split()).encode()).hexdigest()[:8]


def stale_sections(aligned: dict[str, str], reference: str) -> list[str]:
    """The ids of the sections of the `reference` page that were aligned with another text, or never."""
    return [id_ for id_, text in sections(reference).items() if aligned.get(id_) != fingerprint(text)]


def aligned_of(page: str) -> dict[str, str]:
    """The fingerprints in a page's front matter."""
    return {id_: text for id_, text in front_matter(page).entries("aligned").items() if isinstance(text, str)}


def with_alignment(page: str, reference: str) -> str:
    """`page` with the fingerprints of the `reference` page of today."""
    lines = "".join(f'  {id_}: "{fingerprint(text)}"\n' for id_, text in sections(reference).items())
    front = FRONT_MATTER.match(page)
    if front is None:
        raise ValueError("the page has no front matter")
    kept = ALIGNED.sub("", front[1])
    return f"---\n{kept}aligned:\n{lines}---\n{page[front.end():]}"


def translated_pages(root: Path) -> list[tuple[Path, Path]]:
    """Each page of the languages that are not the reference, with its reference page."""
    site = languages(root)
    pages = sorted((root / "docs" / site.reference).glob("*.md"))
    return [(root / "docs" / code / page.name, page) for code in site.translated for page in pages]


def main(arguments: list[str], root: Path = ROOT) -> int:
    """List what is behind, or note the pages in `arguments` as aligned; returns the exit code."""
    wanted = {(root / argument).resolve() for argument in arguments}
    known = translated_pages(root)
    if unknown := wanted - {page.resolve() for page, _ in known}:
        print(f"{min(unknown)} is not a translated page", file=sys.stderr)
        return 1
    for page, reference in known:
        text, original = (path.read_text(encoding="utf-8-sig") for path in (page, reference))
        if page.resolve() in wanted:
            page.write_text(with_alignment(text, original), encoding="utf-8")
        for id_ in [] if wanted else stale_sections(aligned_of(text), original):
            print(f"{page.relative_to(root)}: {id_}: {reference.relative_to(root)} has changed since")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
