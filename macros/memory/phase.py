"""One moment of a job: what is in memory then, and how far each unknown may move it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..expression import Number, maximum


@dataclass(frozen=True)
class Phase:
    """A moment: bytes of each part alive, and named spreads (bytes below, bytes above) of what is uncertain."""

    name: str
    parts: Mapping[str, Number]
    spreads: Mapping[str, tuple[Number, Number]] = field(default_factory=dict)

    @property
    def total(self) -> Number:
        """Bytes in memory at this moment."""
        return sum(self.parts.values())

    @property
    def low(self) -> Number:
        """Total less the spreads below, added as independent errors (root of the sum of squares)."""
        return maximum(0, self.total - sum(below**2 for below, _ in self.spreads.values()) ** 0.5)

    @property
    def high(self) -> Number:
        """Total plus the spreads above, added as independent errors."""
        return self.total + sum(above**2 for _, above in self.spreads.values()) ** 0.5

    def with_part(self, name: str, size: Number, spreads: Mapping[str, tuple[Number, Number]]) -> "Phase":
        """The same moment with one more part and its spreads."""
        return Phase(self.name, {**self.parts, name: size}, {**self.spreads, **spreads})

    def counting(self, names: tuple[str, ...]) -> "Phase":
        """The same moment with only these parts counted, and only their spreads (a spread is named part:reason)."""
        parts = {name: size for name, size in self.parts.items() if name in names}
        spreads = {name: sizes for name, sizes in self.spreads.items() if name.split(":")[0] in names}
        return Phase(self.name, parts, spreads)

    def times(self, factor: Number) -> "Phase":
        """The same moment on `factor` GPUs together."""
        parts = {name: size * factor for name, size in self.parts.items()}
        spreads = {name: (below * factor, above * factor) for name, (below, above) in self.spreads.items()}
        return Phase(self.name, parts, spreads)
