"""What commands outside MkDocs need of mkdocs.yml: the languages and which of them is the reference."""

from dataclasses import dataclass
from pathlib import Path

import yaml


class _Loader(yaml.SafeLoader):
    """Takes MkDocs' own tags (!ENV, !!python/name) for nothing: no value here needs them."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)


@dataclass(frozen=True)
class Languages:
    """Codes of the languages of the site, and the one that the others are compared with."""

    codes: list[str]
    reference: str

    @property
    def translated(self) -> list[str]:
        return [code for code in self.codes if code != self.reference]


def languages(root: Path) -> Languages:
    """The languages that mkdocs.yml at `root` lists."""
    extra = yaml.load((root / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Loader)["extra"]
    return Languages(extra["languages"], extra["reference_language"])
