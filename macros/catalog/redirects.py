"""data/redirects.yml: addresses that readers type or remember, and the pages that they mean."""

from typing import Annotated

from pydantic import Field, StringConstraints

from .record import Record

From = Annotated[str, StringConstraints(pattern=r"^([a-z0-9][a-z0-9_-]*/)+$", max_length=120)]
To = Annotated[str, StringConstraints(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*/)+(#[a-z][a-z0-9-]*)?$", max_length=160)]


class RedirectsFile(Record):
    """data/redirects.yml"""

    redirects: dict[From, To] = Field(
        default={}, description="below a language's root, each ending in /: where no page is, and the page (with a #section) that is meant"
    )
