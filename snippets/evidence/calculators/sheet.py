"""``snippets/calculators.py`` and its like, one a chapter, read as they stand now."""

from __future__ import annotations

from pathlib import Path

from ..formulas.sheet import execute, sheets
from .calculator import PATH, Calculator


def load(root: Path) -> dict[str, Calculator]:
    """The calculators that the project declares, by id; a project need not have any.

    Raises:
        GuideError: ``calculator-unreadable`` or ``calculator-duplicate``.
    """
    known: dict[str, Calculator] = {}
    for path, name in sheets(root, PATH):
        for calculator in execute(
            path, name, "CALCULATORS", "calculator-unreadable", "계산기 목록"
        ):
            if calculator.id in known:
                hint = "한쪽의 id를 바꾸세요"
                message = "같은 id의 계산기가 또 있습니다"
                raise calculator.problem(("", "id"), "calculator-duplicate", message, hint)
            known[calculator.id] = calculator
    return known
