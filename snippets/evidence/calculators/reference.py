"""What a calculator's reference names, and what the conditions of a fact state.

``ch01.ttft`` is a figure, ``A03`` and ``A05.대역폭`` are facts. ``W01:kv_heads`` is what fact W01
states in its conditions as ``kv_heads=8``; ``W02:d / heads`` is arithmetic over two of these, and
``W03:임베딩 공유`` holds where those words stand there. So no dimension of a model is typed twice.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ..formulas.expression import ExpressionError, fold, parse, symbols
from ..formulas.numbers import Numbers

STATED = re.compile(r"([A-Za-z]\w*)=(\d+(?:\.\d+)?)")


def split(ref: str) -> tuple[str, str]:
    """A reference as (figure or fact, what it states); the second is empty for the value itself."""
    name, _, asked = ref.partition(":")
    return name, asked


def stated(conditions: str, asked: str) -> float | None:
    """What the conditions state; 1 for words that stand there, ``None`` when they do not."""
    if asked in re.split(r"\s*[,.]\s*", conditions):
        return 1.0
    known = {name: Fraction(value) for name, value in STATED.findall(conditions)}
    try:
        node = parse(asked)
    except ExpressionError:
        return None
    if not set(symbols(node)) <= known.keys():
        return None
    return float(fold(node, Numbers(known)))
