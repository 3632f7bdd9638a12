"""The pages of the guide pass their own lint."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks import tokens
from hooks.lint import check

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))


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


def test_all_checks_of_a_page_read_it_once(tmp_path: Path) -> None:
    body, offset = split(ROOT / "docs/01-request-journey.md")
    tokens.parse.cache_clear()
    list(check("docs/01-request-journey.md", body, offset, tmp_path))
    assert tokens.parse.cache_info().misses == 1
