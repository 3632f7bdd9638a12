"""The rules of measuring as numbers, read out of the code that applies them.

Read, not imported: some of that code needs torch, and a page does not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from snippets.evidence.validity import tree_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "snippets/evidence"


@dataclass(frozen=True)
class Rule:
    """A limit and what it decides.

    Attributes:
        says: What the number limits.
        place: ``module.CONSTANT`` below ``snippets.evidence``.
        write: The number with its unit, as it stands on the page.
    """

    says: str
    place: str
    write: Callable[[float], str]


def _percent(share: float) -> str:
    return f"{100 * share:g}%"


def _unit(unit: str, value: float) -> str:
    return f"{value:g}{unit}"


RULES = (
    Rule("회차 하나의 길이, 적어도", "guard.ROUND_S", partial(_unit, "초")),
    Rule("회차를 버리는 남의 CPU", "guard.FOREIGN_LIMIT", partial(_unit, "개분 초과")),
    Rule("회차를 버리는 steal", "guard.STEAL_LIMIT", lambda share: f"{_percent(share)} 초과"),
    Rule("버린 회차를 다시 재는 횟수, 많아야", "guard.RETRIES", partial(_unit, "번")),
    Rule(
        "구간을 말하는 데 드는 표본(한 프로세스 안에서 잴 때), 적어도",
        "figure.MIN_SAMPLES",
        partial(_unit, "개"),
    ),
    Rule("새 프로세스로 잴 때 그 수, 적어도", "spread.MIN_PROCESSES", partial(_unit, "번")),
    Rule(
        "‘흩어짐 큼’을 붙이는 IQR ÷ 중앙값",
        "spread.FLAG_AT",
        lambda share: f"{_percent(share)} 초과",
    ),
    Rule(
        "싣지 않는 IQR ÷ 중앙값",
        "spread.WITHHOLD_AT",
        lambda share: f"{_percent(share)} 초과",
    ),
    Rule(
        "싣지 않는 값: 한계의 구간 위 끝의 몇 배부터, 적어도",
        "roofline.TOLERANCE",
        partial(_unit, "배"),
    ),
    Rule("A/A가 아무리 고와도 남기는 바닥", "paired.MIN_FLOOR", _percent),
    Rule(
        "1을 품은 구간이 값에서 이보다 멀리 뻗으면 판정불가",
        "paired.WIDEST",
        _percent,
    ),
)


def rows(root: Path = ROOT) -> Iterator[tuple[str, str, str]]:
    """What a reader sees of every rule: what it says, its number, and where it stands."""
    for rule in RULES:
        yield rule.says, rule.write(constant(root, rule.place)), rule.place


def constant(root: Path, place: str) -> float:
    """The number that a module of ``snippets.evidence`` gives a name.

    Raises:
        LookupError: It gives it none, or no plain number.
    """
    module, _, name = place.partition(".")
    tree = tree_of(root, root / PACKAGE / f"{module}.py")
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target, value in _pairs(node):
                if isinstance(target, ast.Name) and target.id == name:
                    return float(ast.literal_eval(value))
    raise LookupError(place)


def _pairs(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """``a = 1`` gives one pair, ``a, b = 1, 2`` gives two."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=True)
        else:
            yield target, node.value
