"""Chapter 01: one real request through the serving system, and two that take equally long."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from statistics import median_low

from .evidence.experiment import Step, Yielded, experiment
from .evidence.figure import calculated, counted, measured
from .evidence.scale import repeats
from .evidence.trace import Path, Trace
from .serving.client import Ask, Completion
from .serving.config import MODELS
from .serving.launch import Server, serve

MODEL = "mini"
PROMPT = "파스타 하나 주세요."
SHORT, LONG = 16, 96  # tokens: six short answers take as many forward passes as a long one
SERVERS, REPEATS = repeats(3, quick=1), repeats(3, quick=6)
MB, KB = 1e6, 1e3

Samples = dict[str, list[float]]


@experiment(
    "ch01",
    title="요청 하나의 여정, 그리고 같은 시간 다른 이유",
    timeout_s=150,
    figures={
        "ch01.parameters": ("개", "모델의 파라미터 수"),
        "ch01.output_tokens": ("개", "요청이 받은 토큰 수"),
        "ch01.forward_passes": ("번", "추적에 찍힌 순전파 횟수"),
        "ch01.ttft": ("ms", "첫 토큰까지의 시간(TTFT)"),
        "ch01.tpot": ("ms", "그 뒤 토큰 하나마다 걸린 시간"),
        "ch01.e2e": ("ms", "처음부터 끝까지"),
        "ch01.control_time": ("ms", "control path에서 보낸 시간의 합"),
        "ch01.data_time": ("ms", "data path에서 보낸 시간의 합"),
        "ch01.control_share": ("%", "두 길 가운데 control path의 몫"),
        "ch01.data_share": ("%", "두 길 가운데 data path의 몫"),
        "ch01.plan_bytes": ("B", "스케줄러가 워커에게 건넨 배정 쪽지"),
        "ch01.weight_bytes": ("MB", "decode 한 번에 읽은 가중치"),
        "ch01.kv_bytes": ("kB", "마지막 decode가 쓰고 읽은 KV 캐시"),
        "ch01.thickness": ("배", "읽은 가중치 ÷ 배정 쪽지"),
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
    traces={"ch01.request": "요청 하나의 여정"},
    workload={
        "모델": "mini(8층 · 폭 512 · fp32), 무작위 가중치",
        "요청": "프롬프트 한 문장, greedy, 스트리밍, 배치 1, 루프백 HTTP",
    },
    procedure={"측정": "서버를 새로 켜기 3번 × 3회, 예열 요청 1개, 워커 스레드 1개"},
    packages=("torch", "starlette", "uvicorn", "httpx", "opentelemetry-sdk"),
)
def request_journey() -> Iterator[Yielded]:
    """Serve, look, and add up."""
    samples: Samples = defaultdict(list)
    journeys: list[tuple[float, Trace]] = []
    for turn in range(SERVERS):
        with serve(MODEL, max_batch=1, queue_size=8, threads=1) as server:
            for repeat in range(REPEATS):
                journeys.append(journey(server, samples))
                queued, long = pair(server, samples)
                yield Step("요청 보내기", turn * REPEATS + repeat + 1, SERVERS * REPEATS)

    for name, values in samples.items():
        yield measured(name, "%" if name.endswith("share") else unit_of(name), values)
    trace = median_low_by_time(journeys)
    yield trace
    yield calculated(
        "ch01.parameters", "개", MODELS[MODEL].parameters, "차원에서 센 수", ("mini의 차원",)
    )
    yield counted("ch01.queued_tokens", "개", len(queued.arrivals_s))
    yield counted("ch01.long_tokens", "개", len(long.arrivals_s))
    yield from counts(trace)


def journey(server: Server, samples: Samples) -> tuple[float, Trace]:
    """Send one request into an idle server and add up its stops by path."""
    (done,) = server.complete(Ask(PROMPT, max_tokens=SHORT, traced=True))
    trace = trace_of(server, done)
    assert done.tpot_s is not None
    samples["ch01.ttft"].append(1e3 * done.ttft_s)
    samples["ch01.tpot"].append(1e3 * done.tpot_s)
    samples["ch01.e2e"].append(1e3 * done.e2e_s)
    ms = {path: sum(s.duration_us for s in trace.spans if s.path is path) / 1e3 for path in Path}
    both = sum(ms.values())
    for path in Path:
        samples[f"ch01.{path}_time"].append(ms[path])
        samples[f"ch01.{path}_share"].append(100 * ms[path] / both)
    return done.e2e_s, trace


def pair(server: Server, samples: Samples) -> tuple[Completion, Completion]:
    """Six short requests at once, of which the last is looked at; then a long one alone."""
    crowd = server.complete(*[Ask(PROMPT, max_tokens=SHORT, traced=True)] * (LONG // SHORT))
    queued = max(crowd, key=lambda done: done.e2e_s)
    note(samples, "queued", server, queued)
    (long,) = server.complete(Ask(PROMPT, max_tokens=LONG, traced=True))
    note(samples, "long", server, long)
    samples["ch01.pair_ratio"].append(queued.e2e_s / long.e2e_s)
    return queued, long


def note(samples: Samples, guest: str, server: Server, done: Completion) -> None:
    """Add where one guest's time went to the samples."""
    for phase, ms in phases(server, done).items():
        samples[f"ch01.{guest}_{phase}"].append(ms)


def phases(server: Server, done: Completion) -> dict[str, float]:
    """Where the client's time went: waiting, prefill, decode, in milliseconds."""
    wait = next(s for s in trace_of(server, done).spans if s.name == "queue.wait")
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
    plan = moved(trace, "scheduler.assign", None)
    weights = moved(trace, "decode.matmul", last)
    yield counted("ch01.output_tokens", "개", passes(trace, "stream.send"))
    yield counted("ch01.forward_passes", "번", passes(trace, "sampler.sample"))
    yield counted("ch01.plan_bytes", "B", plan)
    yield counted("ch01.weight_bytes", "MB", weights / MB)
    yield counted("ch01.kv_bytes", "kB", moved(trace, "decode.kv_cache", last) / KB)
    inputs = ("ch01.weight_bytes", "ch01.plan_bytes")
    yield calculated("ch01.thickness", "배", weights // plan, "읽은 가중치 ÷ 배정 쪽지", inputs)


def passes(trace: Trace, name: str) -> int:
    """How often a stop was passed."""
    return sum(s.name == name for s in trace.spans)


def moved(trace: Trace, name: str, step: int | None) -> int:
    """Bytes that a stop moved in one step."""
    return sum(s.bytes or 0 for s in trace.spans if s.name == name and s.step == step)


def trace_of(server: Server, done: Completion) -> Trace:
    """The trace of a request that was sent to be traced."""
    assert done.trace_id is not None
    return server.trace(done.trace_id, "ch01.request")


def median_low_by_time(journeys: list[tuple[float, Trace]]) -> Trace:
    """The trace of the journey that took the median time: none better, none worse."""
    middle = median_low([seconds for seconds, _ in journeys])
    return next(trace for seconds, trace in journeys if seconds == middle)


def unit_of(name: str) -> str:
    """Unit of a sampled figure that is no share."""
    return "배" if name.endswith("ratio") else "ms"
