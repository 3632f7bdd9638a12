from __future__ import annotations

from hooks.known import Known
from hooks.plan import Use, plan
from hooks.source import read
from snippets.evidence.catalogue import Listing
from snippets.evidence.facts.fact import Facts

LISTINGS = {
    "ch01": Listing(
        id="ch01",
        module="snippets.ch01_x",
        path="snippets/ch01_x.py",
        line=1,
        title="",
        timeout_s=1,
        figures={"ch01.ttft": ("ms", "첫 토큰")},
        traces={"ch01.request": "요청"},
    )
}


KNOWN = Known(LISTINGS, {}, Facts())


def problems(body: str) -> list[str]:
    return [str(problem) for problem in plan([read("docs/x.md", body)], KNOWN).problems]


def test_an_experiment_is_planned_once_at_its_first_use() -> None:
    body = "처음 {figure}`ch01.ttft`\n\n또 {figure}`ch01.ttft`\n"
    made = plan([read("docs/a.md", body), read("docs/b.md", body)], KNOWN)
    assert made.first_use == {"ch01": Use("ch01.ttft", "docs/a.md", 1)}
    assert made.problems == ()


def test_a_diagram_needs_its_experiment_too() -> None:
    body = '```mermaid {trace="ch01.request"}\nflowchart TB\n```\n'
    assert plan([read("docs/a.md", body)], KNOWN).first_use == {
        "ch01": Use("ch01.request", "docs/a.md", 1)
    }


def test_all_problems_of_a_page_are_named() -> None:
    body = (
        "가 {figure}`ch01.tfft`\n나 {figure}`ch09.x`\n다 {number}`ch01.ttft`\n\n"
        '```mermaid {trace="ch01.reqest"}\n```\n\n'
        "```mermaid {trace=ch01.request}\n```\n\n"
        '```mermaid {kind="x"}\n```\n'
    )
    assert problems(body) == [
        "docs/x.md:1: figure-unknown 수치 'ch01.tfft': 어디에도 선언되지 않았습니다 "
        "(혹시 ch01.ttft인가요?)",
        "docs/x.md:2: figure-unknown 수치 'ch09.x': 어디에도 선언되지 않았습니다 "
        "(python -m snippets list 로 목록을 보세요)",
        "docs/x.md:3: role-unknown 'number': 쓸 수 없는 표시입니다 "
        "(쓸 수 있는 표시: figure, fact, example)",
        "docs/x.md:5: trace-unknown 추적 'ch01.reqest': 어디에도 선언되지 않았습니다 "
        "(혹시 ch01.request인가요?)",
        "docs/x.md:8: fence-header 펜스의 속성을 읽을 수 없습니다 "
        '(```mermaid {trace="ch01.request"} 처럼 값을 따옴표로 감싸세요)',
        "docs/x.md:11: fence-option mermaid 펜스에 없는 속성입니다: kind "
        "(쓸 수 있는 속성은 id, times, trace입니다)",
    ]


def test_a_table_of_times_is_folded_or_nothing_is_said_of_it() -> None:
    fence = '```mermaid {{trace="ch01.request" times="{}"}}\n```\n'
    assert problems(fence.format("folded")) == []
    assert problems(fence.format("none")) == [
        "docs/x.md:1: fence-option times에 쓸 수 없는 값입니다: none "
        '(표를 접어 두려면 times="folded", 아니면 지우세요)'
    ]
