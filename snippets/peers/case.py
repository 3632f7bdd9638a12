"""The work that every engine gets."""

from __future__ import annotations

import random
from dataclasses import dataclass

THREADS = 2
ROWS = 16
"""Requests that decode together at most."""

Prompts = list[list[int]]
"""Token ids, a list a request; all of one length."""


@dataclass(frozen=True)
class Case:
    """One piece of work.

    Attributes:
        rows: Requests at the same time.
        context: Tokens of each that have been read before (decode), or are read (prefill).
        steps: Tokens that each gets in one sample; 0 for prefill.
    """

    rows: int
    context: int
    steps: int = 0

    def prompts(self, vocab: int) -> Prompts:
        """Made-up prompts; the same ones for every engine."""
        draw = random.Random(0)  # noqa: S311  no secret
        return [[draw.randrange(vocab) for _ in range(self.context)] for _ in range(self.rows)]


PREFILL = Case(rows=1, context=512)


def decode(rows: int, steps: int) -> Case:
    """Decode behind 64 tokens."""
    return Case(rows, context=64, steps=steps)
