"""The binding in the fence: what it says, and what is wrong with it."""

from __future__ import annotations

import pytest

from hooks.diagrams import binding, mermaid
from hooks.diagrams.binding import Binding
from hooks.diagrams.binding_line import Bound, Elided, Noted, Outside, Untraced
from hooks.diagrams.span_pattern import SpanPattern
from tests.diagram.seed import FENCE, FLOWCHART, SEQUENCE, edited, line

DRAWN = """\
flowchart TB
  A[하나] --> B[두 개]
  B --> A
  B --> C
"""
TALK = """\
sequenceDiagram
  participant U as 사용자
  participant S as 서버(control)
  U->>S: 비율: 1 = 2<br/>맞나
  S-->>U: 예
  S-->>U: 예
  U->>U: 끝
"""


def parsed(drawing: str, *rows: str) -> Binding:
    source = drawing + "".join(f"  {row}\n" for row in rows)
    return binding.parse(source, mermaid.read(source), "docs/01.md", FENCE)


def problems(drawing: str, *rows: str) -> list[str]:
    return [str(problem) for problem in parsed(drawing, *rows).problems]


def test_the_seed_flowchart():
    bound = binding.parse(FLOWCHART, mermaid.read(FLOWCHART), "docs/01.md", FENCE)
    first = line(FLOWCHART, "%% trace A")
    assert bound == Binding(
        targets=tuple(
            Bound(part, tuple(SpanPattern(name) for name in names.split()), first + n)
            for n, (part, names) in enumerate(
                [
                    ("A", "client.send gateway.receive"),
                    ("B", "gateway.auth gateway.validate"),
                    ("C", "queue.wait"),
                    ("D", "scheduler.assign"),
                    ("E", "worker.admit"),
                    ("F", "*.embed *.matmul"),
                    ("G", "*.kv_cache"),
                    ("H", "sampler.sample"),
                    ("I", "stream.send"),
                ]
            )
        ),
        elided=(
            Elided(
                "scheduler.step",
                (SpanPattern("scheduler.step"),),
                "토큰마다 배치를 다시 짭니다",
                first + 10,
            ),
        ),
        outside=(Outside("I", "사용자에게 나가는 끝입니다", first + 9),),
    )


def test_the_seed_sequence_diagram():
    bound = binding.parse(SEQUENCE, mermaid.read(SEQUENCE), "docs/01.md", FENCE)
    assert bound.problems == ()
    assert [target.part for target in bound.targets] == [
        message.id for message in mermaid.read(SEQUENCE).messages
    ]
    assert bound.targets[-1] == Bound(
        "i10",
        (SpanPattern("stream.send", 1),),
        line(SEQUENCE, "%% trace 워커+가속기(data)-->>사용자: 토큰 하나"),
    )
    assert bound.notes == (
        Noted(
            "i2",
            (
                SpanPattern("prefill.*"),
                SpanPattern("sampler.sample", 0, 1),
                SpanPattern("stream.send", 0, 1),
            ),
            line(SEQUENCE, "%% trace Note over 워커+가속기(data),메모리(data): prefill"),
        ),
        Noted(
            "i6",
            (
                SpanPattern("decode.*"),
                SpanPattern("sampler.sample", 1),
                SpanPattern("stream.send", 1),
            ),
            line(SEQUENCE, "%% trace Note over 워커+가속기(data),메모리(data): decode"),
        ),
    )


@pytest.mark.parametrize(
    "left",
    [
        "U->>S: 비율: 1 = 2<br/>맞나",
        "U ->> S :비율: 1 = 2<br>맞나",
        "U-->>S: 비율: 1 = 2 맞나",
        "U-xS: 비율: 1  =  2<br />맞나",
        "사용자->>서버(control): 비율: 1 = 2 맞나",
    ],
)
def test_a_message_is_written_as_it_is_drawn(left):
    assert parsed(TALK, f"%% trace {left} = a.b").targets == (
        Bound("i0", (SpanPattern("a.b"),), FENCE + 8),
    )


@pytest.mark.parametrize("left", ["B", "두 개"])
def test_a_node_goes_by_its_id_or_its_words(left):
    assert parsed(DRAWN, f"%%trace  {left}=a.b").targets == (
        Bound("B", (SpanPattern("a.b"),), FENCE + 5),
    )


def test_patterns():
    rows = parsed(DRAWN, "%% trace A = a.*, b.?[0], c[1:], d[:3], e[2:4]").targets
    assert rows[0].patterns == (
        SpanPattern("a.*"),
        SpanPattern("b.?", 0, 1),
        SpanPattern("c", 1, None),
        SpanPattern("d", 0, 3),
        SpanPattern("e", 2, 4),
    )


def test_drawn_parts_without_spans():
    assert parsed(DRAWN, "%% untraced C: 까닭: 둘", "%% untraced A --> B: 까닭").untraced == (
        Untraced("C", "까닭: 둘", FENCE + 5),
        Untraced("L_A_B_0", "까닭", FENCE + 6),
    )
    assert parsed(TALK, "%% untraced U->>S: 비율: 1 = 2<br/>맞나 : 까닭: 둘").untraced == (
        Untraced("i0", "까닭: 둘", FENCE + 8),
    )


def test_other_comments_are_none_of_it():
    assert parsed(DRAWN, "%% 말", "%% tracer A = b", "%%", "%%{init: {}}%%") == Binding()


def test_lines_end_in_either_way():
    source = FLOWCHART.replace("\n", "\r\n")
    diagram = mermaid.read(source)
    assert binding.parse(source, diagram, "p", FENCE) == binding.parse(
        FLOWCHART, diagram, "p", FENCE
    )


TRACE_HINT = "(%% trace 노드 또는 메시지 = 구간, 구간[0], 구간[1:])"


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ("%% trace", f"binding-syntax trace 줄을 읽을 수 없습니다: 빈 줄 {TRACE_HINT}"),
        ("%% trace A", f"binding-syntax trace 줄을 읽을 수 없습니다: A {TRACE_HINT}"),
        ("%% trace A =", f"binding-syntax trace 줄을 읽을 수 없습니다: A = {TRACE_HINT}"),
        ("%% trace = a.b", f"binding-syntax trace 줄을 읽을 수 없습니다: = a.b {TRACE_HINT}"),
        ("%% trace A = a b", f"binding-syntax 구간 이름으로 읽을 수 없습니다: 'a b' {TRACE_HINT}"),
        ("%% trace A = a,", f"binding-syntax 구간 이름으로 읽을 수 없습니다: '' {TRACE_HINT}"),
        (
            "%% trace A = a[x]",
            f"binding-syntax 구간 이름으로 읽을 수 없습니다: 'a[x]' {TRACE_HINT}",
        ),
        (
            "%% trace Z = a",
            "binding-target-unknown 그림에 없습니다: Z (노드 id나 메시지를 그림과 똑같이 쓰세요)",
        ),
        (
            "%% elide",
            "binding-syntax elide 줄을 읽을 수 없습니다: 빈 줄 (%% elide 구간: 그림에서 뺀 까닭)",
        ),
        (
            "%% elide a b: 까닭",
            "binding-syntax elide 줄을 읽을 수 없습니다: a b: 까닭 "
            "(%% elide 구간: 그림에서 뺀 까닭)",
        ),
        (
            "%% elide a.b, c[1:]",
            "binding-reason 그림에서 뺀 까닭이 없습니다: a.b, c[1:] "
            "(%% elide a.b, c[1:]: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다)",
        ),
        (
            "%% elide a.b: ",
            "binding-reason 그림에서 뺀 까닭이 없습니다: a.b "
            "(%% elide a.b: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다)",
        ),
        (
            "%% untraced C:",
            "binding-reason 추적에 없는 까닭이 없습니다: C "
            "(%% untraced C: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다)",
        ),
        (
            "%% untraced A-->C: 까닭: 둘",
            "binding-target-unknown 그림에 없습니다: A-->C (혹시 이것인가요? B-->C)",
        ),
    ],
)
def test_a_line_that_cannot_be_read(row, error):
    assert problems(DRAWN, "%% trace B = ok", row) == [f"docs/01.md:16: {error}"]


def test_a_message_that_is_not_drawn():
    assert problems(TALK, "%% trace S->>U: 끝 = a", "%% trace S->>U: 예 = b") == [
        "docs/01.md:18: binding-target-unknown 그림에 없습니다: S->>U: 끝 "
        "(혹시 이것인가요? 사용자->>사용자: 끝)",
        "docs/01.md:19: binding-target-ambiguous 그림에 둘 이상 있습니다: S->>U: 예 "
        "(그림에서 글을 서로 다르게 쓰세요)",
    ]


CONFLICT_HINT = "(한 곳에만 적으세요. 구간을 단계로 나누려면 구간[0], 구간[1:])"


@pytest.mark.parametrize(
    ("earlier", "later", "what"),
    [
        ("%% trace A = a", "%% trace B = b, a", "a"),
        ("%% trace A = a[0:3]", "%% trace B = a[2:]", "a"),
        ("%% trace A = a", "%% trace B = a[0]", "a"),
        ("%% trace A = a.*", "%% elide a.*: 까닭", "a.*"),
        ("%% trace A = a", "%% untraced A: 까닭", "묶은 곳에 untraced"),
    ],
)
def test_two_lines_that_conflict(earlier, later, what):
    assert problems(DRAWN, earlier, later) == [
        f"docs/01.md:16: binding-conflict 15번째 줄과 어긋납니다: {what} {CONFLICT_HINT}"
    ]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("%% trace A = a[0]", "%% trace B = a[1:]"),
        ("%% trace A = a", "%% trace A = a, b"),
        ("%% elide a: 까닭", "%% elide a: 까닭"),
        ("%% untraced A: 까닭", "%% trace B = a"),
    ],
)
def test_two_lines_that_get_along(earlier, later):
    assert problems(DRAWN, earlier, later) == []


def test_all_lines_are_read_however_many_are_wrong():
    source = edited(
        SEQUENCE,
        ("(data): 워커 배정 =", "(data): 배정 ="),
        ("다시 짭니다", ""),
        ("토큰마다 배치를 ", ""),
    )
    bound = binding.parse(source, mermaid.read(source), "docs/01.md", FENCE)
    assert [(problem.line, problem.code) for problem in bound.problems] == [
        (line(source, "%% trace 스케줄러(control)->>"), "binding-target-unknown"),
        (line(source, "%% elide"), "binding-reason"),
    ]
    assert len(bound.targets) == 7
