"""Chapter 08: the trade-off of batching, a step's time against the tokens of a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import torch

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import MIN_SAMPLES, Figure
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each, fresh_passes, passes
from .evidence.predicate import above
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.series import Series, measured_series
from .evidence.stopwatch import stopwatch
from .evidence.withheld import Withheld, too_few
from .serving.batch import Batch, Part
from .serving.config import MODELS
from .serving.kv_cache import ContiguousKVCache
from .serving.model import Model
from .serving.probe import NoProbe
from .serving.weights import random_weights

CONFIG = replace(MODELS["base"], context_len=96)  # about 100 million parameters
BATCHES = (1, 2, 4, 8, 16, 32, 64)
CONTEXT, TOKEN = 64, 7  # any token: time does not depend on it
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each process; a neighbour that stays must not hold up the build


@experiment(
    "ch08_batch",
    title="배치를 키울 때 한 스텝의 시간과 초당 토큰",
    timeout_s=300,
    figures={
        "ch08_batch.step_1": ("ms", "배치 1: 한 스텝"),
        "ch08_batch.step_64": ("ms", "배치 64: 한 스텝"),
        "ch08_batch.rate_1": ("토큰/s", "배치 1: 모두 합친 토큰"),
        "ch08_batch.rate_64": ("토큰/s", "배치 64: 모두 합친 토큰"),
        "ch08_batch.user_1": ("토큰/s", "배치 1: 한 사람이 받는 토큰"),
        "ch08_batch.user_64": ("토큰/s", "배치 64: 한 사람이 받는 토큰"),
        "ch08_batch.slower": ("배", "한 스텝: 배치 64 ÷ 배치 1"),
        "ch08_batch.more": ("배", "모두 합친 토큰: 배치 64 ÷ 배치 1"),
    },
    series={
        "ch08_batch.steps": ("ms", "한 스텝의 시간"),
        "ch08_batch.rates": ("토큰/s", "초당 토큰"),
    },
    claims={
        "ch08_batch.trade": (
            "배치를 1에서 64로 키우면 모두 합친 토큰은 8배 넘게 늘지만, "
            "한 스텝도 1.5배 넘게 길어진다."
        ),
    },
    workload={
        "모델": "base(12층 · 폭 768 · bf16, 가중치 200 MB쯤), 무작위 가중치",
        "스텝": "요청마다 64토큰 뒤에서 토큰 하나. 순전파만(토큰 고르기, 스케줄링, 전송은 빠짐)",
    },
    procedure={"측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개"},
)
def batch() -> Iterator[Yielded]:
    """Time a step at every batch size in fresh processes."""
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 배치를 키우기", len(runs), PROCESSES)
    yield Condition("잡음 감시", account(runs))
    for n in (1, 64):
        yield over_processes(f"ch08_batch.step_{n}", "ms", each(runs, step_ms(n)))
        yield over_processes(f"ch08_batch.rate_{n}", "토큰/s", each(runs, rate(n)))
        yield over_processes(f"ch08_batch.user_{n}", "토큰/s", each(runs, user(n)))
    slower = each(runs, lambda turn: turn["64"] / turn["1"])
    yield over_processes("ch08_batch.slower", "배", slower)
    more = each(runs, lambda turn: 64 * turn["1"] / turn["64"])
    yield over_processes("ch08_batch.more", "배", more)
    yield curve("ch08_batch.steps", "ms", runs, {"한 스텝": step_ms})
    yield curve("ch08_batch.rates", "토큰/s", runs, {"모두 합쳐": rate, "한 사람이": user})
    both = above("ch08_batch.more", 8) & above("ch08_batch.slower", 1.5)
    yield Claim(id="ch08_batch.trade", test=both)


def take() -> Guarded[Pass]:
    """Guarded passes in this process, each through all batch sizes in shuffled order."""
    torch.manual_seed(0)
    model = Model(CONFIG, random_weights(CONFIG), "bf16")
    cache = ContiguousKVCache(CONFIG, max(BATCHES), torch.bfloat16)
    for rows in (*cache.keys, *cache.values):  # (64 × context_len, kv_heads, head_dim)
        rows.normal_()

    def step(n: int) -> Callable[[], float]:
        """Times one new token for each of ``n`` requests."""
        parts = [Part([TOKEN], CONTEXT, [slot]) for slot in range(n)]
        return stopwatch(lambda: model.forward(Batch.of(parts, cache), cache, NoProbe()))

    return passes({str(n): step(n) for n in BATCHES}, ROUNDS, Guard(PATIENCE_S))


Value = Callable[[Pass], float]


def step_ms(n: int) -> Value:
    """Milliseconds of a step, which is what everybody in the batch waits for a token."""
    return lambda turn: 1e3 * turn[str(n)]


def rate(n: int) -> Value:
    """Tokens per second of all together."""
    return lambda turn: n / turn[str(n)]


def user(n: int) -> Value:
    """Tokens per second of each."""
    return lambda turn: 1 / turn[str(n)]


def curve(
    id: str,  # noqa: A002
    unit: str,
    runs: list[Guarded[Pass]],
    lines: dict[str, Callable[[int], Value]],
) -> Series | Withheld:
    """Lines over the batch sizes; withheld as a whole when one of their points is."""
    points = {
        (name, float(n)): over_processes(f"{id}.{n}", unit, each(runs, value(n)))
        for name, value in lines.items()
        for n in BATCHES
    }
    if gaps := [one.reason for one in points.values() if isinstance(one, Withheld)]:
        return Withheld(id=id, unit=unit, reason=gaps[0])
    samples = {at: one.samples for at, one in points.items() if isinstance(one, Figure)}
    fewest = min(map(len, samples.values()))
    if fewest < MIN_SAMPLES:
        return Withheld(id=id, unit=unit, reason=too_few(fewest, MIN_SAMPLES))
    return measured_series(id, unit, samples, x_label="배치", x_scale="log")
