"""Chapter 07: one long prompt among guests who are being served, whole and in pieces."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median

import torch

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import counted
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each, fresh_passes
from .evidence.predicate import above
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.spread import MIN_PROCESSES
from .serving.config import MODELS, Policy
from .serving.direct import Direct
from .serving.limits import Limits
from .serving.messages import WorkerSetup
from .serving.worker import Worker

MODEL, SLOTS = MODELS["mini"], 5
SHORT, LONG = 16, 448  # tokens of the prompts
BUDGETS = {"whole": 2048, "256": 256, "128": 128, "64": 64}  # tokens a step
POLICIES: dict[str, Policy] = {"static": "static", "continuous": "continuous"}
BEFORE = 4  # steps that show how long a step usually takes
QUICK, SEATS = MODELS["nano"], 8  # for the race: of a step it matters little who is in it
RACERS, MEAN, LONGEST, SEED = 48, 16, 64, 7  # guests of the race and their outputs
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=1)
PATIENCE_S = 3  # for each process; a neighbour that stays must not hold up the build


@experiment(
    "ch07_chunks",
    title="긴 프롬프트가 끼어들 때, 그리고 정적 배칭과 연속 배칭의 경주",
    timeout_s=400,
    figures={
        "ch07_chunks.gap_plain": ("ms", "긴 프롬프트가 오기 전: 토큰 사이의 간격"),
        "ch07_chunks.gap_whole": ("ms", "통째로: 남들이 겪은 가장 긴 간격"),
        "ch07_chunks.gap_256": ("ms", "예산 256: 남들이 겪은 가장 긴 간격"),
        "ch07_chunks.gap_128": ("ms", "예산 128: 남들이 겪은 가장 긴 간격"),
        "ch07_chunks.gap_64": ("ms", "예산 64: 남들이 겪은 가장 긴 간격"),
        "ch07_chunks.ttft_whole": ("ms", "통째로: 긴 요청의 TTFT"),
        "ch07_chunks.ttft_256": ("ms", "예산 256: 긴 요청의 TTFT"),
        "ch07_chunks.ttft_128": ("ms", "예산 128: 긴 요청의 TTFT"),
        "ch07_chunks.ttft_64": ("ms", "예산 64: 긴 요청의 TTFT"),
        "ch07_chunks.stall": ("배", "통째로: 가장 긴 간격 ÷ 오기 전의 간격"),
        "ch07_chunks.relief": ("배", "가장 긴 간격: 통째로 ÷ 예산 64"),
        "ch07_chunks.price": ("배", "긴 요청의 TTFT: 예산 64 ÷ 통째로"),
        "ch07_chunks.static": ("ms", "정적 배칭: 48명이 다 끝날 때까지"),
        "ch07_chunks.continuous": ("ms", "연속 배칭: 48명이 다 끝날 때까지"),
        "ch07_chunks.race": ("배", "끝날 때까지의 시간: 정적 ÷ 연속"),
        "ch07_chunks.steps_static": ("번", "정적 배칭: 48명이 다 끝날 때까지의 스텝"),
        "ch07_chunks.steps_continuous": ("번", "연속 배칭: 48명이 다 끝날 때까지의 스텝"),
        "ch07_chunks.race_steps": ("배", "끝날 때까지의 스텝: 정적 ÷ 연속"),
    },
    claims={
        "ch07_chunks.stalls": (
            "긴 프롬프트를 통째로 끼우면 남들이 겪는 가장 긴 간격이 평소의 5배를 넘는다."
        ),
        "ch07_chunks.relieves": (
            "한 스텝을 64토큰으로 묶으면 남들이 겪는 가장 긴 간격이 통째로 끼울 때의 절반보다 짧다."
        ),
        "ch07_chunks.costs": (
            "한 스텝을 64토큰으로 묶으면 긴 요청의 TTFT가 통째로 끼울 때의 1.1배보다 길다."
        ),
        "ch07_chunks.continuous_wins": (
            "같은 48명을 정적 배칭으로 끝내는 데 연속 배칭의 1.2배 넘는 시간이 든다."
        ),
    },
    workload={
        "모델": "끼어들기는 mini(8층 · 폭 512 · fp32), 경주는 nano(2층 · fp32), 무작위 가중치",
        "끼어들기": "16토큰에서 시작한 요청 넷이 decode하는 중에 448토큰짜리 프롬프트가 옴",
        "경주": "자리 8개. 프롬프트 16토큰짜리 요청 48개가 한꺼번에 와서, "
        "평균 16토큰의 지수 분포를 1–64로 자른 길이를 시킴(씨앗 7)",
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개",
        "범위": "플래너와 워커를 한 프로세스에서 돌림. 게이트웨이, 파이프, 전송은 세지 않음",
        "TTFT": "긴 요청이 온 때(스텝의 시작)부터 그 첫 토큰이 나온 스텝의 끝까지",
    },
)
def chunks() -> Iterator[Yielded]:
    """Time all settings in fresh processes."""
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 긴 프롬프트 끼우기", len(runs), PROCESSES)
        if sum(run.clean for run in runs) + PROCESSES - len(runs) < MIN_PROCESSES:
            break  # those that are left cannot save the figures
    yield Condition("잡음 감시", account(runs))
    for name in (*(f"{what}_{how}" for what in ("gap", "ttft") for how in BUDGETS), "gap_plain"):
        column = [run.column(name) for run in runs]
        yield over_processes(f"ch07_chunks.{name}", "ms", column, scale=1e3)
    for name in ("static", "continuous"):
        column = [run.column(name) for run in runs]
        yield over_processes(f"ch07_chunks.{name}", "ms", column, scale=1e3)
    for name, one, other in (
        ("stall", "gap_whole", "gap_plain"),
        ("relief", "gap_whole", "gap_64"),
        ("price", "ttft_64", "ttft_whole"),
        ("race", "static", "continuous"),
    ):
        over = each(runs, lambda p, a=one, b=other: p[a] / p[b])
        yield over_processes(f"ch07_chunks.{name}", "배", over)
    seen = next(turn for run in runs for round_ in (*run.kept, *run.thrown) for turn in round_)
    steps = seen["steps_static"] / seen["steps_continuous"]
    for name in POLICIES:
        yield counted(f"ch07_chunks.steps_{name}", "번", seen[f"steps_{name}"])
    yield counted("ch07_chunks.race_steps", "배", steps)
    yield Claim(id="ch07_chunks.stalls", test=above("ch07_chunks.stall", 5))
    yield Claim(id="ch07_chunks.relieves", test=above("ch07_chunks.relief", 2))
    yield Claim(id="ch07_chunks.costs", test=above("ch07_chunks.price", 1.1))
    yield Claim(id="ch07_chunks.continuous_wins", test=above("ch07_chunks.race", 1.2))


def take() -> Guarded[Pass]:
    """Guarded rounds in this process, each through all settings in shuffled order."""
    torch.set_num_threads(1)
    worker, quick = (
        Worker(WorkerSetup(model.name, slots, threads=1))
        for model, slots in ((MODEL, SLOTS), (QUICK, SEATS))
    )
    for one in (worker, quick):
        one.warm_up()
    interrupt(worker, BUDGETS["whole"])
    settings = [*BUDGETS, *POLICIES]
    shuffle = random.Random(0).shuffle  # noqa: S311  no secret

    def one_pass() -> Pass:
        shuffle(settings)
        found: Pass = {}
        usual = []
        for name in settings:
            if name in BUDGETS:
                found[f"gap_{name}"], found[f"ttft_{name}"], before = interrupt(
                    worker, BUDGETS[name]
                )
                usual.append(before)
            else:
                found[name], found[f"steps_{name}"] = race(quick, POLICIES[name])
        return found | {"gap_plain": median(usual)}

    return Guard(PATIENCE_S).rounds(one_pass, ROUNDS)


def interrupt(worker: Worker, budget: int) -> tuple[float, float, float]:
    """Let a long prompt come between the tokens of four guests.

    Returns:
        The longest step until its first token, its TTFT and the usual step before, in seconds. A
        guest who is being served gets one token a step, so a step is the gap between its tokens.
    """
    direct = Direct(worker, Limits.contiguous(MODEL, SLOTS, token_budget=budget))
    for turn in range(SLOTS - 1):
        direct.add(range(1 + turn, 1 + turn + SHORT), MODEL.context_len - SHORT)
    direct.step()  # their prompts
    before = [direct.step() for _ in range(BEFORE)]
    long = direct.add(range(LONG), 1)
    steps = [direct.step()]
    while not long.made:
        steps.append(direct.step())
    ttft = steps[-1].ended_ns - steps[0].started_ns
    gaps = [step.ended_ns - step.started_ns for step in steps]
    usual = median(step.ended_ns - step.started_ns for step in before)
    return max(gaps) / 1e9, ttft / 1e9, usual / 1e9


def race(worker: Worker, policy: Policy) -> tuple[float, int]:
    """Seconds and steps until all guests of the race have all their tokens."""
    draw = random.Random(SEED)  # noqa: S311  no secret
    direct = Direct(worker, Limits.contiguous(QUICK, SEATS, policy=policy))
    for turn in range(RACERS):
        output = min(LONGEST, max(1, round(draw.expovariate(1 / MEAN))))
        direct.add(range(1 + turn, 1 + turn + SHORT), output)
    first = last = direct.step()
    while direct.jobs:
        last = direct.step()
    return (last.ended_ns - first.started_ns) / 1e9, direct.planner.steps
