"""Where a figure stands in a picture: logarithmic and linear scales, and the marks along them."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class LogScale:
    """Figures from `low` to `high` laid out from `start` to `end`, equal ratios being equal distances."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return round(self.start + share * (self.end - self.start), 2)

    def ticks(self, steps: tuple[int, ...] = (1, 2, 5)) -> list[float]:
        """The round figures inside the scale: each of `steps` times every power of ten."""
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        figures = (step * 10.0**power for power in powers for step in steps)
        return [figure for figure in figures if self.low <= figure <= self.high]


def log_scale(values: list[float], start: float, end: float) -> LogScale:
    """A scale that holds all `values` with some air at both ends."""
    return LogScale(min(values) / 1.18, max(values) * 1.18, start, end)


def apart(values: dict[float, int], scale: LogScale, least: float) -> list[float]:
    """Those of `values` that can be marked at least `least` apart, the ones that count most first; in order."""
    kept: list[float] = []
    for value in sorted(values, key=lambda one: (-values[one], one)):
        if all(abs(scale(value) - scale(other)) >= least for other in kept):
            kept.append(value)
    return sorted(kept)
