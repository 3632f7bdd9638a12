"""One value of a fact, found by its name: what a sentence shows, and what a formula takes."""

from __future__ import annotations

import difflib
import math
import unicodedata
from dataclasses import dataclass

from ..display import gap
from ..problem import GuideError
from .fact import Fact, Facts

SIGNIFICANT = 6
"""Decimals end here; what is longer than this was calculated, and its card has the whole of it."""


@dataclass(frozen=True)
class FactValue:
    """A value with the fact it belongs to.

    Attributes:
        name: As it was asked for, such as ``A05.대역폭``.
        label: Which of several quantities; empty for the only one.
        value: A number, or words for a fact that is not a quantity.
        unit: ``1`` for a pure number; empty for words.
    """

    name: str
    fact: Fact
    label: str
    value: int | float | str
    unit: str

    @property
    def text(self) -> str:
        """As it stands in a sentence: ``4.8 TB/s``, ``36.9배``, ``256``."""
        return quantity_text(self.value, self.unit)


def resolve(name: str, facts: Facts, path: str = "", line: int = 0) -> FactValue | GuideError:
    """Find a value by its name.

    Args:
        name: ``A05``, or ``A05.대역폭`` for one of several quantities.
        facts: Where to look.
        path: File that asks, for the error.
        line: Its line.
    """
    name = unicodedata.normalize("NFC", name).strip()
    fact_id, dot, label = name.partition(".")
    fact = facts.facts.get(fact_id)
    if fact is None:
        hint = _meant(fact_id, list(facts.facts), "docs/facts.yaml에 있는 번호를 쓰세요")
        return GuideError(path, line, "fact-unknown", f"사실 '{name}': 없는 번호입니다", hint)
    if not isinstance(fact.value, tuple):
        if dot:
            hint = f"{{fact}}`{fact_id}` 라고 쓰세요"
            message = f"사실 '{name}': 값이 하나라 이름표가 없습니다"
            return GuideError(path, line, "fact-unknown", message, hint)
        return FactValue(name, fact, "", fact.value, fact.unit or "")
    labels = [part.label for part in fact.value]
    if not dot:
        message = f"사실 '{name}': 값이 여럿이라 하나를 골라야 합니다"
        hint = f"고를 수 있는 것: {', '.join(f'{fact_id}.{one}' for one in labels)}"
        return GuideError(path, line, "fact-ambiguous", message, hint)
    if label not in labels:
        hint = _meant(label, labels, f"{fact_id}의 이름표: {', '.join(labels)}", f"{fact_id}.")
        return GuideError(path, line, "fact-unknown", f"사실 '{name}': 없는 이름표입니다", hint)
    part = fact.value[labels.index(label)]
    return FactValue(name, fact, label, part.value, part.unit)


def quantity_text(value: float | str, unit: str) -> str:
    """Value and unit; digits as the source gives them."""
    if isinstance(value, str):
        return value
    number = number_text(value)
    return number if unit == "1" else f"{number}{gap(unit)}{unit}"


def number_text(value: float) -> str:
    """``8,030,261,248``, ``989.4``, ``1.19e-7``."""
    if value and not 1e-4 <= abs(value) < 1e15:
        mantissa, _, exponent = f"{value:.{SIGNIFICANT - 1}e}".partition("e")
        short = mantissa.rstrip("0").rstrip(".")
        return f"{short}e{int(exponent)}"  # as the sources write it
    if float(value).is_integer():
        return f"{value:,.0f}"
    return f"{round(value, SIGNIFICANT - 1 - math.floor(math.log10(abs(value)))):,}"


def _meant(name: str, known: list[str], otherwise: str, prefix: str = "") -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"혹시 {prefix}{close[0]}인가요?" if close else otherwise
