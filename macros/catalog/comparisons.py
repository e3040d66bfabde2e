"""data/comparisons.yml: the pairs of GPUs that have a page of their own."""

from typing import Annotated

from pydantic import Field

from .record import Id, Record

Pair = Annotated[list[Id], Field(min_length=2, max_length=2)]


class ComparisonsFile(Record):
    """data/comparisons.yml"""

    pairs: list[Pair] = []
