"""A binding names the words that the reader sees, and what is left out has its reason."""

from __future__ import annotations

import pytest

from hooks.diagrams import binding, mermaid
from hooks.diagrams.binding_line import Untraced
from tests.diagram.held import PAGE, problems
from tests.diagram.request import request
from tests.diagram.seed import FENCE, FLOWCHART, SEQUENCE, edited, line


def at(source: str, text: str) -> str:
    return f"docs/01.md:{line(source, text)}:"


def test_a_node_by_its_id_alone():
    source = edited(FLOWCHART, ("%% trace B[인증·검증] =", "%% trace B ="))
    assert problems(source, request()) == [
        f"{at(source, '%% trace B')} binding-words 독자가 보는 글을 적지 않았습니다: B "
        "(이렇게 적으세요: %% trace B[인증·검증] = gateway.auth, gateway.validate)"
    ]


def test_a_node_by_its_words_alone():
    source = edited(FLOWCHART, ("%% trace B[인증·검증] =", "%% trace 인증·검증 ="))
    assert problems(source, request()) == []


def test_participants_by_their_ids():
    source = edited(SEQUENCE, ("trace 사용자->>스케줄러(control): 프", "trace U->>S: 프"))
    assert problems(source, request()) == [
        f"{at(source, '%% trace U->>S')} binding-words 독자가 보는 글을 적지 않았습니다: "
        "U->>S: 프롬프트 전송 (이렇게 적으세요: %% trace 사용자->>스케줄러(control): 프롬프트 전송 "
        "= client.send, gateway.receive, gateway.auth, gateway.validate)"
    ]


def test_a_note_over_ids():
    source = edited(
        SEQUENCE, ("Note over 워커+가속기(data),메모리(data): pre", "Note over W,M: pre")
    )
    assert problems(source, request()) == [
        f"{at(source, '%% trace Note over W')} binding-words 독자가 보는 글을 적지 않았습니다: "
        "Note over W,M: prefill 국면 입력 토큰 전체를 한 번에 처리 (이렇게 적으세요: "
        "%% trace Note over 워커+가속기(data),메모리(data): prefill 국면 입력 토큰 전체를 한 번에 "
        "처리 = prefill.*, sampler.sample[0], stream.send[0])"
    ]


EXTRA = "    D --> Z[로그]\n    Z --> A\n"
TALK = "    Note over U: 끝\n    M->>U: 인사\n"


@pytest.mark.parametrize(
    ("source", "rows", "parts"),
    [
        (edited(FLOWCHART, ("    D --> E\n", f"    D --> E\n{EXTRA}")), ["Z[로그]"], ["Z"]),
        (
            edited(FLOWCHART, ("    D --> E\n", "    D --> E\n    A --> D\n")),
            ["A-->D"],
            ["L_A_D_0"],
        ),
        (
            edited(SEQUENCE, ("    end\n", f"    end\n{TALK}")),
            ["Note over 사용자: 끝", "메모리(data)->>사용자: 인사"],
            ["i12", "i13"],
        ),
    ],
    ids=["node", "edge", "note and message"],
)
def test_any_part_may_be_untraced_with_a_reason(source, rows, parts):
    bound = source + "".join(f"    %% untraced {row}: 까닭 {n}\n" for n, row in enumerate(rows))
    assert problems(source, request())
    assert problems(bound, request()) == []
    first = FENCE + bound.count("\n") - len(rows) + 1
    assert binding.parse(bound, mermaid.read(bound), PAGE, FENCE).untraced == tuple(
        Untraced(part, f"까닭 {n}", first + n) for n, part in enumerate(parts)
    )


def test_a_note_that_nothing_binds():
    source = edited(SEQUENCE, ("    end\n", "    end\n    Note over U: 끝\n"))
    assert problems(source, request()) == [
        f"{at(source, 'Note over U')} diagram-part-unbound 그림에는 있는데 어느 구간인지 적지 "
        "않았습니다: Note over U: 끝 (%% trace Note over 사용자: 끝 = 구간 으로 묶거나, "
        "%% untraced Note over 사용자: 끝: 까닭 을 적으세요)"
    ]


def test_a_note_of_spans_that_never_came():
    source = edited(SEQUENCE, ("= prefill.*, sampler.sample[0], stream.send[0]", "= warm.up"))
    assert problems(source, request()) == [
        f"{at(source, '%% trace Note over')} diagram-target-unseen 그림에는 있고 추적에는 "
        "없습니다: Note over W,M: prefill 국면 입력 토큰 전체를 한 번에 처리 "
        "(구간 이름을 확인하세요. 거치지 않는 곳이면 지우거나 untraced로 적으세요)"
    ]


@pytest.mark.parametrize(
    ("row", "error"),
    [
        (
            "%% outside A: 까닭",
            "binding-outside 어느 경로에도 넣지 않았다고 할 것이 없습니다: A "
            "(틀 안에 그렸거나 경로를 적은 틀이 없습니다. 이 줄을 지우세요)",
        ),
        (
            "%% outside A:",
            "binding-reason 어느 경로에도 넣지 않은 까닭이 없습니다: A "
            "(%% outside A: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다)",
        ),
        (
            "%% outside Z: 까닭",
            "binding-target-unknown 그림에 없습니다: Z (노드 id나 메시지를 그림과 똑같이 쓰세요)",
        ),
    ],
)
def test_an_excuse_for_no_place(row, error):
    source = f"{FLOWCHART}    {row}\n"
    assert problems(source, request()) == [f"{at(source, row)} {error}"]


def test_an_excuse_for_a_node_whose_words_hold_a_colon():
    source = edited(FLOWCHART, ("I[응답 스트리밍]", "I[응답: 스트리밍]"))
    source = edited(source, ("outside I: ", "outside I[응답: 스트리밍]: 바깥: "))
    assert problems(source, request()) == []


def test_the_binding_of_a_request_of_one_token_is_told_what_it_lacks():
    found = problems(SEQUENCE, request(tokens=1))
    assert [(int(one.split(":")[1]), one.split()[1]) for one in found] == [
        (line(SEQUENCE, "메모리(data): 캐시"), "diagram-target-unseen"),
        (line(SEQUENCE, "가속기(data): 다음"), "diagram-target-unseen"),
        (line(SEQUENCE, "사용자: 토큰 하나"), "diagram-target-unseen"),
        (line(SEQUENCE, "메모리(data): decode"), "diagram-target-unseen"),
        (line(SEQUENCE, "%% elide"), "diagram-elide-unseen"),
    ]
