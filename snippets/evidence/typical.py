"""One of many that stands for all: the one nearest the middle, in everything it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def typical(
    seen: Sequence[T], values: Callable[[T], Mapping[str, float]], names: Sequence[str]
) -> T:
    """Choose by rank, so that neither units nor outliers weigh in.

    Args:
        seen: What to choose from; not empty.
        values: The named values of one of them.
        names: Those that count, each as much as the others.

    Returns:
        The one whose ranks are nearest the middle, all together; the first of several.
    """
    columns = {name: sorted(values(one)[name] for one in seen) for name in names}

    def distance(one: T) -> float:
        return sum(
            abs(column.index(values(one)[name]) - (len(seen) - 1) / 2)
            for name, column in columns.items()
        )

    return min(seen, key=distance)
