"""The words and numbers of a chart: made printable, measured, broken into lines."""

from __future__ import annotations

import re
import unicodedata

from snippets.evidence.point import Point
from snippets.evidence.series import Series

from .frame import Frame


def plain(text: str) -> str:
    """Text without what does not print: control characters, terminal colours, private signs."""
    seen = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
    kept = "".join(" " if one.isspace() else one for one in seen)
    return "".join(one for one in kept if unicodedata.category(one)[0] != "C").strip()


def printable(series: Series) -> Series:
    """The series in words that do print; everything downstream relies on it."""
    points = [
        point.model_copy(
            update={
                "x": plain(point.x) if isinstance(point.x, str) else point.x,
                "group": None if point.group is None else plain(point.group),
            }
        )
        for point in series.points
    ]
    words = {name: plain(getattr(series, name)) for name in ("label", "x_label", "x_unit", "unit")}
    formula = series.formula and plain(series.formula)
    return series.model_copy(update={"points": tuple(points), "formula": formula} | words)


def x_text(point: Point) -> str:
    """The condition of a point, as it is written on an axis and in the table."""
    return point.x if isinstance(point.x, str) else f"{point.x:,.10g}"


def ems(text: str) -> float:
    """Width of a text in multiples of its size, a little generous."""
    return sum(1.0 if unicodedata.east_asian_width(one) in "WF" else 0.6 for one in text)


def with_unit(label: str, unit: str) -> str:
    """The title of an axis."""
    return f"{label} ({unit})" if unit else label


def lines(text: str, frame: Frame) -> list[str]:
    """A text broken between words where it is wider than the picture."""
    broken = [""]
    for word in text.split(" "):
        longer = f"{broken[-1]} {word}".strip()
        if broken[-1] and ems(longer) * frame.font > frame.width - 56:
            broken.append(word)
        else:
            broken[-1] = longer
    return broken


def number_format(values: list[float]) -> str:
    """How an axis writes its numbers, as D3 names it."""
    largest = max(map(abs, values))
    return ",~f" if largest == 0 or 1e-3 <= largest < 1e6 else "~s" if largest >= 1e6 else "~g"
