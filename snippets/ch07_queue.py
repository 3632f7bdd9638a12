"""Chapter 07: one line and one server, simulated with seeds and held against theory."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import accumulate, pairwise
from statistics import mean, quantiles

from .evidence.claim import Claim
from .evidence.experiment import Step, Yielded, experiment
from .evidence.figure import counted
from .evidence.predicate import above, at_most, below, ratio, within
from .evidence.series import counted_series

SERVICE_S = 0.1  # mean time to serve one; waits are given in multiples of it
LOADS = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95)  # utilisation: share of the time that the server is busy
GUESTS, SEED = 300_000, 7
KINDS = {"mm1": "제각각(M/M/1)", "md1": "늘 같음(M/D/1)"}
SHOWN = {0.5: 50, 0.8: 80, 0.9: 90}
PLANS = {"short": (300, 200), "long": (30_000, 40)}  # guests in a plan, plans


@experiment(
    "ch07",
    title="줄 하나, 창구 하나: 이용률과 대기",
    timeout_s=120,
    figures={
        "ch07.mm1_50": ("배", "제각각, 이용률 50%: 평균 대기 ÷ 처리 시간"),
        "ch07.mm1_80": ("배", "제각각, 이용률 80%: 평균 대기 ÷ 처리 시간"),
        "ch07.mm1_90": ("배", "제각각, 이용률 90%: 평균 대기 ÷ 처리 시간"),
        "ch07.md1_50": ("배", "늘 같음, 이용률 50%: 평균 대기 ÷ 처리 시간"),
        "ch07.md1_80": ("배", "늘 같음, 이용률 80%: 평균 대기 ÷ 처리 시간"),
        "ch07.md1_90": ("배", "늘 같음, 이용률 90%: 평균 대기 ÷ 처리 시간"),
        "ch07.mm1_90_p99": ("배", "제각각, 이용률 90%: 백분위 99의 대기 ÷ 처리 시간"),
        "ch07.worst": ("%", "이용률 90%까지, 시뮬레이션이 식에서 가장 멀리 벗어난 몫"),
        "ch07.rate": ("개/s", "실제로 들어온 요청"),
        "ch07.stay": ("s", "요청 하나가 안에 머문 시간의 평균"),
        "ch07.inside": ("개", "안에 있던 요청 수의 시간 평균"),
        "ch07.short_low": ("배", "손님 300명: 평균 대기 ÷ 식, 아래쪽 5%의 경계"),
        "ch07.short_high": ("배", "손님 300명: 평균 대기 ÷ 식, 위쪽 5%의 경계"),
        "ch07.long_low": ("배", "손님 30,000명: 평균 대기 ÷ 식, 아래쪽 5%의 경계"),
        "ch07.long_high": ("배", "손님 30,000명: 평균 대기 ÷ 식, 위쪽 5%의 경계"),
    },
    series={"ch07.waits": ("배", "평균 대기 ÷ 평균 처리 시간")},
    claims={
        "ch07.near_theory": (
            "이용률 90%까지, 시뮬레이션한 평균 대기는 두 경우 모두 식의 값과 10% 안에서 같다."
        ),
        "ch07.half": (
            "이용률 90%에서 처리 시간이 늘 같으면 평균 대기는 제각각일 때의 0.45배에서 "
            "0.55배 사이다."
        ),
        "ch07.slow_mean": (
            "이용률 80%에서 300명만 보면, 평균 대기가 식에서 20% 넘게 벗어나는 일이 "
            "위로도 아래로도 20번에 1번은 있다."
        ),
    },
    workload={
        "도착": "푸아송(간격이 지수 분포), 먼저 온 차례로, 포기하는 손님 없음",
        "처리": "평균 0.1초. 제각각은 지수 분포, 늘 같음은 모두 0.1초",
        "손님": "경우마다 300,000명",
    },
    procedure={
        "방법": "앞 손님의 대기에서 다음 손님의 대기를 계산(Lindley). 시계는 없음",
        "씨앗": "7. 짧은 계획 300명 × 200개, 긴 계획 30,000명 × 40개는 씨앗을 하나씩 올림",
    },
    packages=(),
)
def queue() -> Iterator[Yielded]:
    """Let guests come to one server, ever more of them."""
    found: dict[tuple[str, float], float] = {}
    for load in LOADS:
        for kind in KINDS:
            line = simulate(load, kind, GUESTS, SEED)
            found[kind, load] = line.mean_wait
            if load in SHOWN:
                yield counted(f"ch07.{kind}_{SHOWN[load]}", "배", line.mean_wait)
            if (kind, load) == ("mm1", 0.9):
                yield counted("ch07.mm1_90_p99", "배", quantiles(line.waits, n=100)[-1])
            if (kind, load) == ("mm1", 0.8):
                yield from little(line)
        yield Step("이용률을 올리며 시뮬레이션", LOADS.index(load) + 1, len(LOADS))
    values = {(KINDS[kind], 100 * load): wait for (kind, load), wait in found.items()}
    yield counted_series("ch07.waits", "배", values, x_label="이용률", x_unit="%")
    off = [abs(wait / theory(*case) - 1) for case, wait in found.items() if case[1] <= 0.9]
    yield counted("ch07.worst", "%", 100 * max(off))
    yield from how_fast_the_mean_settles()
    yield Claim(id="ch07.near_theory", test=at_most("ch07.worst", 10), deterministic=True)
    half = within(ratio("ch07.md1_90", "ch07.mm1_90"), 0.45, 0.55)
    yield Claim(id="ch07.half", test=half, deterministic=True)
    wide = below("ch07.short_low", 0.8) & above("ch07.short_high", 1.2)
    yield Claim(id="ch07.slow_mean", test=wide, deterministic=True)


@dataclass(frozen=True)
class Line:
    """What happened to each guest, in multiples of the mean time to serve one."""

    arrivals: Sequence[float]
    services: Sequence[float]
    waits: Sequence[float]

    @property
    def mean_wait(self) -> float:
        """Mean wait of all guests."""
        return mean(self.waits)


def simulate(load: float, kind: str, guests: int, seed: int) -> Line:
    """Serve guests one after another, first come first served."""
    draw = random.Random(seed)  # noqa: S311  no secret
    arrivals = list(accumulate(draw.expovariate(load) for _ in range(guests)))
    services = [draw.expovariate(1.0) if kind == "mm1" else 1.0 for _ in range(guests)]
    waits = [0.0]
    for (before, now), service in zip(pairwise(arrivals), services, strict=False):
        # What is left of the one in front when the next comes, if anything is.
        waits.append(max(0.0, waits[-1] + service - (now - before)))
    return Line(arrivals, services, waits)


def theory(kind: str, load: float) -> float:
    """The long-run mean wait (Pollaczek–Khinchine); C² is 1 for exponential service, else 0."""
    squared_variation = 1 if kind == "mm1" else 0
    return load / (1 - load) * (1 + squared_variation) / 2


def little(line: Line) -> Iterator[Yielded]:
    """L from looking at the room, λ and W from asking the guests: counted apart."""
    leaves = [sum(one) for one in zip(line.arrivals, line.waits, line.services, strict=True)]
    events = merge(((at, 1) for at in line.arrivals), ((at, -1) for at in leaves))
    area, inside, since = 0.0, 0, 0.0
    for at, change in events:
        area += inside * (at - since)
        inside, since = inside + change, at
    stays = mean(wait + service for wait, service in zip(line.waits, line.services, strict=True))
    yield counted("ch07.inside", "개", area / since)
    yield counted("ch07.rate", "개/s", len(leaves) / since / SERVICE_S)
    yield counted("ch07.stay", "s", stays * SERVICE_S)


def how_fast_the_mean_settles() -> Iterator[Yielded]:
    """How far the mean of a plan of few guests lies from the long run, plan by plan."""
    for name, (guests, plans) in PLANS.items():
        runs = (simulate(0.8, "mm1", guests, SEED + turn) for turn in range(plans))
        shares = quantiles((line.mean_wait / theory("mm1", 0.8) for line in runs), n=20)
        yield counted(f"ch07.{name}_low", "배", shares[0])
        yield counted(f"ch07.{name}_high", "배", shares[-1])
