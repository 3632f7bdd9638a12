"""Chapter 07: guests come by chance to the real scheduler with a real worker, and wait."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import mean

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each
from .evidence.predicate import above, within
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.spread import MIN_PROCESSES
from .serving.config import MODELS
from .serving.guests import Guest, serve
from .serving.limits import Limits
from .serving.messages import WorkerSetup
from .serving.worker_process import WorkerProcess

MODEL = MODELS["nano"]
EVEN, MIXED = (3,), (1, 1, 1, 9)  # tokens of an answer, each as likely; three on average
CASES = {"half": (0.5, EVEN), "busy": (0.7, EVEN), "mixed": (0.7, MIXED)}
GUESTS, SEEDS = 96, 60
WORKERS, ROUNDS = repeats(4, quick=3), repeats(3, quick=1)
GUARD = Guard(patience_s=3)  # for each worker; a neighbour that stays must not hold up the build
LIMITS = Limits.contiguous(MODEL, max_batch=1)
PROMPT = range(1, 9)
CROWD = 24  # guests that come all at once: a first idea of how long one takes
REHEARSAL = 24  # guests that come as those of the case will: between guests a worker cools down


@experiment(
    "ch07_worker",
    title="푸아송으로 오는 손님과 진짜 워커",
    timeout_s=300,
    figures={
        "ch07_worker.service_half": ("ms", "한가할 때: 평균 처리 시간"),
        "ch07_worker.service_busy": ("ms", "바쁠 때: 평균 처리 시간"),
        "ch07_worker.service_mixed": ("ms", "바쁘고 길이가 섞일 때: 평균 처리 시간"),
        "ch07_worker.load_half": ("%", "한가할 때: 이용률"),
        "ch07_worker.load_busy": ("%", "바쁠 때: 이용률"),
        "ch07_worker.load_mixed": ("%", "바쁘고 길이가 섞일 때: 이용률"),
        "ch07_worker.wait_half": ("ms", "한가할 때: 평균 대기"),
        "ch07_worker.wait_busy": ("ms", "바쁠 때: 평균 대기"),
        "ch07_worker.wait_mixed": ("ms", "바쁘고 길이가 섞일 때: 평균 대기"),
        "ch07_worker.theory_half": ("배", "한가할 때: 잰 평균 대기 ÷ 식"),
        "ch07_worker.theory_busy": ("배", "바쁠 때: 잰 평균 대기 ÷ 식"),
        "ch07_worker.theory_mixed": ("배", "바쁘고 길이가 섞일 때: 잰 평균 대기 ÷ 식"),
        "ch07_worker.busier": ("배", "평균 대기: 바쁠 때 ÷ 한가할 때"),
        "ch07_worker.mixing": ("배", "평균 대기: 길이가 섞일 때 ÷ 같을 때(이용률 차이는 덜어 냄)"),
    },
    claims={
        "ch07_worker.follows": ("세 경우 모두 잰 평균 대기가 P–K 식의 0.7배에서 1.4배 사이다."),
        "ch07_worker.climbs": (
            "이용률이 50% 안팎(45–55%)에서 70% 안팎(65–75%)으로 오르면 "
            "평균 대기가 1.5배 넘게 늘어난다."
        ),
        "ch07_worker.mixing_costs": (
            "이용률과 평균 처리 시간의 차이를 식으로 덜어 내도, 길이가 섞이면 "
            "평균 대기가 1.5배 넘게 길어진다."
        ),
    },
    workload={
        "모델": "nano(2층 · fp32), 무작위 가중치, 배치 1",
        "손님": "경우마다 96명, 프롬프트 8토큰. 출력은 모두 3토큰, 또는 1토큰 셋에 9토큰 하나꼴",
        "도착": "푸아송, 간격의 평균은 정해 둠. 같은 모양으로 온 24명을 먼저 재어 이용률을 맞춤",
    },
    procedure={
        "측정": "워커를 새로 띄우기 4번 × 3회, 스레드 1개. HTTP 게이트웨이는 거치지 않음",
        "도착 계획": (
            "씨앗 0–59 가운데 시뮬레이션의 평균 대기가 식에 가장 가까운 것. 재기 전에 고름"
        ),
        "식": "그 회차의 도착률, 처리 시간의 평균과 제곱 평균을 넣은 λE[S²] ÷ 2(1 − ρ)",
        "덜어 내기": "대기를 모두의 처리 시간이 그 평균과 같을 때의 식으로 나눈 뒤에 견줌",
    },
    packages=("torch", "opentelemetry-sdk"),
)
def poisson_guests() -> Iterator[Yielded]:
    """Measure the wait in three cases with several fresh workers."""
    plans = {case: typical_plan(*shape) for case, shape in CASES.items()}
    runs: list[Guarded[Pass]] = []
    for turn in range(WORKERS):
        worker = WorkerProcess(WorkerSetup(MODEL.name, max_batch=1, threads=1))
        try:
            asyncio.run(worker.ready())
            runs.append(GUARD.rounds(lambda worker=worker: one_pass(worker, plans), ROUNDS))
        finally:
            worker.stop()
        yield Step("워커를 띄우고 손님 받기", turn + 1, WORKERS)
        if sum(run.clean for run in runs) + WORKERS - len(runs) < MIN_PROCESSES:
            break  # those that are left cannot save the figures
    yield Condition("잡음 감시", account(runs))
    for case in CASES:
        for name, unit, scale in (
            ("service", "ms", 1e3), ("load", "%", 100), ("wait", "ms", 1e3), ("theory", "배", 1),
        ):  # fmt: skip
            column = [run.column(f"{name}_{case}") for run in runs]
            yield over_processes(f"ch07_worker.{name}_{case}", unit, column, scale)
    for name, one, other in (
        ("busier", "wait_busy", "wait_half"), ("mixing", "even_mixed", "even_busy"),
    ):  # fmt: skip
        over = each(runs, lambda p, a=one, b=other: p[a] / p[b])
        yield over_processes(f"ch07_worker.{name}", "배", over)
    follows = within("ch07_worker.theory_half", 0.7, 1.4)
    follows &= within("ch07_worker.theory_busy", 0.7, 1.4)
    follows &= within("ch07_worker.theory_mixed", 0.7, 1.4)
    yield Claim(id="ch07_worker.follows", test=follows)
    climbs = above("ch07_worker.busier", 1.5)
    climbs &= within("ch07_worker.load_half", 45, 55) & within("ch07_worker.load_busy", 65, 75)
    yield Claim(id="ch07_worker.climbs", test=climbs)
    yield Claim(id="ch07_worker.mixing_costs", test=above("ch07_worker.mixing", 1.5))


@dataclass(frozen=True)
class Plan:
    """When guests come and how many tokens they want.

    Attributes:
        at: In multiples of the mean service, from the first guest on.
        tokens: Of each answer.
    """

    at: tuple[float, ...]
    tokens: tuple[int, ...]


def plan(load: float, answers: Sequence[int], seed: int, guests: int = GUESTS) -> Plan:
    """Poisson arrivals at a utilisation; the same seed gives the same plan.

    Gaps and answers have exactly the mean that they should have: at a high utilisation a few
    percent more would make all the difference.
    """
    draw = random.Random(seed)  # noqa: S311  no secret
    gaps = [draw.expovariate(1.0) for _ in range(guests - 1)]
    scale = 1 / load / mean(gaps)
    at = accumulate((scale * gap for gap in gaps), initial=0.0)
    tokens = [*answers] * (guests // len(answers))
    draw.shuffle(tokens)
    return Plan(tuple(at), tuple(tokens))


def typical_plan(load: float, answers: Sequence[int]) -> Plan:
    """Of many plans the one whose simulated mean wait is closest to what theory says of it.

    Few guests may by luck wait far more or less than the long run says; chosen before anything
    is measured, a typical plan leaves that luck out.
    """

    def off(one: Plan) -> float:
        services = [tokens / mean(one.tokens) for tokens in one.tokens]
        waits = [0.0]
        for (before, now), service in zip(pairwise(one.at), services, strict=False):
            waits.append(max(0.0, waits[-1] + service - (now - before)))
        return abs(of_theory(mean(waits), one.at, services) - 1)

    return min((plan(load, answers, seed) for seed in range(SEEDS)), key=off)


def of_theory(wait: float, arrivals: Sequence[float], services: Sequence[float]) -> float:
    """A mean wait over that of Pollaczek and Khinchine, λE[S²] / 2(1 − ρ)."""
    rate = (len(arrivals) - 1) / (arrivals[-1] - arrivals[0])
    load = rate * mean(services)
    return 2 * (1 - load) * wait / (rate * mean(one * one for one in services))


def come(worker: WorkerProcess, wanted: Plan, service_s: float) -> list[Guest]:
    """Serve guests one at a time; each comes when it is due, in units of ``service_s``."""
    guests = [Guest.wanting(PROMPT, n) for n in wanted.tokens]
    asyncio.run(serve(worker, LIMITS, guests, [service_s * at for at in wanted.at]))
    return guests


def one_pass(worker: WorkerProcess, plans: dict[str, Plan]) -> Pass:
    """All cases, one after the other."""
    found: Pass = {}
    crowd = Plan((0.0,) * CROWD, EVEN * CROWD)
    idea_s = mean(one.service_s for one in come(worker, crowd, 0.0))
    for case, wanted in plans.items():
        rehearsal = come(worker, plan(*CASES[case], seed=0, guests=REHEARSAL), idea_s)
        guests = come(worker, wanted, mean(one.service_s for one in rehearsal))
        came, took = [one.came_s for one in guests], [one.service_s for one in guests]
        wait = mean(one.wait_s for one in guests)
        rate = (len(came) - 1) / (came[-1] - came[0])
        found |= {
            f"service_{case}": mean(took),
            f"load_{case}": rate * mean(took),
            f"wait_{case}": wait,
            f"theory_{case}": of_theory(wait, came, took),
            f"even_{case}": of_theory(wait, came, [mean(took)] * len(took)),
        }
    return found
