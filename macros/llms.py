"""/llms.txt: what the site holds, for programs that read it for people (the form is that of llmstxt.org)."""

from collections.abc import Iterable
from typing import NamedTuple

from .catalog.languages import Language
from .open_csv import SAFETY_RULE
from .published import Freshness, Licence

FILES = {
    "offers.json": "every offer with its price, date, region, source and evidence; dollars per GPU-hour worked out",
    "offers.csv": "the same, one row an offer",
    "gpus.json": "facts about each GPU, with sources",
    "providers.json": "features of each provider, with sources",
    "models.json": "architectures of language and image models, from which memory needs are worked out",
}
CATALOG_PAGES = {"gpus/": "a page for each GPU", "providers/": "a page for each provider", "feed.xml": "newest checked prices (Atom)"}


class Link(NamedTuple):
    """A page of the site: address below its language, title, one sentence."""

    address: str
    title: str
    description: str


def llms_txt(root_url: str, languages: dict[str, Language], pages: dict[str, Iterable[Link]], freshness: Freshness) -> str:
    """The whole file; `pages` lists the pages of each language."""
    licence = Licence()
    parts = [
        "# Cloud GPU guide",
        "> Which cloud GPU to rent: guides in Bengali, Vietnamese and Hindi beside a catalog of GPUs, providers and dated"
        " prices. Every price has the day it was checked, a source and where it was read.",
        f"{freshness.rule} Per-GPU prices are for one GPU and hour, without tax unless said. What is not published is left"
        f" out, never 0. Licence of data and texts: CC BY 4.0 ({licence.url}); name “{licence.attribution}”.",
        "## Data",
        "\n".join(f"- [{name}]({root_url}data/{name}): {meaning}" for name, meaning in FILES.items())
        + f"\n- [Schema of offers.json]({root_url}data/schema/published-offers.json): likewise published-gpus.json,"
        " published-providers.json, published-models.json; the schemas without “published-” are those of the YAML files"
        " that contributors edit",
        f"In offers.csv: {SAFETY_RULE}",
    ]
    for code, links in pages.items():
        parts += [f"## {languages[code].name} ({code})", _listed(f"{root_url}{code}/", links)]
    return "\n\n".join(parts) + "\n"


def _listed(address: str, links: Iterable[Link]) -> str:
    lines = [f"- [{link.title}]({address}{link.address}): {link.description}" for link in links]
    lines += [f"- [{name}]({address}{name}): {meaning}" for name, meaning in CATALOG_PAGES.items()]
    return "\n".join(lines)
