"""What sorted values say of the percentile they were drawn from, whatever their distribution is.

Of ``n`` independent values the number below the true percentile ``p`` is binomial. So the chance
that the true percentile lies between the r-th smallest and the s-th smallest is a sum of binomial
probabilities, and no shape has to be assumed.
"""

from __future__ import annotations

from math import ceil, exp, lgamma, log

SURE = 0.95


def below(r: int, n: int, p: float) -> float:
    """Probability that fewer than ``r`` of ``n`` values lie below the true percentile ``p``."""
    return 1 - sum(_chance(k, n, p) for k in range(r, n + 1))  # the end with the fewest terms


def fewest(p: float) -> int:
    """The fewest values of which the smallest and the largest enclose percentile ``p``.

    With 95 % confidence, from both sides; below that there is no such interval at all.
    """
    n = 1
    while p**n + (1 - p) ** n > 1 - SURE:
        n += 1
    return n


def ranks(n: int, p: float) -> tuple[int, int]:
    """The narrowest r and s of an interval that misses by at most 2.5 % at each end.

    Raises:
        ValueError: When even the smallest and the largest value do not reach that far.
    """
    each = (1 - SURE) / 2
    r = max((r for r in range(1, n + 1) if below(r, n, p) <= each), default=0)
    s = min((s for s in range(r + 1, n + 1) if 1 - below(s, n, p) <= each), default=0)
    if not r or not s:
        raise ValueError(f"{n} values give no such interval")
    return r, s


def reach(n: int, p: float) -> tuple[float, float]:
    """Which true percentiles the measured one stands for: the middle 95 % of what may happen.

    The measured percentile is the smallest value that has ``p`` of all values at or below it.
    """
    k, each = ceil(n * p), (1 - SURE) / 2
    return _where(k, n, each), _where(k, n, 1 - each)


def _where(k: int, n: int, chance: float) -> float:
    """The true percentile that the k-th smallest value stays below with this chance."""
    low, high = 0.0, 1.0
    for _ in range(60):  # halving 1 sixty times is beyond what a float can tell apart
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - below(k, n, middle) < chance else (low, middle)
    return (low + high) / 2


def _chance(k: int, n: int, p: float) -> float:
    """Binomial probability of ``k``; in logarithms, because the factors are out of range."""
    if p in (0.0, 1.0):
        return float(k == n * p)
    ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    return exp(ways + k * log(p) + (n - k) * log(1 - p))
