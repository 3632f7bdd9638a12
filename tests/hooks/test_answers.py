"""The page of answers: put together from the chapters, in Markdown."""

from __future__ import annotations

from pathlib import Path

from hooks import answers, source

ROOT = Path(__file__).resolve().parents[2]

FIRST = """\
# 01. 처음

문제는 {figure}`ch01.a`입니다.

1. 문제가 아닌 목록

## ✍️ 확인 문제

1. 왜 {figure}`ch01.b`인가요?

    /// details | 답 보기
        type: success

    [다음 장](02-next.md), [그 절](02-next.md#절), [위](#위), [밖](https://a.example/b.md)

    - {fact}`A01`
    ///

2. **[조건 묻기]** 언제인가요?

    /// details | 답 보기
        type: success

    {figure}`ch01.c`일 때.
    ///

**다음 장:** 02
"""
PAGES = {
    "index.md": "# 표지\n",
    "02-next.md": "# 02. 다음\n\n문제가 없습니다.\n",
    "01-first.md": FIRST,
    "appendix/answers.md": "# 정답\n\n```answers\n```\n\n끝\n",
}
EXPANDED = """\
# 정답

## 01. 처음 {#answers-01-first}

[문제만 보기](/01-first.md#-확인-문제)

1. 왜 {figure}`ch01.b`인가요?

    /// details | 답 보기
        type: success
        open: true

    [다음 장](/02-next.md), [그 절](/02-next.md#절), [위](/01-first.md#위), [밖](https://a.example/b.md)

    - {fact}`A01`
    ///

2. **[조건 묻기]** 언제인가요?

    /// details | 답 보기
        type: success
        open: true

    {figure}`ch01.c`일 때.
    ///

끝
"""


def test_the_questions_of_every_chapter_with_their_answers() -> None:
    assert answers.expand(PAGES["appendix/answers.md"], PAGES) == EXPANDED


def test_what_is_asked_for_is_counted_at_the_line_of_the_fence() -> None:
    read = source.read("docs/appendix/answers.md", EXPANDED)
    placed = answers.at_the_fence(read, PAGES["appendix/answers.md"], 4)
    assert [(one.name, one.argument, one.line) for one in placed.roles] == [
        ("figure", "ch01.b", 7),
        ("fact", "A01", 7),
        ("figure", "ch01.c", 7),
    ]


def test_a_page_without_the_fence_stays() -> None:
    assert answers.expand(FIRST, PAGES) == FIRST
    sample = "```text\n```answers\n```\n"
    assert answers.expand(sample, PAGES) == sample


def test_a_footnote_would_not_come_along() -> None:
    body = FIRST.replace("언제인가요?", "언제인가요?[^a]") + "\n[^a]: 각주\n"
    assert [str(one) for one in answers.check("docs/01-first.md", body, 3)] == [
        "docs/01-first.md:22: answers-footnote 확인 문제에 각주가 있습니다: [^a] "
        "(정답 페이지에는 각주가 따라가지 않습니다. 괄호 안에 적으세요)"
    ]


def test_the_chapters_of_the_guide() -> None:
    docs = ROOT / "docs"
    pages = {one.name: one.read_text(encoding="utf-8") for one in docs.glob("[0-9][0-9]-*.md")}
    made = answers.expand((docs / "appendix/answers.md").read_text(encoding="utf-8"), pages)
    assert made.count("/// details | ") == sum(
        answers.questions(page)[1].count("/// details | ") for page in pages.values()
    )
    assert made.count("open: true") == made.count("/// details | ") >= 3 * len(pages)
    for name, page in pages.items():
        assert [str(one) for one in answers.check(f"docs/{name}", page)] == []
