"""What is read out of many times of one thing: how they lie, and how far few of them stray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

# Time over the usual time: upper ends of the bins, and how they are called.
BINS = (
    (0.98, "0.98배 아래"),
    (1.02, "0.98–1.02배"),
    (1.05, "1.02–1.05배"),
    (1.10, "1.05–1.1배"),
    (1.50, "1.1–1.5배"),
    (float("inf"), "1.5배 위"),
)


def lie(groups: Mapping[str, Sequence[float]]) -> dict[tuple[str, str], float]:
    """How many times of each group fall into each bin, around the median of the first that has any.

    Args:
        groups: Name → seconds; at least one group is not empty.

    Returns:
        (group, bin) → count, with every bin of every group.
    """
    usual = median(next(filter(None, groups.values())))
    counts = {(name, word): 0.0 for name in groups for _, word in BINS}
    for name, times in groups.items():
        for seconds in times:
            counts[name, next(word for end, word in BINS if seconds / usual < end)] += 1
    return counts


def nine_of_ten(ratios: Sequence[float], n: int) -> float:
    """How far the median of ``n`` ratios strays from 1, in nine of ten such answers."""
    answers = [median(ratios[at : at + n]) for at in range(0, len(ratios) - n + 1, n)]
    strays = sorted(abs(one - 1) for one in answers)
    return strays[int(0.9 * (len(strays) - 1))]
