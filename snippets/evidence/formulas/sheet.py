"""``snippets/formulas.py``, read as it stands now."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..problem import GuideError
from .formula import PATH, Formula


def load(root: Path) -> tuple[Formula, ...]:
    """The formulas that ``snippets/formulas.py`` declares now; an import would keep old ones.

    A project need not have any.

    Raises:
        GuideError: ``formula-unreadable`` or ``formula-duplicate``.
    """
    path = root / PATH
    if not path.is_file():
        return ()
    space: dict[str, Any] = {"__name__": "snippets.formulas", "__package__": "snippets"}
    try:
        exec(compile(path.read_bytes(), PATH, "exec"), space)  # noqa: S102  our own file
        found: tuple[Formula, ...] = tuple(replace(one, source=path) for one in space["FORMULAS"])
    except Exception as error:
        raise _unreadable(error) from error
    for problem in distinct(found)[1]:
        raise problem  # here too: a caller may key them by id, and lose one unseen
    return found


def distinct(formulas: Iterable[Formula]) -> tuple[dict[str, Formula], list[GuideError]]:
    """The formulas by id, and an error for each id that stands there twice."""
    known: dict[str, Formula] = {}
    problems = []
    for formula in formulas:
        if formula.id in known:
            hint = "한쪽의 id를 바꾸세요"
            problem = formula.problem("id", "formula-duplicate", "같은 id의 식이 또 있습니다", hint)
            problems.append(problem)
        known.setdefault(formula.id, formula)
    return known, problems


def _unreadable(error: Exception) -> GuideError:
    here = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == PATH]
    line = getattr(error, "lineno", None) or (here[-1] if here else 1) or 1
    why = getattr(error, "msg", error)  # a SyntaxError would name its line once more
    message = f"식 목록을 읽을 수 없습니다: {type(error).__name__}: {why}"
    return GuideError(PATH, line, "formula-unreadable", message, "이 줄을 고치세요")
