from __future__ import annotations

from pathlib import Path

from hooks.source import Fence, Role, Source, read

CORPUS = Path(__file__).parent.parent / "corpus"


def test_an_awkward_page_is_read_as_a_whole() -> None:
    body = (CORPUS / "awkward.md").read_text(encoding="utf-8")
    assert read("docs/awkward.md", body) == Source(
        "docs/awkward.md",
        roles=(
            Role("figure", "ch01.time", 3),
            Role("figure", "ch01.count", 4),
            Role("figure", "ch01.ratio", 8),
            Role("figure", "ch01.time", 10),
            Role("figure", "ch01.time", 25),
        ),
        fences=(
            Fence("mermaid", {}, "flowchart TB\nA --> B\n", 12),
            Fence(
                "text",
                {},
                '```mermaid {trace="ch01.walk"}\nflowchart TB\n```\n{figure}`ch01.no`\n',
                17,
            ),
            Fence("mermaid", {"trace": "ch01.walk"}, "flowchart TB\n", 28),
            Fence("mermaid", None, "", 32),
        ),
    )


def test_lines_count_the_front_matter() -> None:
    assert read("docs/x.md", "# 제목\n\n{figure}`a.b`\n", offset=4).roles == (
        Role("figure", "a.b", 7),
    )
