"""What readers of one language meet at addresses that are no page's: a page that leads on, and the list behind 404.html."""

import json
import os.path
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple


class Signpost(NamedTuple):
    """A page that leads on to another, or to several among which the reader chooses."""

    address: str
    name: str
    """Of the page that is meant, or what the names of all begin with."""
    targets: list[tuple[str, str]]
    """Address and name of each page that may be meant."""


def signposts(moved: Mapping[str, tuple[str, ...]], pages: Mapping[str, str]) -> list[Signpost]:
    """One for each address of `moved` (macros/addresses.py); `pages` has the name of each page by its address."""
    several = {start: _shared([pages[target] for target in targets]) for start, targets in moved.items() if len(targets) > 1}
    named = {**pages, **several}
    found = []
    for start, targets in moved.items():
        titled = [(target, named[target.partition("#")[0]]) for target in targets]
        found.append(Signpost(start, several.get(start) or titled[0][1], titled))
    return found


def _shared(names: Sequence[str]) -> str:
    """The words that all names begin with: A100 of A100 40 GB PCIe and A100 80 GB SXM."""
    return " ".join(os.path.commonprefix([name.split() for name in names])) or names[0]


def addresses_json(posts: Sequence[Signpost], pages: Mapping[str, str], terms: Collection[str]) -> str:
    """For overrides/assets/not-found.js: `pages` by address with their names, where the rest is led on to (`moved`), and the
    ids of the glossary (`terms`)."""
    choices = {post.address: post.name for post in posts if len(post.targets) > 1}
    moved = {post.address: post.targets[0][0] for post in posts if len(post.targets) == 1}
    return json.dumps({"pages": {**pages, **choices}, "moved": moved, "terms": list(terms)}, ensure_ascii=False, separators=(",", ":"))
