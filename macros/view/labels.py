"""Names beside the points of a picture, placed so that none lies on another at any width that it is shown at.

Across, a point stands at a share of the picture's width and its name at a fixed distance from it; so whether two names
meet depends on the width. Names that fit only in a wide picture are marked, and hidden in a narrow one.
"""

from collections.abc import Iterable
from dataclasses import dataclass

NARROW, WIDE, WIDEST = 280, 600, 1300
"""Widths in pixels: of the smallest screens, from which wide names are shown, and of the largest screens."""
LINE = 12.0
SIZE = 11.0
GAP = 7.0
DOT = 5.0


@dataclass(frozen=True)
class Box:
    """A rectangle from `left` to `right` pixels of a place `at` percent of the width, between two heights."""

    at: float
    left: float
    right: float
    top: float
    bottom: float

    def edges(self, width: float) -> tuple[float, float]:
        return self.at * width / 100 + self.left, self.at * width / 100 + self.right

    def meets(self, other: "Box", widths: tuple[float, float]) -> bool:
        """Whether the two overlap at any width between the two given: one must stay on its side of the other."""
        if self.bottom <= other.top or other.bottom <= self.top:
            return False
        mine, theirs = [self.edges(w) for w in widths], [other.edges(w) for w in widths]
        before = all(m[1] <= t[0] for m, t in zip(mine, theirs, strict=True))
        after = all(t[1] <= m[0] for m, t in zip(mine, theirs, strict=True))
        return not before and not after


@dataclass(frozen=True)
class Frame:
    """Where names may stand: from `left` percent to the right end, between two heights."""

    left: float
    top: float
    bottom: float

    def holds(self, box: Box, widths: tuple[float, float]) -> bool:
        inside = all(box.edges(w)[0] >= self.left * w / 100 and box.edges(w)[1] <= w for w in widths)
        return inside and box.top >= self.top and box.bottom <= self.bottom


@dataclass(frozen=True)
class Label:
    """A name at `x` percent and `y` pixels, `dx` pixels aside; `wide`: only where there is room."""

    text: str
    x: float
    y: float
    dx: float
    anchor: str
    wide: bool


def text_width(text: str, size: float = SIZE) -> float:
    """An upper estimate of the width of Latin text in a sans-serif font."""
    widths = {" ": 0.28, "1": 0.6, "W": 0.95, "M": 0.92}
    return sum(widths.get(c, 0.69 if c.isupper() else 0.6) for c in text) * size


def placed(points: Iterable[tuple[float, float, str]], frame: Frame) -> list[Label]:
    """Names for as many points (x percent, y pixels, name) as have room, the earlier ones first."""
    points = list(points)
    taken = [Box(x, -DOT, DOT, y - DOT, y + DOT) for x, y, _ in points]
    labels: list[Label] = []
    left_over = []
    for wide, widths, waiting in ((False, (NARROW, WIDEST), points), (True, (WIDE, WIDEST), left_over)):
        for x, y, name in list(waiting):
            found = next((way for way in _ways(x, y, name) if _free(way[0], taken, frame, widths)), None)
            if found:
                taken.append(found[0])
                labels.append(Label(name, x, found[1], found[2], found[3], wide))
            elif not wide:
                left_over.append((x, y, name))
    return labels


def _free(box: Box, taken: list[Box], frame: Frame, widths: tuple[float, float]) -> bool:
    return frame.holds(box, widths) and not any(box.meets(other, widths) for other in taken)


def _ways(x: float, y: float, name: str) -> Iterable[tuple[Box, float, float, str]]:
    """The places a name can stand in: right of its point, left of it, above, below; each with y, dx and anchor."""
    long, half, base = text_width(name), LINE / 2, 4.0
    yield Box(x, GAP, GAP + long, y - half, y + half), y + base, GAP, "start"
    yield Box(x, -GAP - long, -GAP, y - half, y + half), y + base, -GAP, "end"
    aside = {"middle": (-long / 2, 0.0), "start": (-DOT, -DOT), "end": (DOT - long, DOT)}
    for anchor, (left, dx) in aside.items():
        for down in (-LINE, LINE):
            yield Box(x, left, left + long, y + down - half, y + down + half), y + down + base, dx, anchor
