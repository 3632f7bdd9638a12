"""A sequence diagram against a trace, both ways."""

from __future__ import annotations

import pytest

from snippets.evidence.trace import Path
from tests.diagram.held import problems
from tests.diagram.request import (
    Walk,
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


LABELS = {"U": "사용자", "S": "스케줄러(control)", "W": "워커+가속기(data)", "M": "메모리(data)"}


def worded(name: str) -> str:
    """``U->>S: text`` with the words of the participants, as a binding writes it."""
    ends, _, text = name.partition(": ")
    return f"{LABELS[ends[0]]}{ends[1:-1]}{LABELS[ends[-1]]}: {text}"


def bound(source: str, name: str) -> str:
    """Where the binding of a message stands."""
    return at(source, f"%% trace {worded(name)} =")


def unbound(name: str) -> str:
    return (
        f"diagram-part-unbound 그림에는 있는데 어느 구간인지 적지 않았습니다: {name} "
        f"(%% trace {worded(name)} = 구간 으로 묶거나, "
        f"%% untraced {worded(name)}: 까닭 을 적으세요)"
    )


def unknown(name: str, near: str) -> str:
    hint = f"혹시 이것인가요? {worded(near)}"
    return f"binding-target-unknown 그림에 없습니다: {worded(name)} ({hint})"


@pytest.mark.parametrize("tokens", [2, 3, 16])
def test_the_seed_passes_as_drawn(tokens):
    assert problems(SEQUENCE, request(tokens, layers=4)) == []


def test_clocks_that_disagree_do_not_matter():
    assert problems(SEQUENCE, with_racing_clocks(request())) == []


def test_an_arrow_that_was_deleted():
    source = edited(SEQUENCE, ("        W->>W: 다음 토큰 계산\n", ""))
    assert problems(source, request()) == [
        f"{bound(source, 'W->>W: 다음 토큰 계산')} "
        + f"binding-target-unknown 그림에 없습니다: {worded('W->>W: 다음 토큰 계산')} "
        "(노드 id나 메시지를 그림과 똑같이 쓰세요)"
    ]


def test_an_arrow_that_was_deleted_with_its_binding():
    source = edited(
        SEQUENCE,
        ("        W->>W: 다음 토큰 계산\n", ""),
        (
            "    %% trace 워커+가속기(data)->>워커+가속기(data): 다음 토큰 계산 = "
            "decode.matmul, sampler.sample[1:]\n",
            "",
        ),
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
        f"{bound(source, 'S->>W: 워커 배정')} {unknown('S->>W: 워커 배정', 'W->>S: 워커 배정')}",
    ]


def test_a_message_that_was_relabelled():
    source = edited(SEQUENCE, ("        W-->>U: 토큰 하나\n", "        W-->>U: 토큰 둘\n"))
    assert problems(source, request()) == [
        f"{at(source, 'W-->>U: 토큰 둘')} {unbound('W-->>U: 토큰 둘')}",
        f"{bound(source, 'W-->>U: 토큰 하나')} {unknown('W-->>U: 토큰 하나', 'W-->>U: 토큰 둘')}",
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
        f"{at(source, 'loop')} diagram-loop-once loop '토큰마다' 안의 메시지가 추적에서는 "
        "한 번만 일어났습니다: 'W-->>U: 첫 토큰 (TTFT 시점)' "
        "(그 메시지를 loop 밖에 그리거나, 되풀이되는 메시지만 둘러싸세요)",
        f"{at(source, 'W->>M: 캐시')} diagram-order 'W-->>U: 토큰 하나' 다음이 다릅니다: "
        "추적은 'W->>M: 캐시 읽고 쓰기' (단계 2), 그림은 'W-->>U: 첫 토큰 (TTFT 시점)' "
        f"{ORDER_HINT}",
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
        f"{bound(source, 'U->>S: 프롬프트 전송')} "
        + unknown("U->>S: 프롬프트 전송", "S->>U: 프롬프트 전송"),
        f"{bound(source, 'S->>W: 워커 배정')} {unknown('S->>W: 워커 배정', 'U->>W: 워커 배정')}",
    ]


def test_participants_that_changed_names():
    swapped = edited(
        SEQUENCE,
        ("U as 사용자", "U as 스케줄러(control)"),
        ("S as 스케줄러(control)\n", "S as 사용자\n"),
    )
    assert problems(swapped, request()) == [
        f"{at(swapped, f'participant {actor}')} diagram-words 참가자의 글이 이음과 다릅니다: "
        f"{actor} — 그림에는 '{LABELS[other]}', 이음에는 '{LABELS[actor]}' "
        "(그림의 글을 되돌리거나, 이음의 줄들을 새 글로 고치세요)"
        for actor, other in ("US", "SU")
    ]


def test_a_message_whose_span_never_came():
    trace = without(request(), "stream.send")
    assert problems(SEQUENCE, trace) == [
        f"{bound(SEQUENCE, name)} diagram-target-unseen "
        f"그림에는 있고 추적에는 없습니다: {name} "
        "(구간 이름을 확인하세요. 거치지 않는 곳이면 지우거나 untraced로 적으세요)"
        for name in ("W-->>U: 첫 토큰 (TTFT 시점)", "W-->>U: 토큰 하나")
    ]


def test_a_message_that_no_span_stands_for():
    source = edited(
        SEQUENCE, ("        W->>W: 다음", "        M->>W: 값 돌려주기\n        W->>W: 다음")
    )
    assert problems(source, request()) == [f"{at(source, 'M->>W')} {unbound('M->>W: 값 돌려주기')}"]
    source += f"    %% untraced {worded('M->>W: 값 돌려주기')} : 읽는 시간에 들어 있습니다\n"
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


def excused(walk: str) -> str:
    """``BLOCKS`` with everything that a walk leaves out declared as not traced."""
    source = BLOCKS
    for name in ("give", "seek", "late", "thank"):
        if name not in walk:
            row = next(row for row in BLOCKS.splitlines() if row.endswith(f"= {name}"))
            part = row.split("trace ")[1].rpartition(" =")[0]
            source = source.replace(row, f"  %% untraced {part}: 이번에는 없었습니다")
    return source


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
    assert problems(excused(walk), chain(*walk.split())) == []


def test_a_way_that_was_never_taken():
    hint = "(지우거나, 안의 메시지마다 %% untraced {}: 까닭 처럼 적으세요)"
    assert problems(BLOCKS, chain("ask", "give", "use", "note")) == [
        f"{at(BLOCKS, way)} diagram-block-unseen 추적에서는 한 번도 일어나지 않은 갈래입니다: "
        f"'{text}' {hint.format(first)}"
        for way, text, first in (
            ("else 없음", "없음", "B->>B: 찾기"),
            ("opt 고마우면", "고마우면", "A->>B: 인사"),
        )
    ]
    (problem,) = problems(BLOCKS, chain("ask", "seek@0", "seek@1", "late", "thank", "use", "note"))
    assert problem.startswith(f"{at(BLOCKS, 'alt 있음')} diagram-block-unseen")


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
        # Both strands of the par are done: nothing is left to come.
        ("ask give use note thank", "'A->>B: 인사'", "끝"),
    ],
)
def test_blocks_forbid(walk, came, expected):
    found = problems(BLOCKS, chain(*walk.split()))
    (problem,) = (one for one in found if " diagram-order " in one)
    assert f"추적은 {came}, 그림은 {expected} (" in problem


def test_a_strand_of_par_must_run():
    source = excused("ask give")
    assert [one.split()[1] for one in problems(source, chain("ask", "give", "use"))] == [
        "diagram-target-unseen"
    ]


STRANDS = """\
sequenceDiagram
  A->>B: 부탁
  par 하나
    A->>A: 쓰기
    A->>A: 다 쓰기
  and 둘
    B->>B: 적기
    B->>B: 다 적기
  end
  B->>A: 대답
  %% trace A->>B: 부탁 = ask
  %% trace A->>A: 쓰기 = use
  %% trace A->>A: 다 쓰기 = used
  %% trace B->>B: 적기 = note
  %% trace B->>B: 다 적기 = noted
  %% trace B->>A: 대답 = answer
"""


@pytest.mark.parametrize(
    "walk",
    [
        "ask use used note noted answer",
        "ask note noted use used answer",
        "ask use note used noted answer",
        "ask note use noted used answer",
    ],
)
def test_strands_of_par_run_in_any_mixture(walk):
    assert problems(STRANDS, chain(*walk.split())) == []


@pytest.mark.parametrize(
    ("walk", "came", "expected"),
    [
        ("ask used note use noted answer", "'A->>A: 다 쓰기'", "'A->>A: 쓰기' 또는 'B->>B: 적기'"),
        (
            "ask use noted note used answer",
            "'B->>B: 다 적기'",
            "'A->>A: 다 쓰기' 또는 'B->>B: 적기'",
        ),
        ("ask use used note answer noted", "'B->>A: 대답'", "'B->>B: 다 적기'"),
    ],
)
def test_a_strand_of_par_keeps_its_order(walk, came, expected):
    (problem,) = problems(STRANDS, chain(*walk.split()))
    assert f"추적은 {came}, 그림은 {expected} (" in problem


def test_what_happens_side_by_side_may_be_drawn_in_either_order():
    walk = Walk()
    asked = walk.go("ask", 0)
    walk.go("left", 0, after=asked)
    walk.go("right", 0, after=asked)
    drawn = "sequenceDiagram\n  A->>B: 부탁\n  B->>A: {}\n  B->>A: {}\n"
    drawn += "  %% trace A->>B: 부탁 = ask\n"
    drawn += "  %% trace B->>A: 왼쪽 = left\n  %% trace B->>A: 오른쪽 = right\n"
    assert problems(drawn.format("왼쪽", "오른쪽"), walk.trace) == []
    assert problems(drawn.format("오른쪽", "왼쪽"), walk.trace) == []
    caused = chain("ask@0", "left@0", "right@0")
    assert [one.split()[1] for one in problems(drawn.format("오른쪽", "왼쪽"), caused)] == [
        "diagram-order"
    ]
