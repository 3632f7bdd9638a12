"""Ways of writing that hide text from the checks."""

from __future__ import annotations

import pytest

from hooks.lint import prose


def errors(body: str, offset: int = 0) -> list[str]:
    return [str(problem) for problem in prose.check("docs/x.md", body, offset)]


def test_indented_blocks() -> None:
    hint = "(/// details | 제목 … /// 또는 /// admonition | 제목 … /// 로 적으세요)"
    message = "블록은 쓰지 않습니다: 들여 쓴 글은 검사에서 빠집니다"
    body = '# 제목\n\n??? note "접기"\n    글 12 ms\n\n- 목록\n\n    글\n    !!! tip\n        글\n'
    assert errors(body, 3) == [
        f"docs/x.md:6: block-indented '???' {message} {hint}",
        f"docs/x.md:12: block-indented '!!!' {message} {hint}",
    ]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("글\n\n    12 ms\n", 3),
        ("[^a]: 각주\n\n    둘째 문단 12 ms\n", 3),
        ("용어\n:   정의\n\n    둘째 문단 12 ms\n", 4),
        ("- 목록\n\n        너무 깊은 12 ms\n", 3),
    ],
)
def test_text_that_is_code_for_the_checks(body: str, line: int) -> None:
    assert errors(body) == [
        f"docs/x.md:{line}: code-indented 네 칸 더 들여 쓴 글입니다: 검사는 코드로 읽어 지나칩니다 "
        "(코드는 ``` 펜스로, 글은 덜 들여 쓰고, 각주와 정의는 한 문단으로 적으세요)"
    ]


@pytest.mark.parametrize(
    "body", ["```text\n글\n", "```\n", "````text\n글\n```\n", "~~~\n글\n```\n"]
)
def test_a_fence_without_an_end(body: str) -> None:
    ticks = body[:4].strip("\nt")
    assert errors(f"글\n\n{body}") == [
        "docs/x.md:3: fence-open 펜스가 닫히지 않았습니다: 이 아래가 모두 코드로 읽힙니다 "
        f"(끝에 {ticks} 한 줄을 더하세요)"
    ]


def test_a_comment_without_an_end() -> None:
    assert errors("글\n\n<!-- 열림\n\n12 ms\n") == [
        "docs/x.md:3: comment-open 주석이 닫히지 않았습니다: 이 아래가 모두 숨습니다 "
        "(끝에 --> 를 더하세요)"
    ]


def test_headings() -> None:
    assert errors("# 제목\n\n### 깊은 제목\n\n## 🔬\n\n## 🔬 {#증거}\n") == [
        "docs/x.md:3: heading-jump 제목이 1단계 다음에 바로 3단계입니다 (## 로 시작하세요)",
        "docs/x.md:5: heading-anchor 제목에 글자가 없어 주소를 만들 수 없습니다 "
        "(글자를 적거나 {#이름} 을 붙이세요)",
    ]


def test_what_is_fine() -> None:
    body = (
        "# 제목\n\n**캐시(cache)**는 {{ 그대로 }} 둡니다! 정말??? === 같다\n\n"
        "- 목록\n\n    둘째 문단\n\n    - 속\n\n        속의 문단\n\n"
        "/// details | 접기\n    type: success\n\n글\n///\n\n"
        "> ```text\n> 글\n> ```\n\n````text\n```\n````\n\n<!-- 닫힘 -->\n"
    )
    assert errors(body) == []
