"""The catalog of a build. Every hook that imports `macros` imports this first: the project's folder is on the path from then on."""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from macros.catalog.reader import Catalog, read_catalog  # noqa: E402
from macros.clock import build_date  # noqa: E402


def catalog_of(config: MkDocsConfig) -> Catalog:
    """What `data/` says on the day of the build, read once; CatalogError if it can't be used."""
    return read_catalog(ROOT / "data", build_date(), config.extra["reference_language"])
