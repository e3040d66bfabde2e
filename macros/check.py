"""`python -m macros.check`: every problem of the catalog as `path:line: what is wrong`, exit 1 if there is any."""

import os
import sys
from pathlib import Path

from .addresses import problems, site_pages
from .catalog.problems import CatalogError, Problem, printable
from .catalog.reader import read_catalog
from .clock import build_date
from .settings import languages

ROOT = Path(__file__).parents[1]


def annotation(problem: Problem) -> str:
    """A problem as GitHub Actions shows it beside the line in a pull request."""
    message = problem.text.replace("%", "%25")
    return f"::error file={printable(problem.path)},line={problem.line}::{message}"


def main(data: Path = ROOT / "data") -> int:
    """Check all files under `data`; returns the exit code."""
    try:
        reference = languages(ROOT).reference
        catalog = read_catalog(data, build_date(), reference)
        documents = sorted(path.name for path in (ROOT / "docs" / reference).glob("*.md"))
        if wrong := list(problems(catalog, site_pages(catalog, documents))):
            raise CatalogError(wrong)
    except CatalogError as error:
        print(error, file=sys.stderr)
        if os.environ.get("GITHUB_ACTIONS"):
            print("\n".join(map(annotation, error.problems)))
        count = len(error.problems)
        print(f"\n{count} problem{'s' * (count != 1)} in {data.name}/", file=sys.stderr)
        return 1
    offering = sum(1 for provider in catalog.providers.values() if provider.offers)
    print(f"{len(catalog.offers())} offers of {offering} of {len(catalog.providers)} providers, {len(catalog.gpus)} GPUs: no problem found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
