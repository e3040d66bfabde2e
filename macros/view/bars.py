"""The stacked bar of an estimate's parts: where each part lies on a bar whose full width is the upper end."""

from dataclasses import dataclass

from .. import vram


@dataclass(frozen=True)
class Segment:
    """One part: where its rectangle starts and how wide it is, in percent of the bar."""

    part: str
    size: float
    start: float
    width: float


@dataclass(frozen=True)
class Bar:
    """The parts from left to right, and where the interval begins; it ends at the bar's end."""

    segments: list[Segment]
    low: float


def bar(estimate: vram.Estimate) -> Bar:
    """The bar of one estimate; parts too small to be named are drawn all the same."""
    segments, start = [], 0.0
    for part, size in estimate.parts.items():
        width = 100 * size / estimate.high
        if size > 0:
            segments.append(Segment(part, size, round(start, 2), round(width, 2)))
        start += width
    return Bar(segments, round(100 * estimate.low / estimate.high, 2))


def named_parts(estimate: vram.Estimate) -> dict[str, float]:
    """The parts that are large enough to be given a figure."""
    return {part: size for part, size in estimate.parts.items() if size >= vram.SHOWN_FROM}
