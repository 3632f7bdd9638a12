"""A sequence diagram against a trace, both ways."""

from __future__ import annotations

import pytest

from snippets.evidence.trace import Path
from tests.diagram.held import problems
from tests.diagram.request import (
    chain,
    moved_to,
    request,
    with_racing_clocks,
    without,
)
from tests.diagram.seed import SEQUENCE, edited, line

ORDER_HINT = "(화살표의 차례와 loop·opt·alt를 추적과 견주어 보세요)"


def at(source: str, text: str) -> str:
    return f"docs/01.md:{line(source, text)}:"


def unbound(name: str) -> str:
    return (
        f"diagram-part-unbound 그림에는 있는데 어느 구간인지 적지 않았습니다: {name} "
        f"(%% trace {name} = 구간 으로 묶거나, %% untraced {name}: 까닭 을 적으세요)"
    )


def unknown(name: str, near: str) -> str:
    return f"binding-target-unknown 그림에 없습니다: {name} (혹시 이것인가요? {near})"


@pytest.mark.parametrize("tokens", [2, 3, 16])
def test_the_seed_passes_as_drawn(tokens):
    assert problems(SEQUENCE, request(tokens, layers=4)) == []


def test_clocks_that_disagree_do_not_matter():
    assert problems(SEQUENCE, with_racing_clocks(request())) == []


def test_an_arrow_that_was_deleted():
    source = edited(SEQUENCE, ("        W->>W: 다음 토큰 계산\n", ""))
    assert problems(source, request()) == [
        f"{at(source, '%% trace W->>W: 다음')} binding-target-unknown "
        "그림에 없습니다: W->>W: 다음 토큰 계산 (노드 id나 메시지를 그림과 똑같이 쓰세요)"
    ]


def test_an_arrow_that_was_deleted_with_its_binding():
    source = edited(
        SEQUENCE,
        ("        W->>W: 다음 토큰 계산\n", ""),
        ("    %% trace W->>W: 다음 토큰 계산 = decode.matmul, sampler.sample[1:]\n", ""),
    )
    assert problems(source, request()) == [
        f"docs/01.md:10: diagram-span-unbound 추적에는 있고 그림에는 없습니다: {name} "
        f"(그려서 %% trace 로 묶거나, %% elide {name}: 까닭 을 적으세요)"
        for name in ("decode.matmul[1:3]", "sampler.sample[1:3]")
    ]


def test_an_arrow_that_was_reversed():
    source = edited(SEQUENCE, ("    S->>W: 워커 배정\n", "    W->>S: 워커 배정\n"))
    assert problems(source, request()) == [
        f"{at(source, 'W->>S')} {unbound('W->>S: 워커 배정')}",
        f"{at(source, '%% trace S->>W')} {unknown('S->>W: 워커 배정', 'W->>S: 워커 배정')}",
    ]


def test_a_message_that_was_relabelled():
    source = edited(SEQUENCE, ("        W-->>U: 토큰 하나\n", "        W-->>U: 토큰 둘\n"))
    assert problems(source, request()) == [
        f"{at(source, 'W-->>U: 토큰 둘')} {unbound('W-->>U: 토큰 둘')}",
        f"{at(source, '%% trace W-->>U: 토큰 하나')} "
        f"{unknown('W-->>U: 토큰 하나', 'W-->>U: 토큰 둘')}",
    ]


def test_two_messages_that_changed_places():
    source = edited(
        SEQUENCE,
        ("        W->>M: 캐시 읽고 쓰기\n", ""),
        ("다음 토큰 계산\n", "다음 토큰 계산\n        W->>M: 캐시 읽고 쓰기\n"),
    )
    assert problems(source, request()) == [
        f"{at(source, 'W->>M: 캐시')} diagram-order 'W-->>U: 첫 토큰 (TTFT 시점)' 다음이 다릅니다: "
        "추적은 'W->>M: 캐시 읽고 쓰기' (단계 1), 그림은 'W->>W: 다음 토큰 계산' "
        f"{ORDER_HINT}"
    ]


def test_the_first_message_in_another_place():
    source = edited(
        SEQUENCE,
        ("    U->>S: 프롬프트 전송\n", ""),
        ("워커 배정\n", "워커 배정\n    U->>S: 프롬프트 전송\n"),
    )
    assert problems(source, request()) == [
        f"{at(source, 'U->>S')} diagram-order 맨 앞이 다릅니다: "
        f"추적은 'U->>S: 프롬프트 전송', 그림은 'S->>W: 워커 배정' {ORDER_HINT}"
    ]


def test_a_loop_that_was_removed():
    source = edited(SEQUENCE, ("    loop 토큰마다\n", ""), ("    end\n", ""))
    assert problems(source, request()) == [
        f"{at(source, 'W->>M: 캐시')} diagram-order 'W-->>U: 토큰 하나' 다음이 다릅니다: "
        f"추적은 'W->>M: 캐시 읽고 쓰기' (단계 2), 그림은 끝 {ORDER_HINT}"
    ]


def test_a_loop_around_too_much():
    source = edited(
        SEQUENCE,
        ("    loop 토큰마다\n", ""),
        ("    Note over W,M: decode", "    loop 토큰마다\n    Note over W,M: decode"),
    )
    assert problems(source, request()) == []
    source = edited(
        SEQUENCE,
        ("    loop 토큰마다\n", ""),
        ("    W-->>U: 첫", "    loop 토큰마다\n    W-->>U: 첫"),
    )
    assert problems(source, request()) == [
        f"{at(source, 'W->>M: 캐시')} diagram-order 'W-->>U: 토큰 하나' 다음이 다릅니다: "
        "추적은 'W->>M: 캐시 읽고 쓰기' (단계 2), 그림은 'W-->>U: 첫 토큰 (TTFT 시점)' "
        f"{ORDER_HINT}"
    ]


def test_participants_that_changed_places_in_the_arrows():
    source = edited(
        SEQUENCE,
        ("    U->>S: 프", "    S->>U: 프"),
        ("    S->>W: 워커 배정\n", "    U->>W: 워커 배정\n"),
    )
    assert problems(source, request()) == [
        f"{at(source, 'S->>U')} {unbound('S->>U: 프롬프트 전송')}",
        f"{at(source, 'U->>W')} {unbound('U->>W: 워커 배정')}",
        f"{at(source, '%% trace U->>S')} {unknown('U->>S: 프롬프트 전송', 'S->>U: 프롬프트 전송')}",
        f"{at(source, '%% trace S->>W')} {unknown('S->>W: 워커 배정', 'U->>W: 워커 배정')}",
    ]


def test_participants_that_changed_names_where_the_binding_writes_the_names():
    named = edited(SEQUENCE, ("%% trace U->>S:", "%% trace 사용자->>스케줄러(control):"))
    assert problems(named, request()) == []
    swapped = edited(
        named,
        ("U as 사용자", "U as 스케줄러(control)"),
        ("S as 스케줄러(control)", "S as 사용자"),
    )
    (problem,) = (one for one in problems(swapped, request()) if "unknown" in one)
    assert problem == (
        f"{at(swapped, '%% trace 사용자')} binding-target-unknown "
        "그림에 없습니다: 사용자->>스케줄러(control): 프롬프트 전송 "
        "(노드 id나 메시지를 그림과 똑같이 쓰세요)"
    )


def test_a_message_whose_span_never_came():
    trace = without(request(), "stream.send")
    assert problems(SEQUENCE, trace) == [
        f"{at(SEQUENCE, f'%% trace {name} =')} diagram-target-unseen "
        f"그림에는 있고 추적에는 없습니다: {name} "
        "(구간 이름을 확인하세요. 거치지 않는 곳이면 지우거나 untraced로 적으세요)"
        for name in ("W-->>U: 첫 토큰 (TTFT 시점)", "W-->>U: 토큰 하나")
    ]


def test_a_message_that_no_span_stands_for():
    source = edited(
        SEQUENCE, ("        W->>W: 다음", "        M->>W: 값 돌려주기\n        W->>W: 다음")
    )
    assert problems(source, request()) == [f"{at(source, 'M->>W')} {unbound('M->>W: 값 돌려주기')}"]
    source += "    %% untraced M->>W: 값 돌려주기 : 읽는 시간에 들어 있습니다\n"
    assert problems(source, request()) == []


def test_an_elision_without_a_reason():
    source = edited(SEQUENCE, (": 토큰마다 배치를 다시 짭니다", ":"))
    assert problems(source, request()) == [
        f"{at(source, '%% elide')} binding-reason 그림에서 뺀 까닭이 없습니다: scheduler.step "
        "(%% elide scheduler.step: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다)"
    ]


def test_a_request_that_ends_early():
    names = [f"{s.name}@{s.step}" if s.step is not None else s.name for s in request(2).spans]
    shorter = chain(*(name for name in names if name != "stream.send@1"), "decode.embed@2")
    bound = edited(SEQUENCE, ("stream.send[1:]", "stream.send[1:], never"))
    found = [problem for problem in problems(bound, shorter) if "diagram-order" in problem]
    assert found == [
        f"{at(bound, 'W->>M: 캐시')} diagram-order 추적은 'W->>M: 캐시 읽고 쓰기' 다음에 끝났는데 "
        "그림에는 남은 것이 있습니다: 'W->>W: 다음 토큰 계산' "
        "(그림과 추적 가운데 어느 쪽이 맞는지 보세요)"
    ]


def test_control_in_an_arrow_between_two_of_the_data_path():
    assert problems(SEQUENCE, moved_to(request(), "decode.matmul", Path.CONTROL)) == [
        f"{at(SEQUENCE, 'W->>W: 다음')} diagram-path-mismatch data path에 그린 "
        "'W->>W: 다음 토큰 계산'에 control path의 구간이 있습니다: decode.matmul[1:3] "
        "(그림에서 자리를 옮기거나, 그 구간을 다른 곳에 묶으세요)"
    ]


BLOCKS = """\
sequenceDiagram
  A->>B: 부탁
  alt 있음
    B->>A: 주기
  else 없음
    loop 될 때까지
      B->>B: 찾기
    end
    B->>A: 늦게 주기
  end
  opt 고마우면
    A->>B: 인사
  end
  par 하나
    A->>A: 쓰기
  and 둘
    B->>B: 적기
  end
  %% trace A->>B: 부탁 = ask
  %% trace B->>A: 주기 = give
  %% trace B->>B: 찾기 = seek
  %% trace B->>A: 늦게 주기 = late
  %% trace A->>B: 인사 = thank
  %% trace A->>A: 쓰기 = use
  %% trace B->>B: 적기 = note
"""


@pytest.mark.parametrize(
    "walk",
    [
        "ask give use note",
        "ask give thank use note",
        "ask give note use",
        "ask seek@0 seek@1 seek@2 late@2 thank@2 note@2 use@2",
    ],
)
def test_blocks_allow(walk):
    assert problems(BLOCKS, chain(*walk.split())) == []


@pytest.mark.parametrize(
    ("walk", "came", "expected"),
    [
        ("ask use note", "'A->>A: 쓰기'", "'B->>A: 주기' 또는 'B->>B: 찾기'"),
        ("ask late use note", "'B->>A: 늦게 주기'", "'B->>A: 주기' 또는 'B->>B: 찾기'"),
        (
            "ask give late use note",
            "'B->>A: 늦게 주기'",
            "'A->>B: 인사' 또는 'A->>A: 쓰기' 또는 'B->>B: 적기'",
        ),
        ("ask give use note thank", "'A->>B: 인사'", "'A->>A: 쓰기'"),
    ],
)
def test_blocks_forbid(walk, came, expected):
    (problem,) = problems(BLOCKS, chain(*walk.split()))
    assert f"추적은 {came}, 그림은 {expected} (" in problem


def test_a_strand_of_par_must_run():
    assert [problem.split()[1] for problem in problems(BLOCKS, chain("ask", "give", "use"))] == [
        "diagram-target-unseen"
    ]
