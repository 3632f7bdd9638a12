"""Where a part of a calculator stands in its file, for the line of an error."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ORDER = {
    "Field": ("symbol", "label", "unit", "default", "least", "most", "integer", "also"),
    "Result": ("symbol", "label", "expression", "unit", "also"),
    "Reading": ("expression", "positive", "otherwise", "stops"),
    "Preset": ("label", "values"),
}
"""Call → its arguments, for those that are given by place."""


def line_of(source: Path, calculator: str, kind: str = "", name: str = "", part: str = "") -> int:
    """The line of a part.

    Args:
        source: The file.
        calculator: Its id; of two with the same id, the last one counts.
        kind: ``Field``, ``Result``, ``Reading`` or ``Preset``; empty for a keyword of the whole.
        name: First argument of that call; or the keyword.
        part: An argument of the call, or a key of a preset's values.
    """
    tree = ast.parse(source.read_text(encoding="utf-8-sig"))
    whole = [one for one in _calls(tree, "Calculator") if _is(one, "id", calculator)]
    if not whole:
        return 1
    if not kind:
        return _keyword(whole[-1], name)
    # A part may be declared above, in a name of its own: then the first of that kind is meant.
    for place in (whole[-1], tree):
        for call in _calls(place, kind):
            if call.args and ast.unparse(call.args[0]) == repr(name):
                return _part(call, kind, part)
    return whole[-1].lineno


def _calls(node: ast.AST, name: str) -> Iterator[ast.Call]:
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and ast.unparse(one.func).split(".")[-1] == name:
            yield one


def _is(call: ast.Call, keyword: str, value: str) -> bool:
    return any(
        one.arg == keyword and ast.unparse(one.value) == repr(value) for one in call.keywords
    )


def _keyword(call: ast.Call, name: str) -> int:
    return next((one.value.lineno for one in call.keywords if one.arg == name), call.lineno)


def _part(call: ast.Call, kind: str, part: str) -> int:
    for value in [*call.args, *(one.value for one in call.keywords)]:
        if isinstance(value, ast.Dict):
            for key in value.keys:
                if key is not None and ast.unparse(key) == repr(part):
                    return key.lineno
    by_place = dict(zip(ORDER[kind], call.args, strict=False))
    return by_place[part].lineno if part in by_place else _keyword(call, part)
