"""Malformed Mermaid is told with the line on which it was written."""

from __future__ import annotations

import pytest

from hooks.diagrams import mermaid

FLOWCHART = ("flowchart TB", "  A --> B", "  B --> C", "", "  C --> D", "  D --> E")
SEQUENCE = ("sequenceDiagram", "  A->>B: x", "  B->>A: y", "", "  A->>B: z", "  B->>A: w")
BAD_FLOWCHART = [
    "  B[요청 (도착)] --> C",
    "  A --> B C",
    "  A -> B",
    "  A == B",
    "  A[글",
    "  A((글)",
    '  A["글]',
    "  A -->|글 B",
    "  subgraph",
    "  end",
    "  classDef",
    "  A & --> B",
]
BAD_SEQUENCE = [
    "  A=>>B: y",
    "  A->>B",
    "  ->>B: y",
    "  Note over: x",
    "  alt",
    "  end",
    "  else x",
    "  loop 토큰마다",
    "  foo bar",
    "  A-->>",
]
AROUND = [
    ([], []),
    (["%% 앞", ""], ["%% 뒤"]),
    (["", "", "%% 앞"], ["", "%% 뒤", "", "%% 더 뒤", ""]),
    (["%%{init: {'theme': 'base'}}%%"], ["%%", "%% trace A = a.b"]),
    (["---", "title: 제목", "---", "%% 앞"], []),
]


def with_bad_line(good: tuple[str, ...], bad: str, around: tuple[list[str], list[str]]):
    """A source with a bad line in the middle, between comments, and that line's number."""
    before, after = around
    rows = [*before, *good[:3], bad, *after, *good[3:]]
    return "\n".join(rows), len(before) + 4


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(
    ("good", "bad"),
    [(FLOWCHART, bad) for bad in BAD_FLOWCHART] + [(SEQUENCE, bad) for bad in BAD_SEQUENCE],
)
def test_the_line_is_the_one_in_the_source(good, bad, around, newline):
    source, line = with_bad_line(good, bad, around)
    with pytest.raises(mermaid.MermaidSyntax) as caught:
        mermaid.read(source.replace("\n", newline))
    assert caught.value.line == line


def rejected(source: str) -> str:
    with pytest.raises(mermaid.MermaidSyntax) as caught:
        mermaid.read(source)
    return str(caught.value.problem("docs/01.md", 10))


def test_brackets_in_a_label():
    assert rejected("flowchart TB\n  %% 말\n  A[요청 (도착)] --> B\n") == (
        "docs/01.md:13: mermaid-syntax Mermaid 문법에 맞지 않습니다: A[요청 (도착)] --> B "
        '(괄호가 든 글은 큰따옴표로 감싸세요: A["요청 (도착)"])'
    )


def test_a_block_without_end_is_told_where_it_opens():
    assert rejected("sequenceDiagram\n  A->>B: x\n  loop 토큰마다\n  B->>A: y\n") == (
        "docs/01.md:13: mermaid-syntax 끝나지 않은 것이 있습니다: loop 토큰마다 "
        "(subgraph·loop·alt·opt·par마다 end가 있는지, 괄호와 화살표가 끝났는지 보세요)"
    )


def test_a_wrong_arrow():
    assert rejected("sequenceDiagram\n  A=>>B: y\n") == (
        "docs/01.md:12: mermaid-syntax Mermaid 문법에 맞지 않습니다: A=>>B: y "
        "(Mermaid의 말: 뜻밖의 INVALID)"
    )


def test_a_kind_that_does_not_exist():
    assert rejected("%% 말\n\nflowchat TB\n  A\n") == (
        "docs/01.md:13: mermaid-syntax 그림 종류를 알 수 없습니다: flowchat TB "
        "(첫 줄은 flowchart TB 나 sequenceDiagram 처럼 씁니다)"
    )


def test_an_empty_fence():
    assert rejected("") == (
        "docs/01.md:11: mermaid-syntax 그림 종류를 알 수 없습니다: 빈 그림 "
        "(첫 줄은 flowchart TB 나 sequenceDiagram 처럼 씁니다)"
    )


def test_an_error_for_which_mermaid_names_no_line_stands_at_the_fence():
    assert rejected("sequenceDiagram\n  A->>B: x\n  deactivate B\n") == (
        "docs/01.md:10: mermaid-syntax Mermaid가 그림을 읽지 못합니다 "
        "(Mermaid의 말: Trying to inactivate an inactive participant (B))"
    )
