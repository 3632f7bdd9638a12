"""A drawing of chapter 01 that was changed in one place fails, at its line.

Every mutant is one mistake that an author could make in a drawing: the binding stays as it is. It
is held against the approved record and against a made-up request.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from snippets.evidence.trace import Trace
from tests.diagram.chapter import CHAPTER, IN_TIME, JOURNEY, Drawing, made_up, recorded

TRACES = {"record": recorded(), "made-up": made_up()}

CONTROL = "control path · 결정을 나르는 얇은 흐름"
DATA = "data path · 무거운 데이터가 흐르는 두꺼운 흐름"
ASSIGN = "        C --> D[스케줄러<br/>배치·워커 배정]:::req\n"
PREFILL = "    Note over W,M: prefill 국면<br/>입력 토큰 전체를 한 번에 처리\n"
DECODE = "    Note over W,M: decode 국면<br/>토큰을 하나씩 반복 생성\n"
READ = "    W->>M: 가중치·입력 읽기\n"
COMPUTE = "    W->>W: 병렬 연산\n"
FIRST = "    W-->>U: 첫 토큰 (TTFT 시점)\n"
CACHE = "        W->>M: 캐시 읽고 쓰기\n"
NEXT = "        W->>W: 다음 토큰 계산\n"
TOKEN = "        W-->>U: 토큰 하나\n"
LOOP = "    loop 토큰마다\n"
END = "    end\n"


@dataclass(frozen=True)
class Mutant:
    """One mistake, and where the first error about it stands."""

    kind: str
    drawing: Drawing
    at: str
    code: str


def flow(kind: str, at: str, code: str, *edits: tuple[str, str]) -> Mutant:
    return Mutant(kind, JOURNEY.edited(*edits), at, code)


def time(kind: str, at: str, code: str, *edits: tuple[str, str]) -> Mutant:
    return Mutant(kind, IN_TIME.edited(*edits), at, code)


def moved(line: str, before: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The edits that put a line before another."""
    return (line, ""), (before, line + before)


MISSING, UNSEEN = "diagram-edge-missing", "diagram-edge-unseen"
UNBOUND, UNKNOWN = "diagram-part-unbound", "binding-target-unknown"
WORDS, MISMATCH, ORDER = "diagram-words", "diagram-path-mismatch", "diagram-order"
NOTE, OUTSIDE = "diagram-note-span", "diagram-node-outside"

FLOWCHART = [
    # An arrow that is gone is told at the box from which it went.
    flow("arrow H→F deleted", "F --> H[", MISSING, ("        H --> F\n", "")),
    flow("arrow G→F deleted", "F --> G[", MISSING, ("        G --> F\n", "")),
    flow("arrow D→E deleted", "C --> D[", MISSING, ("    D --> E\n", "")),
    flow("arrow B→C deleted", "A[", MISSING, ("        B --> C[", "        C[")),
    flow("arrow E→F deleted", "E[", MISSING, ("compute --> F[", "compute\n        F[")),
    flow("arrow D→E reversed", "C --> D[", MISSING, ("D --> E", "E --> D")),
    flow(
        "arrow H→I reversed",
        "F --> H[",
        MISSING,
        ("H --> I[응답 스트리밍]:::result", "I[응답 스트리밍]:::result --> H"),
    ),
    flow("arrow A→D added", "A --> D", UNSEEN, ("    D --> E\n", "    D --> E\n    A --> D\n")),
    flow(
        "arrow G→H added",
        "G --> H",
        UNSEEN,
        ("        G --> F\n", "        G --> F\n    G --> H\n"),
    ),
    flow(
        "arrow drawn twice",
        "D --> E\n    H --> I",
        "diagram-edge-twice",
        ("    D --> E\n", "    D --> E\n    D --> E\n"),
    ),
    flow("arrow D→E to F", "C --> D[", MISSING, ("D --> E", "D --> F")),
    flow("arrow H→I from G", "F --> H[", MISSING, ("H --> I", "G --> I")),
    flow("arrow both ways", "D <--> E", UNSEEN, ("D --> E", "D <--> E")),
    flow("arrow without a head", "D --- E", "diagram-edge-headless", ("D --> E", "D --- E")),
    flow("order drawn as data", "D ==> E", "diagram-arrow-thick", ("D --> E", "D ==> E")),
    flow("node C relabelled", "C[줄 서기]:::", WORDS, ("[큐 대기]:::", "[줄 서기]:::")),
    Mutant(
        "labels of B and C swapped",
        JOURNEY.swapped("[인증·검증]:::", "[큐 대기]:::"),
        "B[큐 대기]:::",
        WORDS,
    ),
    Mutant(
        "labels of F and G swapped",
        JOURNEY.swapped("[가속기에서 연산<br/>행렬 곱]", "[메모리 오가기<br/>가중치·활성값·캐시]"),
        "F[메모리",
        WORDS,
    ),
    flow("node C has another id", "B --> Q[", UNBOUND, ("> C[", "> Q["), (" C -->", " Q -->")),
    flow(
        "node C deleted",
        "%% trace C[",
        UNKNOWN,
        ("        B --> C[큐 대기]:::req\n", ""),
        ("C --> D[", "B --> D["),
    ),
    flow("node Z added", "Z[로그]", UNBOUND, ("    D --> E\n", "    D --> E\n    D --> Z[로그]\n")),
    flow("node D moved to the data path", "C --> D[", MISMATCH, *moved(ASSIGN, "        E[워커")),
    flow("node D moved out of its frame", "C --> D[", OUTSIDE, *moved(ASSIGN, "    D --> E\n")),
    flow(
        "node I moved into the data path",
        "H --> I",
        MISMATCH,
        ("    H --> I[응답 스트리밍]:::result\n", ""),
        ("        H --> F\n", "        H --> F\n        H --> I[응답 스트리밍]:::result\n"),
    ),
    Mutant("titles exchanged", JOURNEY.swapped(CONTROL, DATA), "subgraph CTRL", MISMATCH),
    flow(
        "title of CTRL names no path",
        "subgraph CTRL",
        "diagram-frame-unmarked",
        ("[control path ·", "[제어 경로 ·"),
    ),
    flow(
        "title of DATA names no path",
        "subgraph DATA",
        "diagram-frame-unmarked",
        ("[data path ·", "[데이터 경로 ·"),
    ),
    flow(
        "title of CTRL names the data path",
        "subgraph CTRL",
        MISMATCH,
        ("[control path ·", "[data path ·"),
    ),
    flow(
        "frame DATA inside frame CTRL",
        "subgraph DATA",
        "diagram-frame-nested",
        (END, ""),
        ("H --> F\n    end\n", "H --> F\n    end\n    end\n"),
    ),
    flow("frame CTRL removed", "A[", OUTSIDE, (f"    subgraph CTRL[{CONTROL}]\n", ""), (END, "")),
    flow(
        "frame DATA removed",
        "E[",
        OUTSIDE,
        (f"    subgraph DATA[{DATA}]\n", ""),
        ("H --> F\n    end\n", "H --> F\n"),
    ),
]

SEQUENCE = [
    time("loop removed", "W->>M: 캐시", ORDER, (LOOP, ""), (END, "")),
    time(
        "loop around the prefill",
        LOOP,
        "diagram-loop-once",
        (LOOP, ""),
        (END, ""),
        (READ, LOOP + READ),
        (FIRST, END + FIRST),
    ),
    time("loop begins too early", LOOP, "diagram-loop-once", *moved(LOOP, FIRST)),
    time("loop begins too late", "W->>M: 캐시", ORDER, *moved(CACHE, LOOP)),
    time("loop ends too early", "W->>M: 캐시", ORDER, (TOKEN + END, END + TOKEN)),
    time("loop drawn as opt", "W->>M: 캐시", ORDER, ("loop 토큰마다", "opt 토큰마다")),
    time("loop drawn as par", "W->>M: 캐시", ORDER, ("loop 토큰마다", "par 토큰마다")),
    time("message deleted", "%% trace 스케줄러", UNKNOWN, ("    S->>W: 워커 배정\n", "")),
    time(
        "message of the loop deleted",
        "%% trace 워커+가속기(data)->>메모리(data): 캐시",
        UNKNOWN,
        (CACHE, ""),
    ),
    time("message reversed", "W->>S: 워커", UNBOUND, ("S->>W: 워커", "W->>S: 워커")),
    time("first message reversed", "S->>U: 프", UNBOUND, ("U->>S: 프", "S->>U: 프")),
    time("message to another", "W->>S: 캐시", UNBOUND, ("W->>M: 캐시", "W->>S: 캐시")),
    time("message relabelled", "W->>W: 순차", UNBOUND, ("W->>W: 병렬", "W->>W: 순차")),
    time("message added", "M->>W: 값", UNBOUND, (NEXT, "        M->>W: 값\n" + NEXT)),
    time(
        "message drawn twice",
        "S->>W: 워커",
        UNBOUND,
        ("    S->>W: 워커 배정\n", "    S->>W: 워커 배정\n" * 2),
    ),
    time("message moved before another", "W->>M: 가중치", ORDER, *moved(COMPUTE, READ)),
    time(
        "first message moved down",
        "U->>S: 프",
        ORDER,
        *moved("    U->>S: 프롬프트 전송\n", PREFILL),
    ),
    time(
        "first token moved to the end",
        "Note over W,M: prefill",
        NOTE,
        (FIRST, ""),
        (END, END + FIRST),
    ),
    time("participant renamed", "participant U", WORDS, ("as 사용자", "as 손님")),
    time(
        "participants U and S swapped",
        "participant U",
        WORDS,
        ("U as 사용자", "U as 스케줄러(control)"),
        ("S as 스케줄러(control)", "S as 사용자"),
    ),
    time(
        "participants W and M swapped",
        "participant W",
        WORDS,
        ("W as 워커+가속기(data)", "W as 메모리(data)"),
        ("M as 메모리(data)", "M as 워커+가속기(data)"),
    ),
    time("participant undeclared", "U->>S: 프", WORDS, ("    participant U as 사용자\n", "")),
    time(
        "control and data exchanged",
        "participant S",
        WORDS,
        ("S as 스케줄러(control)", "S as 스케줄러(data)"),
    ),
    time(
        "note deleted",
        "%% trace Note over 워커+가속기(data),메모리(data): decode",
        UNKNOWN,
        (DECODE, ""),
    ),
    time(
        "note relabelled",
        "Note over W,M: decode 구간",
        UNBOUND,
        ("decode 국면<br/>", "decode 구간<br/>"),
    ),
    time(
        "note over others",
        "Note over U,W: prefill",
        UNBOUND,
        ("over W,M: prefill", "over U,W: prefill"),
    ),
    time(
        "prefill note moved up", "Note over W,M: prefill", NOTE, *moved(PREFILL, "    S->>W: 워커")
    ),
    time("prefill note moved down", "Note over W,M: prefill", NOTE, *moved(READ, PREFILL)),
    time("decode note moved up", "Note over W,M: prefill", NOTE, *moved(DECODE, FIRST)),
    Mutant(
        "prefill and decode notes exchanged",
        IN_TIME.swapped(PREFILL, DECODE),
        "Note over W,M: decode",
        NOTE,
    ),
    time("answer drawn as a call", "W->>U: 첫", WORDS, ("W-->>U: 첫", "W->>U: 첫")),
    time("call drawn as an answer", "S-->>W: 워커", WORDS, ("S->>W: 워커", "S-->>W: 워커")),
]

MUTANTS = FLOWCHART + SEQUENCE


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
@pytest.mark.parametrize("drawing", [JOURNEY, IN_TIME], ids=["flowchart", "sequence"])
def test_the_drawings_as_they_stand_pass(drawing: Drawing, trace: Trace) -> None:
    assert [str(error) for error in drawing.errors(trace)] == []


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.kind)
def test_a_mutant_fails_at_its_line(mutant: Mutant, trace: Trace) -> None:
    first = next(iter(mutant.drawing.errors(trace)), None)
    assert first is not None, "nothing was noticed"
    assert (first.line, first.code) == (mutant.drawing.line(mutant.at), mutant.code)


TEXTS = {
    "arrow H→F deleted": [
        (
            "F --> H[",
            "diagram-edge-missing 추적에는 있고 그림에는 없는 화살표입니다: "
            "H --> F (decode.embed) (H --> F 를 그리거나, 왜 그리로 가는지 코드에서 찾으세요)",
        ),
    ],
    "arrow drawn twice": [
        (
            "D --> E\n    H --> I",
            "diagram-edge-twice 같은 화살표를 두 번 그렸습니다: D --> E "
            "(먼저 그린 것은 {D --> E}번째 줄) (하나를 지우세요)",
        ),
    ],
    "arrow both ways": [
        (
            "D <--> E",
            "diagram-edge-unseen 그림에는 있고 추적에는 없는 화살표입니다: E --> D "
            "(지우거나, %% untraced D-->E: 까닭 을 적으세요)",
        ),
    ],
    "arrow without a head": [
        (
            "D --- E",
            "diagram-edge-headless 어느 쪽으로 가는지 알 수 없는 선입니다: D --- E "
            "(D --> E 처럼 화살표로 그리세요)",
        ),
    ],
    "order drawn as data": [
        (
            "D ==> E",
            "diagram-arrow-thick 굵은 화살표(==>)는 data path의 것인데 "
            "control path에 닿습니다: D-->E (worker.admit) (보통 화살표 --> 로 그리세요)",
        ),
    ],
    "labels of B and C swapped": [
        (
            "B[큐 대기]:::",
            "diagram-words 그림의 글이 이음과 다릅니다: B — 그림에는 '큐 대기', "
            "{%% trace B[}번째 줄에는 '인증·검증' (그림의 글을 되돌리거나, 그 줄을 고치세요: "
            "%% trace B[큐 대기] = gateway.auth, gateway.validate)",
        ),
        (
            "C[인증·검증]:::",
            "diagram-words 그림의 글이 이음과 다릅니다: C — 그림에는 '인증·검증', "
            "{%% trace C[}번째 줄에는 '큐 대기' (그림의 글을 되돌리거나, 그 줄을 고치세요: "
            "%% trace C[인증·검증] = queue.wait)",
        ),
    ],
    "titles exchanged": [
        (
            "subgraph CTRL",
            "diagram-path-mismatch data path라고 쓴 틀인데 안의 것이 모두 "
            f"control path입니다: '{DATA}' (A, B, C, D) "
            "(틀의 제목이 맞는지, 안에 그린 것이 맞는지 보세요)",
        ),
        (
            "subgraph DATA",
            "diagram-path-mismatch control path라고 쓴 틀인데 안의 것이 모두 "
            f"data path입니다: '{CONTROL}' (E, F, G, H) "
            "(틀의 제목이 맞는지, 안에 그린 것이 맞는지 보세요)",
        ),
    ],
    "title of CTRL names no path": [
        (
            "subgraph CTRL",
            "diagram-frame-unmarked 어느 경로인지 말하지 않는 틀입니다: "
            "'제어 경로 · 결정을 나르는 얇은 흐름' (제목에 control path 나 data path 를 적으세요)",
        ),
    ],
    "frame DATA inside frame CTRL": [
        (
            "subgraph DATA",
            "diagram-frame-nested data path의 틀이 control path의 틀 안에 있습니다: "
            f"'{DATA}' (앞의 틀이 어디서 끝나는지(end) 보세요)",
        ),
    ],
    "node D moved out of its frame": [
        (
            "C --> D[",
            "diagram-node-outside 어느 경로의 틀에도 들지 않았습니다: D "
            "(틀 안에 그리거나, %% outside D[스케줄러 배치·워커 배정]: 까닭 을 적으세요)",
        ),
    ],
    "loop around the prefill": [
        (
            "    loop",
            "diagram-loop-once loop '토큰마다' 안의 메시지가 추적에서는 "
            "한 번만 일어났습니다: 'W->>M: 가중치·입력 읽기', 'W->>W: 병렬 연산' "
            "(그 메시지를 loop 밖에 그리거나, 되풀이되는 메시지만 둘러싸세요)",
        ),
        (
            "W->>M: 캐시",
            "diagram-order 'W-->>U: 토큰 하나' 다음이 다릅니다: "
            "추적은 'W->>M: 캐시 읽고 쓰기' (단계 2), 그림은 끝 "
            "(화살표의 차례와 loop·opt·alt를 추적과 견주어 보세요)",
        ),
    ],
    "participants W and M swapped": [
        (
            "participant W",
            "diagram-words 참가자의 글이 이음과 다릅니다: W — 그림에는 "
            "'메모리(data)', 이음에는 '워커+가속기(data)' "
            "(그림의 글을 되돌리거나, 이음의 줄들을 새 글로 고치세요)",
        ),
        (
            "participant M",
            "diagram-words 참가자의 글이 이음과 다릅니다: M — 그림에는 "
            "'워커+가속기(data)', 이음에는 '메모리(data)' "
            "(그림의 글을 되돌리거나, 이음의 줄들을 새 글로 고치세요)",
        ),
    ],
    "prefill note moved up": [
        (
            "Note over W,M: prefill",
            "diagram-note-span 쪽지 아래에 쪽지의 것이 아닌 구간이 "
            "있습니다: 'Note over W,M: prefill 국면 입력 토큰 전체를 한 번에 처리' "
            "(queue.wait, scheduler.assign, worker.admit) "
            "(쪽지와 화살표의 자리를 추적과 견주어 보세요)",
        ),
    ],
    "answer drawn as a call": [
        (
            "W->>U: 첫",
            "diagram-words 화살표가 이음과 다릅니다: W->>U: 첫 토큰 (TTFT 시점) — "
            "그림에는 실선, {%% trace 워커+가속기(data)-->>사용자: 첫}번째 줄에는 점선 "
            "(그림의 화살표를 되돌리거나, 그 줄을 고치세요: "
            "%% trace 워커+가속기(data)->>사용자: 첫 토큰 (TTFT 시점) = stream.send[0])",
        ),
    ],
}


@pytest.mark.parametrize("kind", TEXTS)
def test_all_that_a_mutant_is_told(kind: str) -> None:
    (drawing,) = (mutant.drawing for mutant in MUTANTS if mutant.kind == kind)
    told = [
        f"{CHAPTER}:{drawing.line(at)}: "
        + re.sub(r"\{(.+?)\}", lambda match: str(drawing.line(match[1])), text)
        for at, text in TEXTS[kind]
    ]
    assert [str(error) for error in drawing.errors(TRACES["record"])] == told


def test_the_kinds_are_told_apart() -> None:
    kinds = [mutant.kind for mutant in MUTANTS]
    assert len(set(kinds)) == len(kinds)
    assert all(mutant.drawing not in (JOURNEY, IN_TIME) for mutant in MUTANTS)
