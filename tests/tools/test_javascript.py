"""The pages' own JavaScript, read by TypeScript's strict checker."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools import node


def check(*arguments: str) -> list[str]:
    """What the checker says, a line a problem."""
    done = node.run("typescript/bin/tsc", "--pretty", "false", *arguments)
    assert (done.returncode == 0) == (done.stdout == ""), done
    return done.stdout.splitlines()


def test_every_module_passes_the_strict_checker() -> None:
    listed = node.run("typescript/bin/tsc", "--listFilesOnly").stdout.splitlines()
    modules = {str(path) for path in (ROOT / "docs/assets").rglob("*.mjs")}
    assert modules <= set(listed)
    assert check() == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("export const wide = (figure) => figure.width;", "TS7006"),
        ("document.querySelector('p').textContent = '';", "TS2531"),
        ("/** @type {number} */ export const count = 'one';", "TS2322"),
        ("import { gone } from './facts.mjs'; gone;", "TS2307"),
    ],
)
def test_the_checker_finds(tmp_path: Path, line: str, problem: str) -> None:
    (tmp_path / "wrong.mjs").write_text(f"{line}\n", encoding="utf-8")
    settings = tmp_path / "tsconfig.json"
    settings.write_text(
        f'{{"extends": "{ROOT / "tsconfig.json"}", "include": ["*.mjs"]}}', encoding="utf-8"
    )
    (said,) = check("--project", str(settings))
    assert f"error {problem}:" in said
