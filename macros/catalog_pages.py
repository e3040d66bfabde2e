"""The pages that are made from the catalog: their addresses, and the one macro call that each of them holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from .catalog.reader import Catalog

Kind = Literal["gpu_list", "gpu_page", "provider_list", "provider_page", "pair_page"]


@dataclass(frozen=True)
class CatalogPage:
    """One page; `ids` are keys of the catalog, which its schema keeps to a-z, 0-9 and hyphens."""

    kind: Kind
    source: str
    """The Markdown file it stands for, below docs/<language>/."""
    ids: tuple[str, ...] = ()

    @property
    def markdown(self) -> str:
        """One macro call and nothing else: Jinja evaluates this, so no text of the catalog may stand in it."""
        ids = ", ".join(f'"{id_}"' for id_ in self.ids)
        return f"{{{{ {self.kind}({ids}) }}}}"

    @property
    def address(self) -> str:
        """Where it is below the language's root."""
        return page_address(self.source)


def page_address(source: str) -> str:
    """Where the page of a Markdown file is; both are below the language's root."""
    path = PurePosixPath(source).with_suffix("")
    folder = path.parent if path.name == "index" else path
    return "" if folder == PurePosixPath(".") else f"{folder}/"


def gpu_address(id_: str) -> str:
    """The page of a GPU, below the language's root."""
    return f"gpus/{id_}/"


def provider_address(id_: str) -> str:
    """The page of a provider, below the language's root."""
    return f"providers/{id_}/"


def pair_address(first: str, second: str) -> str:
    """The page of two GPUs side by side, below the language's root."""
    return f"compare/{first}-vs-{second}/"


def catalog_pages(catalog: Catalog) -> Iterator[CatalogPage]:
    """Every page made from the catalog, the lists before what they list."""
    yield CatalogPage("gpu_list", "gpus/index.md")
    for id_ in catalog.gpus:
        yield CatalogPage("gpu_page", gpu_address(id_).removesuffix("/") + ".md", (id_,))
    yield CatalogPage("provider_list", "providers/index.md")
    for id_ in sorted(catalog.providers):
        yield CatalogPage("provider_page", provider_address(id_).removesuffix("/") + ".md", (id_,))
    for first, second in catalog.pairs:
        yield CatalogPage("pair_page", pair_address(first, second).removesuffix("/") + ".md", (first, second))
