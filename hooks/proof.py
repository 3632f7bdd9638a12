"""What a finished page shows, counted against what its source asks for.

A renderer that fails quietly, a plugin that drops a fence, a host that ignores the hooks: each
leaves a page that looks right and lacks something. The count finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from snippets.evidence.problem import GuideError

from .source import Source


def count(source: Source, html: str) -> Iterator[GuideError]:
    """Say what is missing, or too much, in the page made from ``source``."""
    figures = sum(role.name == "figure" for role in source.roles)
    for noun, asked, shown in (
        ("수치", figures, len(re.findall(r'<span[^>]* data-figure="', html))),
        ("그림", len(source.fences_of("mermaid")), html.count('<figure class="diagram"')),
        ("막대", len(source.fences_of("bars")), html.count('<div class="bars"')),
    ):
        if asked != shown:
            yield _differs(source, noun, asked, shown)


def _differs(source: Source, noun: str, asked: int, shown: int) -> GuideError:
    return GuideError(
        source.path,
        1,
        "page-incomplete",
        f"원고에는 {noun} {asked}개가 있는데 만든 쪽에는 {shown}개가 있습니다",
        "들여 쓴 블록이나 다른 펜스 안에 있는지 보세요",
    )
