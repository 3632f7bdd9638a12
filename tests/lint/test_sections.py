"""The parts of a chapter: all there, in order, with questions that have answers."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from hooks.lint import sections
from hooks.lint.outline import CHAPTER

BODY = (Path(__file__).parent.parent / "corpus" / "chapter.md").read_text(encoding="utf-8")
HEADINGS = [line for line in BODY.splitlines() if line.startswith("##")]
PLACE = "docs/02-bits.md"


def errors(body: str, path: str = PLACE, offset: int = 0) -> list[str]:
    return [str(problem) for problem in sections.check(path, body, offset)]


def without(start: str) -> str:
    """The chapter without the lines that begin so."""
    kept = [line for line in BODY.split("\n") if not line.startswith(start)]
    assert len(kept) < len(BODY.split("\n"))
    return "\n".join(kept)


def line_of(start: str, body: str = BODY) -> int:
    return next(n for n, row in enumerate(body.split("\n"), 1) if row.startswith(start))


def test_the_whole_chapter_is_fine() -> None:
    assert errors(BODY) == []
    assert errors(unicodedata.normalize("NFD", BODY).replace("⚠️", "⚠")) == []
    assert errors("# 다른 쪽\n", "docs/index.md") == []


@pytest.mark.parametrize("number", range(len(HEADINGS)))
def test_a_missing_section(number: int) -> None:
    body = without(HEADINGS[number])
    following = HEADINGS[number + 1] if number + 1 < len(HEADINGS) else "**다음 장"
    part = CHAPTER[number + 4]
    first = errors(body)[0]
    assert first.startswith(
        f"{PLACE}:{line_of(following, body)}: section-missing {part}이 없습니다 "
    )
    assert first.endswith("앞에 두세요)")
    assert len(errors(body)) == 1


@pytest.mark.parametrize(
    ("start", "part", "before"),
    [
        ("**이 장의 핵심", "'이 장의 핵심 연결:' 줄", "**다음 질문"),
        ("**다음 질문", "'다음 질문:' 줄", "**목표"),
        ("**목표", "'목표:' 줄", "## 먼저"),
    ],
)
def test_a_missing_line_of_the_box(start: str, part: str, before: str) -> None:
    body = without(start)
    [error] = errors(body)
    assert error.startswith(f"{PLACE}:{line_of(before, body)}: section-missing {part}이 없습니다 ")


def test_a_missing_box() -> None:
    assert errors(without("/// admonition")) == [
        f"{PLACE}:5: section-missing '/// admonition | 이 장의 자리' 줄이 없습니다 "
        "('이 장의 핵심 연결:' 줄 앞에 두세요)"
    ]


def test_the_last_line_and_the_last_chapter() -> None:
    body = without("**다음 장")
    end = len(body.rstrip().split("\n"))
    assert errors(body, offset=5) == [
        f"{PLACE}:{end + 5}: section-missing '다음 장:' 줄이 없습니다 "
        "('✍️ 확인 문제' 절 다음, 쪽 끝에 두세요)"
    ]
    assert errors(body, "docs/09-reading-evidence.md") == []


@pytest.mark.parametrize("number", range(1, len(HEADINGS) - 1))
def test_a_section_that_was_moved(number: int) -> None:
    heading = HEADINGS[number]
    body = without(heading).replace(HEADINGS[0], f"{heading}\n\n{HEADINGS[0]}")
    found = [error for error in errors(body) if "section-order" in error]
    # Of two neighbours that changed places either may be called the one that was moved.
    moved = {str(CHAPTER[number + 4])} if number > 1 else {str(part) for part in CHAPTER[4:6]}
    assert len(found) == len(errors(body)) == 1
    assert any(f"section-order {part}이 제자리에 없습니다" in found[0] for part in moved)


def test_the_whole_error_of_a_moved_section() -> None:
    body = without("## 직접 재기").replace("## ⚠️ 흔한 오해", "## 직접 재기\n\n## ⚠️ 흔한 오해")
    line = line_of("## 직접 재기", body)
    assert errors(body) == [
        f"{PLACE}:{line}: section-order '직접 재기' 절이 제자리에 없습니다 "
        "('시각적 직관: …' 절 다음, '직접 계산' 절 앞에 두세요)"
    ]


def test_the_last_line_is_last() -> None:
    body = BODY.replace("[^a]: 각주", "덧붙임\n\n[^a]: 각주")
    line = line_of("**다음 장", body)
    assert errors(body) == [
        f"{PLACE}:{line}: section-order '다음 장:' 줄이 페이지의 마지막이 아닙니다 "
        f"({line + 2}번째 줄의 글보다 뒤로 옮기세요)"
    ]


def test_a_heading_of_another_level() -> None:
    body = BODY.replace("## 직접 계산", "### 직접 계산")
    assert errors(body) == [
        f"{PLACE}:{line_of('### 직접', body)}: section-level "
        "'직접 계산' 절의 제목 단계가 다릅니다: ### (## 로 적으세요)"
    ]
    assert errors(BODY.replace("### 약어", "## 약어")) == []


def test_an_empty_page_lacks_everything() -> None:
    assert len(errors("# 02\n")) == len(CHAPTER)


ANSWER = "(문제 아래에 네 칸 들여 /// details | 답 보기 … /// 를 적으세요)"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "    답 둘.\n",
        "    /// details | 답 보기\n        type: success\n    ///\n",
        "    /// details | 답 보기\n        type: success\n\n    ///\n",
    ],
)
def test_a_question_without_an_answer(answer: str) -> None:
    whole = "    /// details | 답 보기\n        type: success\n\n    답 둘.\n    ///\n"
    assert whole in BODY
    body = BODY.replace(whole, answer)
    line = line_of("2. ", body)
    assert errors(body) == [
        f"{PLACE}:{line}: section-answers 확인 문제 2번에 접힌 답이 없습니다 {ANSWER}"
    ]


def test_too_few_questions_and_none_about_conditions() -> None:
    start, end = BODY.index("3. **["), BODY.index("**다음 장")
    heading = line_of("## ✍")
    assert errors(BODY[:start] + BODY[end:]) == [
        f"{PLACE}:{heading}: section-questions 확인 문제가 2개뿐입니다 "
        "('1.'로 시작하는 문제를 3개 이상 적으세요)",
        f"{PLACE}:{heading}: section-condition [조건 묻기] 문제가 없습니다 "
        "(한 문제를 **[조건 묻기]** 로 시작하세요)",
    ]
