"""The two fences that draw: as HTML, and what a page is told when one of them is wrong."""

from __future__ import annotations

import html
import json
import re

import markdown
import pytest

from hooks import held, plan, proof, source
from hooks.compare_fence import CompareFence
from hooks.diagram_fence import DiagramFence
from hooks.drawings import LEGEND, MERGED, Drawings
from hooks.evidence import Evidence, How, Standing
from hooks.known import Known
from snippets.evidence.facts.fact import Facts
from snippets.evidence.record import Record
from snippets.evidence.trace import Trace
from tests.diagram.played import FLOWCHART, SEQUENCE, request
from tests.diagram.seed import edited
from tests.evidence.test_record import record

COMPARE = """\
```compare {diagram="journey"}
ch01.a = 줄 선 '손님' &lt;
ch01.b = 많이 <시킨> 손님
```
"""


def drawing(body: str = FLOWCHART, options: str = 'trace="ch01.request" id="journey"') -> str:
    return f"```mermaid {{{options}}}\n{body}```\n"


class Traces(Evidence):
    """Evidence of which only the traces matter."""

    def __init__(self, *traces: Trace) -> None:
        super().__init__()
        self.kept = {trace.id: trace for trace in traces}

    def trace(self, name: str) -> tuple[Trace, Record] | None:
        return (self.kept[name], record()) if name in self.kept else None


ALL = Traces(request(), request("ch01.a"), request("ch01.b", tokens=2, wait=1000))


def page(body: str, evidence: Evidence = ALL) -> str:
    drawings = Drawings(evidence, None, {"startOnLoad": False})  # type: ignore[arg-type]
    fences = [DiagramFence(drawings).entry, CompareFence(drawings).entry]
    return markdown.markdown(
        body,
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": fences}},
    ).replace("\N{NO-BREAK SPACE}", " ")


def problems(body: str, evidence: Evidence = ALL) -> list[str]:
    """What the build says of a page, in the order in which it finds it."""
    read = source.read("docs/x.md", body)
    return [
        *map(str, plan.plan([read], KNOWN).problems),
        *map(str, held.check(read, evidence, None)),  # type: ignore[arg-type]
    ]


class Named(Known):
    traces = {"ch01.request", "ch01.a", "ch01.b"}  # type: ignore[assignment]  # noqa: RUF012


KNOWN = Named({}, {}, Facts())


def test_a_drawing_without_a_trace_is_told_in_words_and_has_nothing_to_play() -> None:
    assert page(
        drawing("flowchart LR\n    accTitle: 둘\n    accDescr: 두 칸\n    A --> B\n", "")
    ) == (
        '<figure class="diagram" id="diagram-1" data-config="{&quot;startOnLoad&quot;: false}">'
        '<div class="diagram-view" hidden></div>'
        '<div class="mermaid diagram-source" data-search-exclude><pre><code>flowchart LR\n'
        "    accTitle: 둘\n    accDescr: 두 칸\n    A --&gt; B</code></pre></div>"
        '<figcaption><span class="diagram-caption">둘</span></figcaption>'
        '<details class="diagram-words"><summary>그림을 글로 읽기</summary><p>두 칸</p>'
        "<p>칸</p><ul><li>A</li><li>B</li></ul><p>화살표</p><ol><li>A → B</li></ol></details>"
        "</figure>"
    )


def test_the_browser_gets_a_directive_but_no_binding() -> None:
    directive = "%%{init: {\n    'theme': 'dark'\n}}%%\n"
    found = page(drawing(directive + FLOWCHART))
    drawn = html.unescape(found[found.index("<code>") + 6 : found.index("</code>")])
    assert drawn == f"{directive}{FLOWCHART}".partition("    %%")[0].rstrip()


def test_the_name_and_the_description_are_shown_as_they_were_written() -> None:
    found = page(drawing("flowchart LR\n  accTitle: 셈 & 곱\n  accDescr: 1 #lt; 2 & 3\n  A\n", ""))
    assert '<span class="diagram-caption">셈 &amp; 곱</span>' in found
    assert "<p>1 &lt; 2 &amp; 3</p>" in found


def test_a_trace_from_another_machine_does_not_look_local() -> None:
    evidence = Traces(request())
    evidence.standings["ch01"] = Standing(record(), How.RECORDED, here=False)
    badge = re.search(r'<figcaption>.*?class="badge[^>]*>([^<]*)<', page(drawing(), evidence))
    assert badge is not None
    assert badge[1] == "다른 기계에서 측정"
    assert "다른 기계에서" not in page(drawing())


def test_a_table_of_times_is_open_unless_its_fence_folds_it() -> None:
    opened, folded = (
        page(drawing(options=f'trace="ch01.request" id="journey"{more}'))
        for more in ("", ' times="folded"')
    )
    assert '<details class="diagram-times" open>' in opened
    assert folded == opened.replace('"diagram-times" open', '"diagram-times"')


def test_a_traced_drawing_has_its_parts_in_the_order_of_the_contract() -> None:
    found = page(drawing())
    opened = re.findall(
        r'<(?:figure|div|p|details|figcaption)[^>]* class="([\w -]+)"|<(figcaption)', found
    )
    assert [one or other for one, other in opened] == [
        "diagram",
        "diagram-view",
        "mermaid diagram-source",
        "timelines",
        "timeline-title",
        "timeline-track",
        "timeline-scale",
        "player-note",
        "figcaption",
        "diagram-times",
        "diagram-elided",
        "diagram-words",
    ]
    assert f'<p class="player-note">{LEGEND.replace(chr(160), " ")}{MERGED}</p>' in found
    assert "%%" not in found
    (one,) = replayed(found)
    assert [one["id"] for one in one["requests"]] == ["ch01.request"]


def test_what_is_never_merged_is_not_said_to_be() -> None:
    assert MERGED not in page(drawing(), Traces(request(tokens=2)))


def test_a_comparison_draws_the_named_drawing_with_both_requests() -> None:
    _, compared = page(f"{drawing()}\n{COMPARE}").split("</figure>")[:2]
    assert 'id="diagram-2" data-trace="ch01.a ch01.b"' in compared
    assert "    A --&gt; F\n" in compared
    assert "작은 여정 · 줄 선 &#x27;손님&#x27; &amp;lt; / 많이 &lt;시킨&gt; 손님" in compared
    assert "실제 실행 둘의 추적과 맞춰 보았습니다." in compared
    (replay,) = replayed(compared)
    assert [one["label"] for one in replay["requests"]] == ["줄 선 '손님' &lt;", "많이 <시킨> 손님"]
    assert replay["requests"][0]["badges"]["A"]["difference"] == "−0.900 ms"
    assert compared.count('<section class="timeline"') == 2


def test_the_table_of_a_comparison_has_a_column_a_request_and_the_difference() -> None:
    _, compared = page(f"{drawing()}\n{COMPARE}").split("</figure>")[:2]
    table = compared[compared.index("<table>") : compared.index("</details>")]
    assert table == (
        '<table><thead><tr><th scope="col">어디서</th>'
        '<th scope="col">줄 선 &#x27;손님&#x27; &amp;lt;</th>'
        '<th scope="col">많이 &lt;시킨&gt; 손님</th>'
        '<th scope="col">차이(앞 − 뒤)</th></tr></thead><tbody>'
        '<tr data-path="control"><th scope="row">큐 줄 서기</th>'
        "<td>1번 · 0.130 ms</td><td>1번 · 1.03 ms</td><td>−0.900 ms</td></tr>"
        '<tr data-path="control"><th scope="row">보내기</th>'
        "<td>3번 · 60.0 µs</td><td>2번 · 40.0 µs</td><td>+20.0 µs</td></tr>"
        '<tr data-path="data"><th scope="row">셈 &amp; 곱</th>'
        "<td>3번 · 1.80 ms</td><td>2번 · 1.20 ms</td><td>+0.600 ms</td></tr>"
        '<tr data-path="data"><th scope="row">고르기</th>'
        "<td>3번 · 0.150 ms</td><td>2번 · 0.100 ms</td><td>+50.0 µs</td></tr>"
        '</tbody></table><p class="diagram-elided">그리지 않은 것: <code>scheduler.step</code> '
        "줄 선 &#x27;손님&#x27; &amp;lt; 2번, 합쳐서 10.0 µs / "
        "많이 &lt;시킨&gt; 손님 1번, 합쳐서 5.00 µs. "
        "그리지 않았습니다</p>"
    )


def test_the_table_beside_a_withheld_request_has_its_reason_and_no_difference() -> None:
    dark = request("ch01.b", tokens=2).without_times("기계가 바빴습니다")
    found = page(f"{drawing()}\n{COMPARE}", Traces(request(), request("ch01.a"), dark))
    assert "<td>1번 · 0.130 ms</td><td>1번 · —</td><td>—</td></tr>" in found
    assert "<p>많이 &lt;시킨&gt; 손님: 시간은 판정불가 — 기계가 바빴습니다</p>" in found
    assert "많이 &lt;시킨&gt; 손님 1번. 그리지 않았습니다" in found


def test_a_sequence_diagram_in_words() -> None:
    found = page(drawing(SEQUENCE))
    assert found[found.index("<p>참가자") : found.index("</details></figure>")] == (
        "<p>참가자</p><ul><li>사용자</li><li>워커</li></ul><p>주고받는 메시지</p><ol>"
        "<li>쪽지(워커): 한 번에 하나 — 재지 않음: 시간이 없는 말입니다</li>"
        "<li>사용자 → 워커: 묻기 (1번, 0.130 ms)</li>"
        "<li>반복: 토큰마다<ol><li>워커 → 워커: 셈하기 (3번, 1.95 ms)</li>"
        "<li>워커 → 사용자: 답하기 (3번, 60.0 µs)</li></ol></li></ol>"
    )


def test_blocks_of_a_sequence_diagram_in_words() -> None:
    body = (
        "sequenceDiagram\n    accTitle: 갈래\n    accDescr: 갈라집니다.\n    A->>B: 묻기\n"
        "    opt 바쁘면\n    B->>A: 기다려\n    end\n"
        "    alt 좋으면\n    B->>A: 응\n    else 아니면\n    B->>A: 아니\n    end\n"
        "    par 이쪽\n    A->>B: 하나\n    and 저쪽\n    A->>B: 둘\n    end\n"
    )
    found = page(drawing(body, ""))
    assert "<li>경우에 따라: 바쁘면<ol><li>B → A: 기다려</li></ol></li>" in found
    assert (
        "<li>이 가운데 하나<ul><li>좋으면<ol><li>B → A: 응</li></ol></li>"
        "<li>아니면<ol><li>B → A: 아니</li></ol></li></ul></li>"
    ) in found
    assert "<li>함께<ul><li>이쪽<ol><li>A → B: 하나</li></ol></li>" in found


def test_a_flowchart_in_words_names_its_frames_and_what_is_not_measured() -> None:
    body = edited(FLOWCHART, ("    A --> F\n", "    A --> F\n    A --> Z[로그]\n"))
    body += "    %% untraced Z[로그]: 적지 않았습니다\n    %% outside Z[로그]: 길이 아닙니다\n"
    found = page(drawing(body))
    assert found[found.index("<p>칸</p>") : found.index("<p>화살표</p>")] == (
        "<p>칸</p><ul><li>control path<ul><li>큐 줄 서기 (1번, 0.130 ms)</li>"
        "<li>보내기 (3번, 60.0 µs)</li></ul></li><li>data path<ul>"
        "<li>셈 &amp; 곱 (3번, 1.80 ms)</li><li>고르기 (3번, 0.150 ms)</li></ul></li>"
        "<li>로그 — 경로의 틀 밖: 길이 아닙니다</li></ul>"
    )


def test_two_builds_give_the_same_bytes() -> None:
    other = drawing(SEQUENCE, 'trace="ch01.a"')
    body = f"{drawing()}\n{other}\n{COMPARE}"
    assert page(body) == page(body)


def test_a_page_that_agrees_has_no_problems_and_its_comparison_counts_as_a_drawing() -> None:
    body = f"{drawing()}\n{COMPARE}"
    assert problems(body) == []
    assert proof.asked(source.read("docs/x.md", body)) == {"그림": 2}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "```compare\nch01.a = 가\nch01.b = 나\n```\n",
            "docs/x.md:1: compare-diagram 어느 그림에 견주는지 적지 않았습니다 "
            '(```compare {diagram="journey"} 처럼 적으세요)',
        ),
        (
            '```compare {diagram="jurney"}\nch01.a = 가\nch01.b = 나\n```\n' + drawing(),
            "docs/x.md:1: compare-diagram 이 위에 그런 그림이 없습니다: jurney "
            '(견줄 그림을 위쪽에서 ```mermaid {id="jurney"} 로 여세요)',
        ),
        (
            drawing(options='trace="ch01.request"')
            + '```compare {diagram=""}\nch01.a = 가\nch01.b = 나\n```\n',
            "docs/x.md:21: compare-diagram 어느 그림에 견주는지 적지 않았습니다 "
            '(```compare {diagram="journey"} 처럼 적으세요)',
        ),
        (
            '```compare {diagram="journey" kind="x"}\nch01.a = 가\nch01.b = 나\n```\n',
            "docs/x.md:1: fence-option compare 펜스에 없는 속성입니다: kind "
            "(쓸 수 있는 속성은 diagram입니다)",
        ),
    ],
)
def test_a_comparison_without_its_drawing(body: str, said: str) -> None:
    assert said in problems(body)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            "ch01.a = 가\n",
            [
                "docs/x.md:22: compare-two 서로 다른 추적 둘을 견줍니다 (지금은 1개) "
                "(한 줄에 하나씩, 두 줄을 적으세요)"
            ],
        ),
        (
            "ch01.a = 가\nch01.b = 나\nch01.request = 다\n",
            [
                "docs/x.md:22: compare-two 서로 다른 추적 둘을 견줍니다 (지금은 3개) "
                "(한 줄에 하나씩, 두 줄을 적으세요)"
            ],
        ),
        (
            "ch01.a = 가\nch01.a = 나\n",
            [
                "docs/x.md:22: compare-two 서로 다른 추적 둘을 견줍니다 (지금은 1개) "
                "(한 줄에 하나씩, 두 줄을 적으세요)"
            ],
        ),
        (
            "ch01.a = 가\nch01.b\n",
            [
                "docs/x.md:24: compare-line 추적 하나에는 id와 부를 이름이 있어야 합니다 "
                "(ch01.queued = 줄을 선 손님)"
            ],
        ),
        (
            "ch01.a = 가\nch01.qeued = 나\n",
            [
                "docs/x.md:24: trace-unknown 추적 'ch01.qeued': 어디에도 선언되지 않았습니다 "
                "(혹시 ch01.request인가요?)"
            ],
        ),
    ],
)
def test_a_comparison_that_cannot_be_read(lines: str, said: list[str]) -> None:
    assert problems(f'{drawing()}\n```compare {{diagram="journey"}}\n{lines}```\n') == said


def test_a_request_that_does_not_fit_the_drawing_is_named_at_the_comparison() -> None:
    odd = request("ch01.b", tokens=1)  # never goes back from choosing to computing
    at = drawing().count("\n") + 2
    found = problems(f"{drawing()}\n{COMPARE}", Traces(request(), request("ch01.a"), odd))
    assert sorted(" ".join(one.split(" ")[:3]) for one in found) == [
        f"docs/x.md:{at}: diagram-edge-unseen ch01.b:",
        f"docs/x.md:{at}: diagram-elide-unseen ch01.b:",
    ]


def test_what_is_wrong_with_a_drawing_is_said_once_and_not_again_at_its_comparison() -> None:
    body = drawing(edited(FLOWCHART, ("    A --> F\n", "")))
    found = problems(f"{body}\n{COMPARE}")
    assert [one.split(" ")[1] for one in found] == ["diagram-edge-missing"]


def test_two_drawings_of_one_name() -> None:
    body = drawing()
    again = body.count("\n") + 2
    assert problems(f"{body}\n{body}") == [
        f"docs/x.md:{again}: diagram-id 1번째 줄의 그림과 이름이 같습니다: journey "
        "(id를 서로 다르게 지으세요)"
    ]


def replayed(found: str) -> list[dict[str, object]]:
    """Every ``data-replay``, as a browser reads it."""
    texts = re.findall(r"data-replay='([^']*)'", found)
    assert not any("<" in text for text in texts)
    return [json.loads(html.unescape(text)) for text in texts]
