"""Bare numbers where they stand on a page: places, lines, whole error texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks.diagrams import mermaid
from hooks.lint import numbers
from hooks.tokens import parse

CORPUS = Path(__file__).parent.parent / "corpus"
HINT = (
    "(잰 값은 {figure}`ch01.ttft`, 밖에서 가져온 값은 {fact}`A05`, "
    "지어낸 값은 {example}`12 ms`처럼 적으세요)"
)


def found(name: str) -> list[tuple[int, str]]:
    body = (CORPUS / name).read_text(encoding="utf-8")
    return [
        (problem.line, problem.message.split("'")[1])
        for problem in numbers.check(f"docs/{name}", body)
    ]


def test_the_whole_error_after_front_matter() -> None:
    _, problem = numbers.check("docs/02-bits.md", "# 제목\n\n글\n두 배가 아니라 **12** ms\n", 4)
    assert str(problem) == (
        f"docs/02-bits.md:8: number-bare '12 ms': 근거 없이 적은 숫자입니다 {HINT}"
    )


def test_everything_that_a_reader_reads_is_looked_at() -> None:
    assert found("quantities.md") == [
        (1, "12 ms"),
        (3, "3–5 ms"),
        (3, "12 GB"),
        (4, "16 GiB"),  # its unit stands on the next line
        (7, "9 ms"),  # after a code span over two lines
        (11, "30 %"),
        (11, "12 (ms)"),  # the unit stands in the column's heading
        (13, "80 (GB)"),  # and here in the row's
        (15, "1 초"),
        (18, "2 초"),
        (20, "3 초"),
        (23, "4 초"),
        (27, "5 초"),
        (29, "6 초"),
        (29, "9 초"),
        (29, "8 초"),
        (31, "10 초"),
        (32, "11 초"),
        (36, "14 초"),
        (37, "15 초"),
        (41, "16 초"),
        (48, "18 초"),
    ]


def test_the_labels_of_diagrams() -> None:
    assert found("diagrams.md") == [
        (3, "1 ms"),
        (4, "2 ms"),
        (5, "3 ms"),
        (6, "4 ms"),
        (6, "6 ms"),
        (6, "5 ms"),
        (19, "1 ms"),
        (21, "2 ms"),
        (22, "3 ms"),
        (23, "4 ms"),
        (24, "5 ms"),
        (27, "6 ms"),
        (29, "7 ms"),
        (36, "8 ms"),
    ]


def test_a_diagram_in_the_cache_starts_no_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "```mermaid\nflowchart TB\n    A[3 초]\n```\n"
    assert len(list(numbers.check("docs/x.md", body, 0, tmp_path))) == 1
    mermaid.read.cache_clear()
    monkeypatch.setattr(mermaid, "_ask", None)
    assert [problem.line for problem in numbers.check("docs/x.md", body, 0, tmp_path)] == [3]


def test_a_page_is_parsed_once() -> None:
    assert parse("# 제목\n") is parse("# 제목\n")
