"""Where a part of a formula stands in its file, for the line of an error."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path


def line_of(source: Path, name: str, part: str) -> int:
    """Where a part of the formula ``name`` stands; of two with the same id, in the second."""
    tree = ast.parse(source.read_text(encoding="utf-8-sig"))
    line = 1
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Formula"):
            words = {word.arg: word.value for word in node.keywords}
            if ast.unparse(words.get("id", node.func)) == repr(name):
                line = max(line, _part(words, part, node.lineno))
    return line


def _part(words: Mapping[str | None, ast.expr], part: str, line: int) -> int:
    inputs = words.get("inputs")
    if isinstance(inputs, ast.Dict):
        for key in inputs.keys:
            if key is not None and ast.unparse(key) == repr(part):
                return key.lineno
    return words[part].lineno if part in words else line
