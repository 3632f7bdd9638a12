"""Chapter 08: one request on two clocks, the client's and the server's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import counted
from .evidence.guard import Guard, Guarded
from .evidence.passes import account
from .evidence.predicate import at_least
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.trace import Path, Span, Trace
from .evidence.typical import typical
from .evidence.withheld import machine_busy
from .serving.completion import Ask, Completion
from .serving.launch import Server, serve

PROMPT, TOKENS = "파스타 하나 주세요.", 8
SERVERS, ROUNDS = repeats(3, quick=3), repeats(4, quick=2)
PATIENCE_S = 3  # for each server
NEGLIGIBLE_MS = 0.5  # scatter that says nothing about the quantity

Look = tuple[dict[str, float], Trace]
"""What one request gave: intervals in milliseconds by name, and its trace."""


@experiment(
    "ch08_clocks",
    title="요청 하나를 두 시계로: 클라이언트와 서버",
    timeout_s=300,
    figures={
        "ch08_clocks.tokens": ("개", "요청이 받은 토큰"),
        "ch08_clocks.client_ttft": ("ms", "클라이언트 TTFT"),
        "ch08_clocks.server_ttft": ("ms", "서버 TTFT"),
        "ch08_clocks.before": ("ms", "보낸 때 → 인증과 검증을 마친 때"),
        "ch08_clocks.after": ("ms", "첫 토큰이 스케줄러에 돌아온 때 → 클라이언트가 받은 때"),
        "ch08_clocks.queue": ("ms", "Queue 구간"),
        "ch08_clocks.prefill": ("ms", "Prefill 구간"),
        "ch08_clocks.decode": ("ms", "Decode 구간"),
        "ch08_clocks.client_e2e": ("ms", "클라이언트의 종단 지연"),
        "ch08_clocks.share": ("%", "서버 TTFT ÷ 클라이언트 TTFT"),
    },
    claims={
        "ch08_clocks.most_inside": (
            "같은 기계 안에서, 혼자 온 요청의 클라이언트 TTFT는 60% 이상이 서버 TTFT다."
        ),
    },
    traces={"ch08_clocks.request": "요청 하나의 시계 사건"},
    workload={
        "모델": "mini(8층 · 폭 512 · fp32), 무작위 가중치",
        "요청": "프롬프트 한 문장, 8토큰, greedy, 스트리밍, 혼자, 루프백 HTTP",
    },
    procedure={
        "측정": "서버를 새로 켜기 3번 × 4회, 워커 스레드 1개",
        "시계": "한 기계의 단조 시계 하나를 클라이언트, 게이트웨이, 워커가 함께 읽음",
        "서버 TTFT": "인증과 검증이 끝난 때부터 첫 토큰이 스케줄러에 돌아온 때까지",
    },
    packages=("torch", "starlette", "uvicorn", "httpx", "opentelemetry-sdk"),
)
def clocks() -> Iterator[Yielded]:
    """Send traced requests into an idle server; every interval is cut from one trace."""
    runs: list[Guarded[Look]] = []
    for turn in range(SERVERS):
        with serve("mini", max_batch=1, queue_size=8, threads=1) as server:
            runs.append(Guard(PATIENCE_S).rounds(lambda at=server: look(at), ROUNDS))
        yield Step("서버를 켜고 요청 보내기", turn + 1, SERVERS)
        if 2 * sum(run.rounds - len(run.kept) for run in runs) > SERVERS * ROUNDS:
            break  # more than half is lost: no more rounds can save the figures
    yield Condition("잡음 감시", account(runs))  # type: ignore[arg-type]
    trace, kept = typical_trace(runs)
    yield trace if kept else trace.without_times(busy(runs))
    yield counted("ch08_clocks.tokens", "개", trace.count("client.receive"))
    for name in CUTS:
        values = [run.of(lambda seen, name=name: seen[0][name]) for run in runs]
        unit = "%" if name == "share" else "ms"
        yield over_processes(f"ch08_clocks.{name}", unit, values, negligible=NEGLIGIBLE_MS)
    yield Claim(id="ch08_clocks.most_inside", test=at_least("ch08_clocks.share", 60))


CUTS = ("client_ttft", "server_ttft", "before", "after", "queue", "prefill", "decode")
CUTS += ("client_e2e", "share")


def look(server: Server) -> Look:
    """One request alone: its trace, and what the two clocks make of it."""
    (done,) = server.complete(Ask(PROMPT, max_tokens=TOKENS, traced=True))
    assert done.trace_id is not None
    trace = received(server.trace(done.trace_id, "ch08_clocks.request"), done)
    return cut(trace), trace


def received(trace: Trace, done: Completion) -> Trace:
    """The trace with one more stop a token: the client has it.

    A trace begins when the client does, so both clocks have the same zero. The server may note
    only later that a token has left; then the way to the client has no length of its own.
    """
    sent = [span for span in trace.spans if span.name == "stream.send"]
    stops = [
        Span(
            id=f"c{span.step}",
            after=span.id,
            name="client.receive",
            path=Path.CONTROL,
            start_us=min(span.end_us, 1e6 * at_s),
            duration_us=max(0.0, 1e6 * at_s - span.end_us),
            step=span.step,
        )
        for span, at_s in zip(sent, done.arrivals_s, strict=True)
    ]
    spans = sorted((*trace.spans, *stops), key=lambda span: (span.start_us, span.end_us))
    return Trace(id=trace.id, spans=tuple(spans))


def cut(trace: Trace) -> dict[str, float]:
    """Intervals between clock events, in milliseconds."""
    ends = {(span.name, span.step): span.end_us / 1e3 for span in trace.spans}
    accepted, scheduled = ends["gateway.validate", None], ends["queue.wait", None]
    first, last = ends["worker.reply", 0], ends["worker.reply", TOKENS - 1]
    queued = next(span.start_us / 1e3 for span in trace.spans if span.name == "queue.wait")
    client_ttft = ends["client.receive", 0]  # a trace begins when the client sends
    return {
        "client_ttft": client_ttft,
        "server_ttft": first - accepted,
        "before": accepted,
        "after": client_ttft - first,
        "queue": scheduled - queued,
        "prefill": first - scheduled,
        "decode": last - first,
        "client_e2e": ends["client.receive", TOKENS - 1],
        "share": 100 * (first - accepted) / client_ttft,
    }


def typical_trace(runs: Sequence[Guarded[Look]]) -> tuple[Trace, bool]:
    """The most typical request, and whether its times may be shown."""
    kept = [seen for run in runs for seen in run.samples]
    seen = kept or [one for run in runs for thrown in run.thrown for one in thrown]
    enough = 2 * sum(len(run.kept) for run in runs) >= SERVERS * ROUNDS
    return typical(seen, lambda one: one[0], ("client_ttft", "client_e2e"))[1], enough


def busy(runs: Sequence[Guarded[Look]]) -> str:
    """Why there are no times."""
    return machine_busy(sum(len(run.kept) for run in runs), SERVERS * ROUNDS)
