"""An English chapter shows what the Korean one shows, and has all of its parts."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from hooks import source
from hooks.lint import sections
from tests.conftest import ROOT

CHAPTERS = sorted((ROOT / "docs/en").glob("[0-9][0-9]-*.md"))
SPANS = re.compile(r"^\s*%% trace .* = (.+)$", re.MULTILINE)
SHOWN = {"figure", "claim", "formula", "calculator", "mermaid", "compare"}


def shown(path: Path) -> Counter[str]:
    """What a page takes from records: ids in sentences and in fences, and the traces it draws."""
    page = source.read(path.name, path.read_text(encoding="utf-8"))
    ids = [f"{one.name} {one.argument}" for one in page.roles if one.name != "example"]
    for fence in page.fences:
        if fence.language in SHOWN - {"mermaid", "compare"}:
            ids.append(f"{fence.language} {' '.join(fence.body.split())}")
        elif fence.language in SHOWN:
            traces = re.findall(r"^ch\S+", fence.body, re.MULTILINE)
            spans = SPANS.findall(fence.body)
            ids.append(f"{fence.language} {(fence.options or {}).get('trace')} {traces} {spans}")
    return Counter(ids)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_same_figures(path: Path) -> None:
    assert shown(path) == shown(ROOT / "docs" / path.name)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_part_may_be_missing(path: Path) -> None:
    name = f"docs/en/{path.name}"
    body = path.read_text(encoding="utf-8").split("---\n", 2)[2]
    assert list(sections.check(name, body)) == []
    without = body.replace("## Measure it yourself\n", "")
    assert [one.code for one in sections.check(name, without)] == ["section-missing"]
