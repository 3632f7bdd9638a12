"""A tiny drawing of each kind, and a tiny request through both."""

from __future__ import annotations

from hooks.diagrams import binding, conformance, mermaid
from hooks.diagrams.replay import Replay, Request, replay
from snippets.evidence.trace import Path, Span, Trace

FLOWCHART = """\
flowchart LR
    accTitle: 작은 여정
    accDescr: 줄을 서고, 셈하고, 보냅니다.
    subgraph CTRL[control path]
        A[큐<br/>줄 서기]
        I[보내기]
    end
    subgraph DATA[data path]
        F["셈 & 곱"] --> H[고르기]
        H --> F
    end
    A --> F
    H -->|토큰| I
    %% trace A[큐 줄 서기] = client.send, queue.wait
    %% trace F[셈 & 곱] = *.matmul
    %% trace H[고르기] = sampler.sample
    %% trace I[보내기] = stream.send
    %% elide scheduler.step: 그리지 않았습니다
"""

SEQUENCE = """\
sequenceDiagram
    accTitle: 작은 대화
    accDescr: 묻고 답합니다.
    participant U as 사용자
    participant W as 워커
    Note over W: 한 번에 하나
    U->>W: 묻기
    loop 토큰마다
        W->>W: 셈하기
        W-->>U: 답하기
    end
    %% trace 사용자->>워커: 묻기 = client.send, queue.wait
    %% trace 워커->>워커: 셈하기 = *.matmul, sampler.sample
    %% trace 워커-->>사용자: 답하기 = stream.send
    %% untraced Note over 워커: 한 번에 하나: 시간이 없는 말입니다
    %% elide scheduler.step: 그리지 않았습니다
"""


def request(name: str = "ch01.request", tokens: int = 3, wait: float = 100.0) -> Trace:
    """A request that waits, and then makes its tokens; every hand-over takes 2 µs.

    A step is 600 µs of matmul and 50 µs of sampling. Sending takes 20 µs beside the next step;
    planning, which no drawing shows, takes 5 µs.
    """
    spans: list[Span] = []

    def go(after: Span | None, what: str, us: float, step: int | None = None) -> Span:
        spans.append(
            Span(
                id=f"s{len(spans)}",
                after=after.id if after else None,
                name=what,
                path=Path.DATA if what.endswith(("matmul", "sample")) else Path.CONTROL,
                start_us=after.end_us + 2 if after else 0.0,
                duration_us=us,
                step=step,
                bytes=1000 if step is not None else None,
            )
        )
        return spans[-1]

    last = go(go(None, "client.send", 30), "queue.wait", wait)
    for step in range(tokens):
        if step:
            last = go(last, "scheduler.step", 5, step)
        last = go(last, "decode.matmul" if step else "prefill.matmul", 600, step)
        last = go(last, "sampler.sample", 50, step)
        go(last, "stream.send", 20, step)
    return Trace(id=name, spans=tuple(sorted(spans, key=lambda span: span.start_us)))


def play(source: str, *requests: tuple[str, Trace]) -> Replay:
    """Replay requests that agree with the drawing."""
    diagram = mermaid.read(source)
    bound = binding.parse(source, diagram, "docs/01.md", 1)
    for _, trace in requests:
        assert [str(one) for one in conformance.check(diagram, bound, trace, "docs/01.md", 1)] == []
    return replay(diagram, bound, [Request(*one) for one in requests])
