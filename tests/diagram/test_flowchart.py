"""A flowchart against a trace, both ways."""

from __future__ import annotations

import pytest

from snippets.evidence.trace import Path, Trace
from tests.diagram.held import problems
from tests.diagram.request import (
    chain,
    moved_to,
    renamed,
    request,
    with_racing_clocks,
    without,
)
from tests.diagram.seed import FLOWCHART, edited, line

SMALL = """\
flowchart TB
  A --> B
  B --> C
"""
BOUND = """\
  %% trace A = a
  %% trace B = b
  %% trace C = c
"""


def at(source: str, text: str) -> str:
    return f"docs/01.md:{line(source, text)}:"


@pytest.mark.parametrize("tokens", [2, 3, 16])
def test_the_seed_passes_as_drawn(tokens):
    assert problems(FLOWCHART, request(tokens, layers=4)) == []


def test_clocks_that_disagree_do_not_matter():
    assert problems(FLOWCHART, with_racing_clocks(request())) == []


def test_an_arrow_that_was_deleted():
    source = edited(FLOWCHART, ("        H --> F\n", ""))
    assert problems(source, request()) == [
        f"{at(source, 'H[토큰')} diagram-edge-missing "
        "추적에는 있고 그림에는 없는 화살표입니다: H --> F (decode.embed) "
        "(H --> F 를 그리거나, 왜 그리로 가는지 코드에서 찾으세요)"
    ]


def test_an_arrow_that_was_added():
    source = edited(FLOWCHART, ("    D --> E\n", "    D --> E\n    A --> D\n"))
    assert problems(source, request()) == [
        f"{at(source, 'A --> D')} diagram-edge-unseen "
        "그림에는 있고 추적에는 없는 화살표입니다: A --> D "
        "(지우거나, %% untraced A-->D: 까닭 을 적으세요)"
    ]


def test_an_arrow_may_be_excused():
    source = edited(FLOWCHART, ("    D --> E\n", "    D --> E\n    A --> D\n"))
    assert problems(source + "    %% untraced A-->D: 캐시에 맞을 때만 갑니다\n", request()) == []


def test_an_arrow_that_was_reversed():
    source = edited(FLOWCHART, ("    D --> E\n", "    E --> D\n"))
    assert problems(source, request()) == [
        f"{at(source, 'C --> D')} diagram-edge-missing "
        "추적에는 있고 그림에는 없는 화살표입니다: D --> E (worker.admit) "
        "(D --> E 를 그리거나, 왜 그리로 가는지 코드에서 찾으세요)",
        f"{at(source, 'E --> D')} diagram-edge-unseen "
        "그림에는 있고 추적에는 없는 화살표입니다: E --> D "
        "(지우거나, %% untraced E-->D: 까닭 을 적으세요)",
    ]


def test_a_node_that_was_renamed():
    source = edited(FLOWCHART, ("> C[큐 대기]", "> Q[큐 대기]"), ("        C -->", "        Q -->"))
    assert problems(source, request()) == [
        f"{at(source, 'Q[큐')} diagram-part-unbound "
        "그림에는 있는데 어느 구간인지 적지 않았습니다: Q "
        "(%% trace Q[큐 대기] = 구간 으로 묶거나, %% untraced Q[큐 대기]: 까닭 을 적으세요)",
        f"{at(source, '%% trace C[')} binding-target-unknown 그림에 없습니다: C[큐 대기] "
        "(혹시 이것인가요? Q[큐 대기])",
    ]


def test_a_node_that_was_added():
    source = edited(FLOWCHART, ("    D --> E\n", "    D --> E\n    D --> Z[로그]\n"))
    assert problems(source, request()) == [
        f"{at(source, 'Z[로그]')} diagram-part-unbound "
        "그림에는 있는데 어느 구간인지 적지 않았습니다: Z "
        "(%% trace Z[로그] = 구간 으로 묶거나, %% untraced Z[로그]: 까닭 을 적으세요)"
    ]


def test_a_node_that_was_added_and_bound_to_nothing_real():
    source = edited(FLOWCHART, ("    D --> E\n", "    D --> E\n    D --> Z[로그]\n"))
    source += "    %% trace Z[로그] = log.write\n"
    assert problems(source, request()) == [
        f"{at(source, '%% trace Z')} diagram-target-unseen 그림에는 있고 추적에는 없습니다: Z "
        "(구간 이름을 확인하세요. 거치지 않는 곳이면 지우거나 untraced로 적으세요)"
    ]


def test_a_node_may_be_excused_with_its_arrows():
    source = edited(FLOWCHART, ("    D --> E\n", "    D --> E\n    D --> Z[로그]\n"))
    assert (
        problems(source + "    %% untraced Z[로그]: 이 요청은 기록하지 않았습니다\n", request())
        == []
    )


def test_a_span_that_is_not_drawn():
    trace = renamed(request(), "gateway.auth", "gateway.limit")
    assert problems(FLOWCHART, trace) == [
        "docs/01.md:10: diagram-span-unbound 추적에는 있고 그림에는 없습니다: gateway.limit "
        "(그려서 %% trace 로 묶거나, %% elide gateway.limit: 까닭 을 적으세요)"
    ]


def test_spans_that_are_not_drawn_are_told_once_with_their_steps():
    trace = renamed(request(), "decode.kv_cache", "decode.swap")
    assert problems(FLOWCHART, trace) == [
        "docs/01.md:10: diagram-span-unbound 추적에는 있고 그림에는 없습니다: decode.swap[1:3] "
        "(그려서 %% trace 로 묶거나, %% elide decode.swap[1:3]: 까닭 을 적으세요)"
    ]


def test_a_node_whose_span_never_came():
    assert problems(FLOWCHART, without(request(), "queue.wait")) == [
        f"{at(FLOWCHART, 'A[요청')} diagram-edge-missing "
        "추적에는 있고 그림에는 없는 화살표입니다: B --> D (scheduler.assign) "
        "(B --> D 를 그리거나, 왜 그리로 가는지 코드에서 찾으세요)",
        f"{at(FLOWCHART, '%% trace C')} diagram-target-unseen "
        "그림에는 있고 추적에는 없습니다: C "
        "(구간 이름을 확인하세요. 거치지 않는 곳이면 지우거나 untraced로 적으세요)",
    ]


def test_an_elision_of_nothing():
    assert problems(FLOWCHART, without(request(), "scheduler.step")) == [
        f"{at(FLOWCHART, '%% elide')} diagram-elide-unseen "
        "그림에서 뺐다는 구간이 추적에도 없습니다: scheduler.step "
        "(구간 이름을 확인하거나 이 줄을 지우세요)"
    ]


def test_an_elision_without_a_reason():
    source = edited(FLOWCHART, (": 토큰마다 배치를 다시 짭니다", ""))
    assert problems(source, request()) == [
        f"{at(source, '%% elide')} binding-reason 그림에서 뺀 까닭이 없습니다: scheduler.step "
        "(%% elide scheduler.step: 까닭 처럼 까닭을 적으세요. 독자가 읽습니다)"
    ]


MISMATCH_HINT = "(그림에서 자리를 옮기거나, 그 구간을 다른 곳에 묶으세요)"


def test_a_data_span_in_the_control_path():
    assert problems(FLOWCHART, moved_to(request(), "queue.wait", Path.DATA)) == [
        f"{at(FLOWCHART, 'C[큐')} diagram-path-mismatch control path에 그린 'C'에 "
        f"data path의 구간이 있습니다: queue.wait {MISMATCH_HINT}"
    ]


def test_a_control_span_in_the_data_path():
    assert problems(FLOWCHART, moved_to(request(), "decode.matmul", Path.CONTROL)) == [
        f"{at(FLOWCHART, 'F[가속기')} diagram-path-mismatch data path에 그린 'F'에 "
        f"control path의 구간이 있습니다: decode.matmul[1:3] {MISMATCH_HINT}"
    ]


def test_control_and_data_exchanged():
    source = edited(
        FLOWCHART,
        ("control path", "X path"),
        ("data path", "control path"),
        ("X path", "data path"),
    )
    codes = [problem.split()[1] for problem in problems(source, request())]
    assert codes == ["diagram-path-mismatch"] * 2


def test_a_particle_does_not_hide_the_path_that_a_frame_names():
    source = edited(
        FLOWCHART,
        ("control path · 결정을 나르는 얇은 흐름", "control path의 얇은 흐름"),
        ("data path · 무거운 데이터가 흐르는 두꺼운 흐름", "data path에서 흐르는 것"),
    )
    assert problems(source, request()) == []
    (problem,) = problems(source, moved_to(request(), "queue.wait", Path.DATA))
    assert problem.split()[1] == "diagram-path-mismatch"


def test_outside_both_frames_either_path_will_do():
    assert problems(FLOWCHART, moved_to(request(), "stream.send", Path.DATA)) == []


def test_a_span_that_two_patterns_take():
    source = edited(FLOWCHART, ("= *.kv_cache", "= *.kv_cache, prefill.*"))
    assert problems(source, request()) == [
        f"{at(source, '%% trace G')} diagram-span-torn 두 곳에 묶였습니다(44번째, 45번째 줄): "
        f"{name} (구간 하나는 한 곳에만 묶으세요. 단계로 나누려면 구간[0], 구간[1:])"
        for name in ("prefill.embed[0]", "prefill.matmul[0]")
    ]


def test_a_node_bound_to_nothing_but_torn_spans_is_not_unseen_as_well():
    source = SMALL + BOUND + "  %% elide ?: 까닭\n"
    codes = {problem.split()[1] for problem in problems(source, chain("a", "b", "c"))}
    assert codes == {"diagram-span-torn"}


def test_korean_ids():
    source = """\
flowchart TB
  큐[대기] --> 일꾼
  %% trace 큐[대기] = a
  %% trace 일꾼 = b
"""
    assert problems(source, chain("a", "b")) == []
    assert problems(source, chain("b", "a")) == [
        "docs/01.md:12: diagram-edge-missing "
        "추적에는 있고 그림에는 없는 화살표입니다: 일꾼 --> 큐 (a) "
        "(일꾼 --> 큐 를 그리거나, 왜 그리로 가는지 코드에서 찾으세요)",
        "docs/01.md:12: diagram-edge-unseen "
        "그림에는 있고 추적에는 없는 화살표입니다: 큐 --> 일꾼 "
        "(지우거나, %% untraced 큐-->일꾼: 까닭 을 적으세요)",
    ]


@pytest.mark.parametrize(
    ("arrows", "walk"),
    [
        ("  A <--> B\n  B --> C\n", "a b a b c"),
        ("  A --> A\n  A --> B\n  B --> C\n", "a a b c"),
        ("  A --> B\n  B --> C\n", "a a b b c"),
        ("  A --> X\n  subgraph X\n    B --> C\n  end\n", "a b c"),
        ("  A --> Y\n  subgraph Y\n    subgraph X\n      B\n    end\n  end\n  Y --> C\n", "a b c"),
        ("  A --> B & C\n  B --> C\n  C --> A\n", "a b c a c"),
    ],
)
def test_arrows_of_other_shapes(arrows, walk):
    assert problems("flowchart TB\n" + arrows + BOUND, chain(*walk.split())) == []


def test_an_arrow_to_itself_that_is_never_taken():
    source = "flowchart TB\n  A --> B\n  B --> B\n  B --> C\n" + BOUND
    assert problems(source, chain("a", "b", "c")) == [
        "docs/01.md:13: diagram-edge-unseen 그림에는 있고 추적에는 없는 화살표입니다: B --> B "
        "(지우거나, %% untraced B-->B: 까닭 을 적으세요)"
    ]


def test_a_drawing_that_nothing_binds():
    assert problems(SMALL, chain("a", "b", "c")) == [
        "docs/01.md:10: binding-missing 추적과 그림을 잇는 줄이 없습니다 "
        "(펜스 끝에 %% trace 노드 = 구간 처럼 적으세요)"
    ]


def test_a_kind_that_cannot_be_held_against_a_trace():
    assert problems('pie\n  "a" : 1\n', chain("a")) == [
        "docs/01.md:10: diagram-kind 추적과 견줄 수 없는 종류의 그림입니다 "
        "(flowchart나 sequenceDiagram으로 그리거나, 펜스에서 trace를 지우세요)"
    ]


@pytest.mark.parametrize("after", ["s9", "s1", "s2"])
def test_a_trace_whose_causes_lead_nowhere_or_in_a_circle(after):
    spans = chain("a", "b", "c").spans
    broken = spans[1].model_copy(update={"after": after})
    trace = Trace(id="ch01.request", spans=(spans[0], broken, spans[2]))
    assert problems(SMALL + BOUND, trace) == [
        "docs/01.md:10: trace-broken 추적 ch01.request의 인과가 끊겼습니다: s1 (b) "
        "(모든 구간의 after는 같은 추적의 앞선 구간이어야 합니다)"
    ]
