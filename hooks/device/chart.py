"""The chart: time over that of one column, for the build and, when measured, for the reader.

Both scales are logarithmic to base 2 and fixed, so that a second line fits in unseen and equal
factors are equal lengths. ``view.mjs`` draws the reader's line with the numbers in ``data-place``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from math import log2

from snippets.evidence.display import value_text
from snippets.evidence.figure import Figure

WIDTH, HEIGHT = 420, 292
LEFT, RIGHT, TOP, BOTTOM = 50, 404, 34, 244  # px of the plot
BELOW_ONE = 0.5  # octaves: many columns may be a little faster than one


@dataclass(frozen=True)
class Place:
    """Where a batch and a ratio stand, for batches up to ``most``."""

    most: int

    @property
    def across(self) -> float:
        """Pixels for twice the batch."""
        return round((RIGHT - LEFT) / log2(self.most), 1)

    @property
    def up(self) -> float:
        """Pixels for twice the time."""
        return round((BOTTOM - TOP) / (log2(self.most) + BELOW_ONE), 1)

    @property
    def one(self) -> float:
        """Height of the time of one column."""
        return round(BOTTOM - BELOW_ONE * self.up, 1)

    def x(self, batch: float) -> float:
        """From the left."""
        return round(LEFT + self.across * log2(batch), 1)

    def y(self, ratio: float) -> float:
        """From the top; what lies beyond the scale stands at its edge."""
        return round(max(TOP, min(BOTTOM, self.one - self.up * log2(ratio))), 1)


def chart(ratios: Mapping[int, Figure], batches: tuple[int, ...]) -> str:
    """The picture, with the build's line in it and an empty group for the reader's."""
    place = Place(max(batches))
    words = _words(ratios)
    numbers = (LEFT, place.across, place.one, place.up, TOP, BOTTOM)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(words)}" '
        f'data-words="{escape(words)}" data-place="{" ".join(map(str, numbers))}">'
        f"{_grid(place, batches)}"
        f'<g class="device-build">{_line(ratios, place)}</g><g class="device-mine"></g></svg>'
    )


def _words(ratios: Mapping[int, Figure]) -> str:
    told = ", ".join(f"B={batch} {value_text(one)}" for batch, one in ratios.items())
    return (
        "가로는 한 번에 곱한 열의 수 B, 세로는 걸린 시간이 B=1의 몇 배인지입니다. "
        f"이 사이트를 만든 빌드: {told or '판정불가'}."
    )


def _grid(place: Place, batches: tuple[int, ...]) -> str:
    lines = "".join(f"M{LEFT} {place.y(one)}H{RIGHT}" for one in batches)
    heights = "".join(
        f'<text x="{LEFT - 8}" y="{place.y(one) + 4.5}" text-anchor="end">{one}배</text>'
        for one in batches
    )
    names = "".join(
        f'<text x="{place.x(one)}" y="{BOTTOM + 20}" text-anchor="middle">{one}</text>'
        for one in batches
    )
    ends = f"M{place.x(1)} {place.y(1)}L{place.x(place.most)} {place.y(place.most)}"
    middle = (LEFT + RIGHT) // 2
    return (
        f'<g aria-hidden="true"><path class="device-grid" d="{lines}"/>{heights}{names}'
        f'<text x="{LEFT - 42}" y="16">시간 (B=1의 몇 배)</text>'
        f'<text x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">한 번에 곱한 열의 수 B</text>'
        f'<path class="device-work" d="{ends}"/></g>'
    )


def _line(ratios: Mapping[int, Figure], place: Place) -> str:
    if not ratios:
        return ""
    spots = [(place.x(1), place.one), *((place.x(b), place.y(f.value)) for b, f in ratios.items())]
    spread = "".join(
        f"M{place.x(b)} {place.y(f.low)}V{place.y(f.high)}"
        for b, f in ratios.items()
        if f.low and f.high
    )
    points = " ".join(f"{x},{y}" for x, y in spots)
    marks = "".join(f'<circle cx="{x}" cy="{y}" r="4.5"/>' for x, y in spots)
    return f'<polyline points="{points}"/><path d="{spread}"/>{marks}'
