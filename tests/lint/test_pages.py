"""The pages of the guide pass their own lint."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hooks import tokens
from hooks.lint import check

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))
BUDGET_S = 0.03


def split(page: Path) -> tuple[str, int]:
    """A page's body and the number of lines before it."""
    text = page.read_text(encoding="utf-8")
    if not text.startswith("---\n"):
        return text, 0
    end = text.index("\n---\n") + 5
    return text[end:], text[:end].count("\n")


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_a_page_of_the_guide(page: Path) -> None:
    path = page.relative_to(ROOT).as_posix()
    assert [str(problem) for problem in check(path, *split(page))] == []


def test_a_page_takes_little_time(tmp_path: Path) -> None:
    body, offset = split(ROOT / "docs/01-request-journey.md")
    taken = []
    for _ in range(6):
        tokens.parse.cache_clear()
        start = time.perf_counter()
        list(check("docs/01-request-journey.md", body, offset, tmp_path))
        taken.append(time.perf_counter() - start)
    assert min(taken) < BUDGET_S
