"""The past of a figure as a small SVG: every point with its interval, in the order of taking.

A handful of paths and no text but two numbers, because a page holds hundreds of these; what it
shows stands in a table below as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from snippets.evidence.display import decimals

from .past import Line

WIDTH, HEIGHT = 240, 60
LEFT, RIGHT, TOP, BOTTOM = 46, 8, 8, 8


@dataclass(frozen=True)
class Scale:
    """From takings and values to places in the picture."""

    first: int
    last: int
    low: float
    high: float

    def x(self, take: int) -> str:
        """The place of a taking, from left to right."""
        inner = WIDTH - LEFT - RIGHT
        share = (take - self.first) / max(self.last - self.first, 1)
        return f"{LEFT + inner * share:.0f}"

    def y(self, value: float) -> str:
        """The place of a value; a figure that never moved lies in the middle."""
        inner, span = HEIGHT - TOP - BOTTOM, self.high - self.low
        share = (value - self.low) / span if span else 0.5
        return f"{HEIGHT - BOTTOM - inner * share:.0f}"


def svg(line: Line, alike: Sequence[bool], first: int = 0) -> str:
    """The picture; hidden from those who do not see it, who have the table.

    Args:
        line: What to draw.
        alike: For every taking, whether only time passed since the one before.
        first: The taking at the left edge.
    """
    scale = _scale(line, first, len(alike) - 1)
    drawn = "".join(
        f'<path class="{name}" d="{d}"/>' for name, d in _paths(line, alike, scale) if d
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{_ends(line, scale)}{drawn}</svg>'
    )


def _scale(line: Line, first: int, last: int) -> Scale:
    lows = [one.value if one.low is None else one.low for one in line.values]
    highs = [one.value if one.high is None else one.high for one in line.values]
    return Scale(first, last, min(lows), max(highs))


def _paths(line: Line, alike: Sequence[bool], scale: Scale) -> Iterable[tuple[str, str]]:
    """Class → path: intervals, joints, points, those that moved, those without a number."""
    yield (
        "i",
        "".join(
            f"M{scale.x(p.take)} {scale.y(p.value.low)}V{scale.y(p.value.high)}"
            for p in line.points
            if p.value and p.value.low is not None and p.value.high is not None
        ),
    )
    yield "s", _joints(line, alike, scale, True)
    yield "d", _joints(line, alike, scale, False)
    for name, wanted in (("p", False), ("m", True)):
        yield (
            name,
            "".join(
                f"M{scale.x(p.take)} {scale.y(p.value.value)}h0"
                for p in line.points
                if p.value and p.moved is wanted
            ),
        )
    yield (
        "w",
        "".join(
            f"M{int(scale.x(p.take)) - 3} {HEIGHT - 7}l6 6m0-6l-6 6"
            for p in line.points
            if p.value is None
        ),
    )


def _joints(line: Line, alike: Sequence[bool], scale: Scale, wanted: bool) -> str:
    """Neighbours that only time lies between, or the others; a run of them is one stroke."""
    seen = [(p.take, p.value.value) for p in line.points if p.value]
    drawn, pen = "", -1
    for (a, old), (b, new) in pairwise(seen):
        if all(alike[a + 1 : b + 1]) is wanted:
            start = "" if pen == a else f"M{scale.x(a)} {scale.y(old)}"
            drawn, pen = f"{drawn}{start}L{scale.x(b)} {scale.y(new)}", b
    return drawn


def _ends(line: Line, scale: Scale) -> str:
    """The highest and the lowest number of the picture, at its left."""
    digits = max(decimals(one.figure(line.id)) for one in line.values)
    texts = [(scale.high, TOP + 4), (scale.low, HEIGHT - BOTTOM + 3)]
    if scale.low == scale.high:
        texts = [(scale.low, HEIGHT // 2 + 3)]
    return "".join(
        f'<text x="{LEFT - 8}" y="{y}">{short(value, digits)}</text>' for value, y in texts
    )


def short(value: float, digits: int) -> str:
    """A number that fits at the left of a picture."""
    if abs(value) >= 1e6:
        return f"{value:.3g}".replace("e+0", "e").replace("e+", "e")
    return f"{round(value, digits):,.{max(digits, 0)}f}"
