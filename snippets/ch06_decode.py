"""Chapter 06: one more token over a longer and longer context, with a KV cache and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import torch

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import calculated
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, fresh_passes, passes
from .evidence.predicate import above
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.stopwatch import stopwatch
from .serving.batch import Batch, Part
from .serving.config import MODELS
from .serving.kv_cache import ContiguousKVCache
from .serving.model import Model
from .serving.probe import NoProbe
from .serving.weights import random_weights

CONFIG = replace(MODELS["base"], context_len=8192)  # about 100 million parameters
CONTEXTS = (128, 1024, 4096, 8192)
REDONE = (128, 1024)  # longer ones would take seconds each
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each process; a neighbour that stays must not hold up the build
TOKEN = 7  # any one: time does not depend on it


@experiment(
    "ch06_decode",
    title="문맥이 길어질 때 토큰 하나의 시간, 캐시가 있을 때와 없을 때",
    timeout_s=240,
    figures={
        "ch06_decode.weights": ("MB", "가중치(bf16)"),
        "ch06_decode.kv_token": ("kB", "토큰 하나의 KV 캐시(bf16)"),
        "ch06_decode.step_128": ("ms", "문맥 128: 캐시를 읽어 토큰 하나"),
        "ch06_decode.step_1024": ("ms", "문맥 1,024: 캐시를 읽어 토큰 하나"),
        "ch06_decode.step_4096": ("ms", "문맥 4,096: 캐시를 읽어 토큰 하나"),
        "ch06_decode.step_8192": ("ms", "문맥 8,192: 캐시를 읽어 토큰 하나"),
        "ch06_decode.longer": ("배", "문맥 8,192의 시간 ÷ 문맥 128의 시간"),
        "ch06_decode.redo_128": ("ms", "문맥 128: 처음부터 다시 계산해 토큰 하나"),
        "ch06_decode.redo_1024": ("ms", "문맥 1,024: 처음부터 다시 계산해 토큰 하나"),
        "ch06_decode.redo_over_128": ("배", "문맥 128: 캐시 없이 ÷ 캐시로"),
        "ch06_decode.redo_over_1024": ("배", "문맥 1,024: 캐시 없이 ÷ 캐시로"),
    },
    claims={
        "ch06_decode.context_costs": (
            "캐시가 있어도 문맥이 128에서 8,192로 길어지면 토큰 하나의 시간이 1.5배를 넘는다."
        ),
        "ch06_decode.cache_pays": (
            "문맥 1,024에서 캐시 없이 처음부터 다시 계산하면 캐시를 쓸 때의 3배 넘게 걸린다."
        ),
    },
    workload={
        "모델": "base(12층 · 폭 768 · KV 헤드 4개), bf16, 무작위 가중치, 배치 1",
        "캐시": "이어진 메모리, 무작위 값으로 미리 채움. 문맥은 새 토큰까지 센 길이",
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개",
        "범위": "순전파 한 번(토큰 고르기, 스케줄링, 전송은 세지 않음)",
    },
)
def decode() -> Iterator[Yielded]:
    """Time one more token at every context in fresh processes."""
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 토큰 하나씩", len(runs), PROCESSES)
    yield Condition("잡음 감시", account(runs))

    inputs = ("base의 차원",)
    size = CONFIG.parameters * 2 / 1e6
    yield calculated("ch06_decode.weights", "MB", size, "파라미터 × 2바이트", inputs)
    token = CONFIG.kv_bytes_per_token / 2 / 1e3  # that is of fp32
    yield calculated("ch06_decode.kv_token", "kB", token, "2 × 층 × KV 폭 × 2바이트", inputs)
    for n in CONTEXTS:
        step = [run.column(f"step_{n}") for run in runs]
        yield over_processes(f"ch06_decode.step_{n}", "ms", step, scale=1e3)
    yield over_processes("ch06_decode.longer", "배", ratios(runs, "step_8192", "step_128"))
    for n in REDONE:
        redo = [run.column(f"redo_{n}") for run in runs]
        yield over_processes(f"ch06_decode.redo_{n}", "ms", redo, scale=1e3)
        over = ratios(runs, f"redo_{n}", f"step_{n}")
        yield over_processes(f"ch06_decode.redo_over_{n}", "배", over)
    yield Claim(id="ch06_decode.context_costs", test=above("ch06_decode.longer", 1.5))
    yield Claim(id="ch06_decode.cache_pays", test=above("ch06_decode.redo_over_1024", 3))


def take() -> Guarded[Pass]:
    """Guarded rounds in this process, each of passes through all subjects in shuffled order."""
    torch.manual_seed(0)
    model = Model(CONFIG, random_weights(CONFIG), "bf16")
    cache = ContiguousKVCache(CONFIG, 1, torch.bfloat16)
    for rows in (*cache.keys, *cache.values):  # (8192, kv_heads, head_dim), one a layer
        rows.normal_()

    def forward(new: int, context: int) -> Callable[[], float]:
        """Times a pass of the last ``new`` tokens of ``context``; the others are in the cache."""
        part = Part([TOKEN] * new, context - new, [0])
        return stopwatch(lambda: model.forward(Batch.of([part], cache), cache, NoProbe()))

    subjects = {f"step_{n}": forward(1, n) for n in CONTEXTS}
    subjects |= {f"redo_{n}": forward(n, n) for n in REDONE}
    return passes(subjects, ROUNDS, Guard(PATIENCE_S))


def ratios(runs: list[Guarded[Pass]], one: str, other: str) -> list[Guarded[float]]:
    """Time over time, both of one pass."""
    return [run.of(lambda turn: turn[one] / turn[other]) for run in runs]
