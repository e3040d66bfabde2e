"""`python -m macros.check`: every problem of the catalog and of the pages' front matter.

One line each, `path:line: what is wrong`; exit 1 if there is any.
"""

import os
import sys
from pathlib import Path

from . import documents
from .addresses import problems as redirect_problems
from .addresses import site_pages
from .catalog.problems import CatalogError, Problem, printable
from .catalog.reader import Catalog, read_catalog
from .clock import build_date
from .settings import Languages, languages

ROOT = Path(__file__).parents[1]


def annotation(problem: Problem) -> str:
    """A problem as GitHub Actions shows it beside the line in a pull request."""
    message = problem.text.replace("%", "%25")
    return f"::error file={printable(problem.path)},line={problem.line}::{message}"


def checked(data: Path, docs: Path, site: Languages) -> Catalog:
    """The catalog, once nothing is wrong with it, its redirects and the front matter of the pages; CatalogError with all that is."""
    wrong = list(documents.unreadable(docs))
    wrong += [] if wrong else [problem for code in site.codes for problem in documents.problems(docs / code)]
    missing = [Problem(f"{data.name}/languages/{code}.yml", 1, f"the file is missing; mkdocs.yml lists {code}")
               for code in site.codes if not (data / f"languages/{code}.yml").is_file()]
    try:
        catalog = read_catalog(data, build_date(), site.reference)
    except CatalogError as error:
        raise CatalogError([*error.problems, *wrong, *missing]) from None
    names = sorted(path.name for path in (docs / site.reference).glob("*.md"))
    if found := [*wrong, *missing, *redirect_problems(catalog, site_pages(catalog, names))]:
        raise CatalogError(found)
    return catalog


def main(data: Path = ROOT / "data", docs: Path = ROOT / "docs", site: Languages | None = None) -> int:
    """Check all files under `data` and the front matter of those under `docs`; returns the exit code."""
    try:
        catalog = checked(data, docs, site or languages(ROOT))
    except CatalogError as error:
        print(error, file=sys.stderr)
        if os.environ.get("GITHUB_ACTIONS"):
            print("\n".join(map(annotation, error.problems)))
        count = len(error.problems)
        print(f"\n{count} problem{'s' * (count != 1)} in {data.name}/ and {docs.name}/", file=sys.stderr)
        return 1
    offering = sum(1 for provider in catalog.providers.values() if provider.offers)
    print(f"{len(catalog.offers())} offers of {offering} of {len(catalog.providers)} providers, {len(catalog.gpus)} GPUs: no problem found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
