"""The experiments there are, read from source without importing any of them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .problem import GuideError


@dataclass(frozen=True)
class Listing:
    """What the declaration of one experiment says, and where it stands.

    Attributes:
        figures: Id → (unit, label).
        traces: Id → label.
    """

    id: str
    module: str
    path: str
    line: int
    title: str
    timeout_s: float
    figures: dict[str, tuple[str, str]]
    traces: dict[str, str]


def listings(root: Path) -> dict[str, Listing]:
    """All experiments below ``root/snippets``, by id.

    Raises:
        GuideError: ``experiment-unreadable``, ``experiment-undeclared`` or
            ``experiment-not-literal``, at the line in question.
    """
    found = [_listing(root, path) for path in sorted((root / "snippets").glob("ch[0-9][0-9]_*.py"))]
    return {listing.id: listing for listing in found}


def _listing(root: Path, path: Path) -> Listing:
    name = path.relative_to(root).as_posix()
    try:
        tree = ast.parse(path.read_text(encoding="utf-8-sig"), filename=name)
    except SyntaxError as error:
        raise GuideError(
            name,
            error.lineno or 1,
            "experiment-unreadable",
            f"파이썬 문법에 맞지 않습니다: {error.msg}",
            "이 줄을 고치세요",
        ) from None
    call = _declaration(tree)
    if call is None:
        raise GuideError(
            name,
            1,
            "experiment-undeclared",
            "실험 선언이 없습니다",
            '제너레이터 함수에 @experiment("chNN", …)을 붙이세요',
        )
    stated = {word.arg: _literal(name, word.value) for word in call.keywords if word.arg}
    return Listing(
        id=str(_literal(name, call.args[0])),
        module=f"snippets.{path.stem}",
        path=name,
        line=call.lineno,
        title=str(stated["title"]),
        timeout_s=float(str(stated["timeout_s"])),
        figures={str(k): (str(v[0]), str(v[1])) for k, v in _table(stated, "figures")},
        traces={str(k): str(v) for k, v in _table(stated, "traces")},
    )


def _declaration(tree: ast.Module) -> ast.Call | None:
    for node in tree.body:
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "experiment":
                return decorator
    return None


def _literal(name: str, node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise GuideError(
            name,
            node.lineno,
            "experiment-not-literal",
            "실험 선언의 값은 글자 그대로 적어야 합니다",
            "선언은 가져오지 않고 읽으므로 변수나 함수 호출을 쓸 수 없습니다",
        ) from None


def _table(stated: dict[str, Any], word: str) -> list[tuple[Any, Any]]:
    return list((stated.get(word) or {}).items())
