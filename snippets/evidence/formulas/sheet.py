"""``snippets/formulas.py`` and its like, one a chapter, read as they stand now."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..problem import GuideError
from .formula import PATH, Formula


def load(root: Path) -> tuple[Formula, ...]:
    """The formulas that the project declares now; an import would keep old ones.

    A project need not have any.

    Raises:
        GuideError: ``formula-unreadable`` or ``formula-duplicate``.
    """
    found: list[Formula] = []
    for path, name in sheets(root, PATH):
        found += execute(path, name, "FORMULAS", "formula-unreadable", "식 목록")
    for problem in distinct(found)[1]:
        raise problem  # here too: a caller may key them by id, and lose one unseen
    return tuple(found)


def sheets(root: Path, first: str) -> list[tuple[Path, str]]:
    """``first``, such as ``snippets/formulas.py``, then ``snippets/formulas_….py``, with names."""
    stem = first.removesuffix(".py")
    files = [root / first, *sorted(root.glob(f"{stem}_*.py"))]
    return [(path, path.relative_to(root).as_posix()) for path in files if path.is_file()]


def execute(path: Path, name: str, listing: str, code: str, noun: str) -> tuple[Any, ...]:
    """What a module of declarations lists, each with its ``source``; an import would keep old ones.

    Args:
        path: The file.
        name: Its path for errors, such as ``snippets/formulas.py``.
        listing: The tuple that it defines.
        code: Of the error when it cannot be read.
        noun: What the file is, in Korean.

    Raises:
        GuideError: ``code``, at the line that is to blame.
    """
    module = name.removesuffix(".py").replace("/", ".")
    space: dict[str, Any] = {"__name__": module, "__package__": module.rpartition(".")[0]}
    try:
        exec(compile(path.read_bytes(), name, "exec"), space)  # noqa: S102  our own file
        return tuple(replace(one, source=path) for one in space[listing])
    except Exception as error:
        raise _unreadable(error, name, code, noun) from error


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


def _unreadable(error: Exception, name: str, code: str, noun: str) -> GuideError:
    here = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == name]
    line = getattr(error, "lineno", None) or (here[-1] if here else 1) or 1
    why = getattr(error, "msg", error)  # a SyntaxError would name its line once more
    message = f"{noun}을 읽을 수 없습니다: {type(error).__name__}: {why}"
    return GuideError(name, line, code, message, "이 줄을 고치세요")
