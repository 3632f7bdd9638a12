"""Chapter 05: prefill and decode of a model whose weights stream from memory, a token each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from statistics import median

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each, fresh_passes, passes
from .evidence.predicate import above, at_least, at_most, below
from .evidence.roofline import Kernel, kernels, share_of_roof
from .evidence.sampling import Value, over_processes
from .evidence.scale import repeats
from .evidence.stopwatch import Take, stopwatch
from .peers.case import PREFILL, Case
from .peers.engine import decode_s
from .peers.ours import Ours
from .peers.shares import decode_gb, prefill_gflop
from .serving.config import MODELS

MODEL = MODELS["base"]
TALK = Case(rows=8, context=64)  # eight requests, of which one or all decode
STEPS = 8  # of one sample: a single step is too short to be steady
CALLS = 4  # of a roof in one sample
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each process
READ, MATMUL = "read", "matmul_bf16"


@experiment(
    "ch05_phases",
    title="prefill과 decode, 토큰 하나의 값",
    timeout_s=240,
    figures={
        "ch05_phases.read": ("GB/s", "이 기계가 메모리를 읽는 속도"),
        "ch05_phases.matmul": ("GFLOP/s", "이 기계가 bf16 행렬을 곱하는 속도"),
        "ch05_phases.prefill": ("ms", "512토큰 prefill"),
        "ch05_phases.prefill_token": ("ms", "prefill: 토큰 하나의 몫"),
        "ch05_phases.decode": ("ms", "decode 한 스텝"),
        "ch05_phases.decode_8": ("ms", "요청 여덟을 묶은 decode 한 스텝"),
        "ch05_phases.decode_8_token": ("ms", "요청 여덟을 묶은 decode: 토큰 하나의 몫"),
        "ch05_phases.token_ratio": ("배", "토큰 하나의 시간: decode ÷ prefill"),
        "ch05_phases.step_ratio": ("배", "한 스텝의 시간: 요청 여덟 ÷ 하나"),
        "ch05_phases.floor": ("ms", "바이트 하한: 가중치를 한 번 읽는 시간"),
        "ch05_phases.floor_share": ("%", "decode: 바이트 하한 ÷ 한 스텝"),
        "ch05_phases.prefill_floor_share": ("%", "prefill: 바이트 하한 ÷ 걸린 시간"),
        "ch05_phases.decode_peak": ("%", "decode가 쓴 최대 연산 속도의 몫"),
        "ch05_phases.prefill_peak": ("%", "prefill이 쓴 최대 연산 속도의 몫"),
    },
    claims={
        "ch05_phases.ten": "토큰 하나에 decode는 prefill의 10배가 넘는 시간을 쓴다.",
        "ch05_phases.near_floor": (
            "decode 한 스텝의 3분의 1 이상은 가중치를 읽는 데 꼭 드는 시간이다."
        ),
        "ch05_phases.shared": "요청 여덟을 묶은 스텝은 하나일 때의 1.5배를 넘지 않는다.",
        "ch05_phases.apart": (
            "prefill은 최대 연산 속도의 20% 이상을 쓰고, decode는 5%도 쓰지 못한다."
        ),
    },
    workload={
        "모델": "base(1억 파라미터 · bf16, 가중치 200 MB쯤), 무작위 가중치",
        "prefill": "512토큰 한 줄, 첫 토큰의 로짓까지",
        "decode": "64토큰 뒤에서 greedy. 표본 하나는 8스텝의 평균",
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개",
        "몫": "같은 회차에 잰 읽기 속도와 bf16 행렬 곱 속도가 100%. 1.1배를 넘으면 싣지 않음",
        "바이트 하한": "파라미터마다 2바이트를 한 번씩 읽는 시간. KV 캐시는 세지 않음",
        "연산": "가중치와 곱하는 것만 셈. 어텐션은 세지 않음",
    },
    huge_pages=True,
)
def phases() -> Iterator[Yielded]:
    """Take both phases and both roofs in turn; every ratio is of one and the same pass."""
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 prefill과 decode", len(runs), PROCESSES)
    yield Condition("잡음 감시", account(runs))
    for name, (unit, value) in FIGURES.items():
        yield over_processes(f"ch05_phases.{name}", unit, each(runs, value))
    for name, value in SHARES.items():
        yield share(f"ch05_phases.{name}", each(runs, value))
    yield Claim(id="ch05_phases.ten", test=above("ch05_phases.token_ratio", 10))
    yield Claim(id="ch05_phases.near_floor", test=at_least("ch05_phases.floor_share", 33.3))
    yield Claim(id="ch05_phases.shared", test=at_most("ch05_phases.step_ratio", 1.5))
    busy = at_least("ch05_phases.prefill_peak", 20)
    yield Claim(id="ch05_phases.apart", test=busy & below("ch05_phases.decode_peak", 5))


WEIGHTS_GB = decode_gb(MODEL, bits=16)
DECODE_GFLOP = 2 * MODEL.parameters / 1e9  # the head is the embedding table: all is multiplied
PREFILL_GFLOP = prefill_gflop(MODEL)

FIGURES: dict[str, tuple[str, Callable[[Pass], float]]] = {
    "read": ("GB/s", lambda turn: turn["read"]),
    "matmul": ("GFLOP/s", lambda turn: turn["matmul"]),
    "prefill": ("ms", lambda turn: 1e3 * turn["prefill"]),
    "prefill_token": ("ms", lambda turn: 1e3 * turn["prefill"] / PREFILL.context),
    "decode": ("ms", lambda turn: 1e3 * turn["decode"]),
    "decode_8": ("ms", lambda turn: 1e3 * turn["decode_8"]),
    "decode_8_token": ("ms", lambda turn: 1e3 * turn["decode_8"] / TALK.rows),
    "token_ratio": ("배", lambda turn: turn["decode"] / (turn["prefill"] / PREFILL.context)),
    "step_ratio": ("배", lambda turn: turn["decode_8"] / turn["decode"]),
    "floor": ("ms", lambda turn: 1e3 * WEIGHTS_GB / turn["read"]),
}
"""Figure → its unit, and how it follows from the times of one pass."""

SHARES: dict[str, Callable[[Pass], float]] = {
    "floor_share": lambda turn: 100 * WEIGHTS_GB / turn["read"] / turn["decode"],
    "prefill_floor_share": lambda turn: 100 * WEIGHTS_GB / turn["read"] / turn["prefill"],
    "decode_peak": lambda turn: 100 * DECODE_GFLOP / turn["decode"] / turn["matmul"],
    "prefill_peak": lambda turn: 100 * PREFILL_GFLOP / turn["prefill"] / turn["matmul"],
}
"""Percent of what the machine could do."""


def share(id: str, taken: list[Guarded[float]]) -> Value:  # noqa: A002
    """Percent of a roof, or why there is none."""
    found = over_processes(id, "%", taken)
    return share_of_roof(found)


def take() -> Guarded[Pass]:
    """Guarded passes in this process."""
    found = kernels()
    talker = Ours(MODEL.name, "bf16", threads=1)
    reader = copy(talker)  # the same weights; each knows how far its own requests are
    prompt = PREFILL.prompts(MODEL.vocab)
    talker.fill(TALK.prompts(MODEL.vocab))
    takes: dict[str, Take] = {
        "read": rate(found[READ]),
        "matmul": rate(found[MATMUL]),
        "prefill": stopwatch(lambda: reader.fill(prompt).argmax(-1).tolist()),
        "decode": lambda: decode_s(talker, 1, STEPS),
        "decode_8": lambda: decode_s(talker, TALK.rows, STEPS),
    }
    return passes(takes, ROUNDS, Guard(PATIENCE_S))


def rate(kernel: Kernel) -> Take:
    """GB/s or GFLOP/s: what the machine can do, as the median of a few calls."""
    watch = stopwatch(kernel.run)
    return lambda: kernel.work / median(watch() for _ in range(CALLS))
