"""From rounds to figures: our speeds, and everybody's time over ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..evidence.guard import Guarded
from ..evidence.paired import AGAIN, Pass, floor_of, judge, ratios
from ..evidence.sampling import Value, observed
from .line_up import EAGER, FORWARD, GENERATE, LLAMA, LLAMA8, OURS, OURS8

BASELINE = {EAGER: OURS, GENERATE: OURS, FORWARD: OURS, LLAMA: OURS, LLAMA8: OURS8}
"""Whom each is held against: weights of 16 bits with 16, of 8 with 8."""


def speeds(prefix: str, taken: Guarded[Pass], tokens: int) -> Iterator[Value]:
    """Ours in tokens a second, when one sample is the time of so many tokens."""
    for name in (OURS, OURS8):
        yield observed(f"{prefix}_{name}", "tokens/s", taken.column(name).of(_rate(tokens)))


def comparisons(prefix: str, taken: Guarded[Pass], peers: tuple[str, ...]) -> Iterator[Value]:
    """The time of each peer over ours: above 1, ours is faster."""
    for peer in peers:
        yield over(f"{prefix}_{peer}", taken, peer, BASELINE[peer], OURS)


def over(
    id: str,  # noqa: A002
    taken: Guarded[Pass],
    subject: str,
    baseline: str,
    twice: str,
) -> Value:
    """The time of one over that of another, as a figure."""
    floor = floor_of(ratios(taken, AGAIN, twice))
    return judge(ratios(taken, subject, baseline), floor, taken).figure(id)


def _rate(tokens: int) -> Callable[[float], float]:
    return lambda seconds: tokens / seconds
