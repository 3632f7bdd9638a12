"""Chapter 01: one real request through the serving system, and two that take equally long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.guard import Guard, Guarded
from .evidence.predicate import above, at_most, difference, within
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.trace import Path, Trace
from .evidence.typical import typical
from .evidence.withheld import machine_busy
from .serving.client import Ask, Completion
from .serving.config import MODELS
from .serving.launch import Server, serve

MODEL = "mini"
PROMPT = "파스타 하나 주세요."
SHORT, LONG = 8, 48  # tokens: six short answers take as many forward passes as a long one
SERVERS, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
MB, KB = 1e6, 1e3
GUARD = Guard(patience_s=3)  # for each server; a neighbour that stays must not hold up the build
# Scatter that says nothing about the quantity; of the rest only the order of size matters.
NEGLIGIBLE = {"ms": 0.5, "%": 1.0, "배": 0.0}
NEGLIGIBLE_OF_REST = 5.0  # ms, or % of the whole


@experiment(
    "ch01",
    title="요청 하나의 여정, 그리고 같은 시간 다른 이유",
    timeout_s=240,
    figures={
        "ch01.parameters": ("개", "모델의 파라미터 수"),
        "ch01.output_tokens": ("개", "요청이 받은 토큰 수"),
        "ch01.forward_passes": ("번", "추적에 찍힌 순전파 횟수"),
        "ch01.ttft": ("ms", "첫 토큰까지의 시간(TTFT)"),
        "ch01.tpot": ("ms", "그 뒤 토큰 하나마다 걸린 시간"),
        "ch01.e2e": ("ms", "처음부터 끝까지"),
        "ch01.control_time": ("ms", "control path만 움직인 시간"),
        "ch01.data_time": ("ms", "data path가 움직인 시간"),
        "ch01.rest_time": ("ms", "어느 경로에도 적지 못한 시간"),
        "ch01.control_share": ("%", "control path의 몫"),
        "ch01.data_share": ("%", "data path의 몫"),
        "ch01.rest_share": ("%", "어느 경로에도 적지 못한 몫"),
        "ch01.plan_bytes": ("B", "토큰 하나를 더 만들라는 배정 메시지"),
        "ch01.weight_bytes": ("MB", "decode 한 번이 읽는 가중치"),
        "ch01.kv_bytes": ("kB", "마지막 decode가 쓰고 읽는 KV 캐시"),
        "ch01.queued_tokens": ("개", "줄을 선 손님이 받은 토큰"),
        "ch01.queued_queue": ("ms", "줄을 선 손님: 큐 대기"),
        "ch01.queued_prefill": ("ms", "줄을 선 손님: prefill"),
        "ch01.queued_decode": ("ms", "줄을 선 손님: decode"),
        "ch01.queued_e2e": ("ms", "줄을 선 손님: 처음부터 끝까지"),
        "ch01.queued_share": ("%", "줄을 선 손님: 큐의 몫"),
        "ch01.long_tokens": ("개", "많이 시킨 손님이 받은 토큰"),
        "ch01.long_queue": ("ms", "많이 시킨 손님: 큐 대기"),
        "ch01.long_prefill": ("ms", "많이 시킨 손님: prefill"),
        "ch01.long_decode": ("ms", "많이 시킨 손님: decode"),
        "ch01.long_e2e": ("ms", "많이 시킨 손님: 처음부터 끝까지"),
        "ch01.long_share": ("%", "많이 시킨 손님: 큐의 몫"),
        "ch01.pair_ratio": ("배", "두 손님의 종단 시간 비"),
    },
    claims={
        "ch01.thin_control": ("줄이 없을 때 control path는 전체 시간의 10%를 넘지 않는다."),
        "ch01.same_time": (
            "두 손님이 처음부터 끝까지 걸린 시간은 1.25배 안에서 비슷하지만, "
            "큐가 차지한 몫은 50%p 넘게 다르다."
        ),
    },
    traces={
        "ch01.request": "요청 하나의 여정",
        "ch01.queued": "줄을 선 손님의 여정",
        "ch01.long": "많이 시킨 손님의 여정",
    },
    workload={
        "모델": "mini(8층 · 폭 512 · fp32), 무작위 가중치",
        "요청": "프롬프트 한 문장, greedy, 스트리밍, 배치 1, 루프백 HTTP",
    },
    procedure={"측정": "서버를 새로 켜기 4번 × 3회, 예열 요청 1개, 워커 스레드 1개"},
    packages=("torch", "starlette", "uvicorn", "httpx", "opentelemetry-sdk"),
)
def request_journey() -> Iterator[Yielded]:
    """Serve, look, and add up."""
    runs: list[Guarded[Look]] = []
    for turn in range(SERVERS):
        with serve(MODEL, max_batch=1, queue_size=8, threads=1) as server:
            runs.append(GUARD.rounds(lambda server=server: look(server), ROUNDS))
        yield Step("서버를 켜고 요청 보내기", turn + 1, SERVERS)
        if 2 * sum(run.rounds - len(run.kept) for run in runs) > SERVERS * ROUNDS:
            break  # more than half is lost: no more rounds can save the figures
    kept, asked = sum(len(run.kept) for run in runs), sum(run.rounds for run in runs)
    thrown = sum(run.rejected for run in runs)
    yield Condition("잡음 감시", f"{asked}회 가운데 {kept}회 채택, 버린 회차 {thrown}개")

    for name in one(runs).samples:
        columns = [run.of(lambda seen, name=name: seen.samples[name]) for run in runs]
        unit = unit_of(name)
        slack = NEGLIGIBLE_OF_REST if name.startswith("ch01.rest") else NEGLIGIBLE[unit]
        yield over_processes(name, unit, columns, negligible=slack)
    yield Claim(id="ch01.thin_control", test=at_most("ch01.control_share", 10))
    shares = difference("ch01.queued_share", "ch01.long_share")
    yield Claim(id="ch01.same_time", test=within("ch01.pair_ratio", 0.8, 1.25) & above(shares, 50))
    trace, *guests = typical_traces(looks(runs))
    for seen in (trace, *guests):
        yield seen if 2 * kept >= asked else seen.without_times(machine_busy(kept, asked))
    yield calculated(
        "ch01.parameters", "개", MODELS[MODEL].parameters, "차원에서 센 수", ("mini의 차원",)
    )
    yield counted("ch01.queued_tokens", "개", one(runs).queued_tokens)
    yield counted("ch01.long_tokens", "개", one(runs).long_tokens)
    yield from counts(trace)


@dataclass(frozen=True)
class Look:
    """What one round saw: samples by figure, and the traces of its journey and its two guests."""

    samples: dict[str, float]
    trace: Trace
    queued: Trace
    long: Trace
    queued_tokens: int
    long_tokens: int


def look(server: Server) -> Look:
    """One round: a journey through an idle server, then the two guests."""
    trace, samples = journey(server)
    crowd = server.complete(*[Ask(PROMPT, max_tokens=SHORT, traced=True)] * (LONG // SHORT))
    last = max(crowd, key=lambda done: done.e2e_s)
    queued = trace_of(server, last, "ch01.queued")
    (much,) = server.complete(Ask(PROMPT, max_tokens=LONG, traced=True))
    long = trace_of(server, much, "ch01.long")
    samples |= {f"ch01.queued_{phase}": ms for phase, ms in phases(queued, last).items()}
    samples |= {f"ch01.long_{phase}": ms for phase, ms in phases(long, much).items()}
    samples["ch01.pair_ratio"] = last.e2e_s / much.e2e_s
    return Look(samples, trace, queued, long, len(last.arrivals_s), len(much.arrivals_s))


def journey(server: Server) -> tuple[Trace, dict[str, float]]:
    """Send one request into an idle server and add up its stops by path."""
    (done,) = server.complete(Ask(PROMPT, max_tokens=SHORT, traced=True))
    trace = trace_of(server, done, "ch01.request")
    assert done.tpot_s is not None
    samples = {
        "ch01.ttft": 1e3 * done.ttft_s,
        "ch01.tpot": 1e3 * done.tpot_s,
        "ch01.e2e": 1e3 * done.e2e_s,
    }
    for name, us in split(trace, 1e6 * done.e2e_s).items():
        samples[f"ch01.{name}_time"] = us / 1e3
        samples[f"ch01.{name}_share"] = us / done.e2e_s / 1e4  # µs / s / 10⁴ = %
    return trace, samples


def split(trace: Trace, e2e_us: float) -> dict[str, float]:
    """The request's time by path, in microseconds; the three parts add up to all of it.

    A moment in which both paths are at work, such as a token that is sent while the next is
    made, counts as data path; what no span covers is the rest.
    """
    data = trace.covered_us({Path.DATA})
    both = trace.covered_us(set(Path))
    # The server may still close its last span when the client already has the token.
    return {"control": both - data, "data": data, "rest": max(0.0, e2e_us - both)}


def phases(trace: Trace, done: Completion) -> dict[str, float]:
    """Where the client's time went: waiting, prefill, decode, in milliseconds."""
    wait = next(s for s in trace.spans if s.name == "queue.wait")
    queue = wait.duration_us / 1e3
    return {
        "queue": queue,
        "prefill": 1e3 * done.ttft_s - wait.end_us / 1e3,
        "decode": 1e3 * (done.e2e_s - done.ttft_s),
        "e2e": 1e3 * done.e2e_s,
        "share": queue / done.e2e_s / 10,  # ms / s / 10 = %
    }


def counts(trace: Trace) -> Iterator[Yielded]:
    """What the trace of one request gives exactly: passes and bytes."""
    last = max(s.step for s in trace.spans if s.step is not None)
    yield counted("ch01.output_tokens", "개", trace.count("stream.send"))
    yield counted("ch01.forward_passes", "번", trace.count("sampler.sample"))
    yield counted("ch01.plan_bytes", "B", trace.moved("scheduler.step", last))
    # Nobody watches the memory bus here: these are the sizes of the tensors that were used.
    how, what = "쓴 텐서의 바이트를 더한 값", ("추적에 찍힌 텐서",)
    weights = trace.moved("decode.matmul", last) / MB
    yield calculated("ch01.weight_bytes", "MB", weights, how, what)
    cache = trace.moved("decode.kv_cache", last) / KB
    yield calculated("ch01.kv_bytes", "kB", cache, how, what)


def trace_of(server: Server, done: Completion, name: str) -> Trace:
    """The trace of a request that was sent to be traced."""
    assert done.trace_id is not None
    return server.trace(done.trace_id, name)


def looks(runs: Sequence[Guarded[Look]]) -> list[Look]:
    """What was seen, clean rounds first: a busy machine has none, but its counts hold."""
    kept = [seen for run in runs for seen in run.samples]
    return kept or [seen for run in runs for thrown in run.thrown for seen in thrown]


def one(runs: Sequence[Guarded[Look]]) -> Look:
    """Any round, for what is the same in all of them."""
    return looks(runs)[0]


def typical_traces(seen: Sequence[Look]) -> tuple[Trace, Trace, Trace]:
    """The most typical journey, and the two guests of the round that is most typical of them.

    Both guests come from one round: they are compared with each other.
    """
    shares = ("ch01.pair_ratio", "ch01.queued_share", "ch01.long_share")
    alone = typical(seen, lambda look: look.samples, ("ch01.e2e", "ch01.control_time"))
    pair = typical(seen, lambda look: look.samples, shares)
    return alone.trace, pair.queued, pair.long


def unit_of(name: str) -> str:
    """Unit of a sampled figure."""
    return "배" if name.endswith("ratio") else "%" if name.endswith("share") else "ms"
