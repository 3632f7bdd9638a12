"""Correctness before speed: engines that compute different things cannot be compared."""

from __future__ import annotations

from .case import Case, Prompts
from .engine import Engine, Rows

CHECKED = Case(rows=3, context=20)
FORCED = [[5, 6, 7], [8, 9, 10], [11, 12, 13]]
"""The tokens that follow the prompts, given and not chosen: a near tie would part the engines."""

LIMIT = {16: 0.04, 8: 0.10}
"""Bits of a weight → how far logits may be from those in fp32, by root mean square, relative.

Rounding accounts for 0.02 and 0.05 at 100M parameters. A wrong layout of one matrix gives 1.
"""

Answers = list[list[list[float]]]
"""Logits after the prompts and after each forced token: (1 + tokens, rows, vocab)."""


class DisagreementError(Exception):
    """An engine computes something else."""


def answers(engine: Engine, prompts: Prompts) -> Answers:
    """Logits of an engine, by the same calls that are timed."""
    found = [_numbers(engine.fill(prompts))]
    found += [_numbers(engine.step(tokens)) for tokens in FORCED]
    return found


def _numbers(rows: Rows) -> list[list[float]]:
    return [[float(one) for one in row] for row in rows.tolist()]


def distance(found: Answers, right: Answers) -> float:
    """Root mean square of the difference over that of the right ones; the worst step counts."""
    return max(map(_relative, found, right))


def _relative(found: list[list[float]], right: list[list[float]]) -> float:
    pairs = [pair for rows in zip(found, right, strict=True) for pair in zip(*rows, strict=True)]
    off = sum((a - b) ** 2 for a, b in pairs)
    return (off / sum(b * b for _, b in pairs)) ** 0.5


def check(name: str, off: float, bits: int) -> None:
    """Refuse an engine that is too far off.

    Raises:
        DisagreementError: Then there is no figure of anybody.
    """
    if not off <= LIMIT[bits]:  # not a number is no agreement either
        raise DisagreementError(f"{name}: logits are {off:.1%} off, {LIMIT[bits]:.0%} allowed")
