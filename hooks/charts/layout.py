"""How a series is laid out: which way it runs, whether it needs a key, where its axis starts."""

from __future__ import annotations

from snippets.evidence.series import Series

from .frame import Frame
from .labels import ems


def lying(series: Series) -> bool:
    """Whether values run to the right, a row a condition: names are read, not tilted."""
    return series.kind in {"bar", "stacked"} or isinstance(series.points[0].x, str)


def names_fit(names: tuple[str, ...], frame: Frame) -> bool:
    """Whether names can stand beside what they name; a third of the width is theirs."""
    return max(map(ems, names)) * frame.font <= frame.width / 3


def keyed(series: Series, frame: Frame) -> bool:
    """Whether a key is needed, because groups cannot be named where they are drawn."""
    names = tuple(group for group in series.groups if group is not None)
    if not names or series.kind == "stacked":
        return bool(names)
    return not names_fit(names, frame) or not (lying(series) or _end_together(series))


def _end_together(series: Series) -> bool:
    """Whether every line reaches the right edge, where its name can stand."""
    last = {point.group: point.x for point in series.points}
    return series.kind == "line" and len(set(last.values())) == 1


def from_zero(series: Series) -> bool:
    """Whether the value axis starts at zero; not where that would hide every difference."""
    if series.kind in {"bar", "stacked"}:
        return True
    values = [point.value for point in series.points]
    return series.y_scale == "linear" and (
        min(values) <= 0 or max(values) - min(values) > max(values) / 4
    )
