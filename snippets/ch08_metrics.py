"""Chapter 08: what a client sees of a server under one load after the other.

With ``--endpoint`` the server is the reader's own; see ``target.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.guard import Guard, Guarded
from .evidence.passes import account
from .evidence.predicate import above, at_least
from .evidence.sampling import Value, observed, over_processes
from .evidence.scale import repeats
from .evidence.spread import MIN_PROCESSES
from .load.endpoint import Endpoint, identify
from .sweep import SEEN, Sweep, sweep
from .target import NOT_OURS, ignores_eos, named, ours

SERVERS = repeats(4, quick=3)
SWEEPS = 6  # of a server that the reader has named: fewer give no interval
PATIENCE_S = 3  # for each server; a neighbour that stays must not hold up the build
# Scatter that says nothing about the quantity: of a few requests within their limits one more or
# less, and of the client's own lateness all but the order of size.
SLACK = {"late": 5.0, "good_burst": 3.0, "good_over": 3.0, "good_gain": 25.0}
UNGUARDED = "끔: 남의 서버가 쓴 CPU와 이웃이 쓴 CPU를 가를 수 없음"


@experiment(
    "ch08",
    title="클라이언트가 본 서버: 혼자일 때, 맞춰 보낼 때, 한꺼번에 보낼 때",
    timeout_s=600,
    figures={
        "ch08.ttft": ("ms", "혼자일 때: TTFT 평균"),
        "ch08.tpot": ("ms", "혼자일 때: TPOT 평균"),
        "ch08.itl": ("ms", "혼자일 때: ITL 평균"),
        "ch08.e2e": ("ms", "혼자일 때: 종단 지연 평균"),
        "ch08.slo_ttft": ("ms", "SLO: TTFT의 한계"),
        "ch08.slo_tpot": ("ms", "SLO: TPOT의 한계"),
        "ch08.tokens": ("토큰/s", "한꺼번에: 출력 토큰 처리량"),
        "ch08.answered_most": ("개/s", "빠듯하게: 처리량"),
        "ch08.answered_over": ("개/s", "넘치게: 처리량"),
        "ch08.answered_burst": ("개/s", "한꺼번에: 처리량(용량)"),
        "ch08.good_most": ("개/s", "빠듯하게: goodput"),
        "ch08.good_over": ("개/s", "넘치게: goodput"),
        "ch08.good_burst": ("개/s", "한꺼번에: goodput"),
        "ch08.ttft_most": ("ms", "빠듯하게: TTFT 평균"),
        "ch08.ttft_over": ("ms", "넘치게: TTFT 평균"),
        "ch08.ttft_burst": ("ms", "한꺼번에: TTFT 평균"),
        "ch08.ttft_ratio": ("배", "TTFT 평균: 한꺼번에 ÷ 빠듯하게"),
        "ch08.answered_ratio": ("배", "처리량: 한꺼번에 ÷ 빠듯하게"),
        "ch08.good_gain": ("%", "goodput의 차이(빠듯하게 − 한꺼번에) ÷ 용량"),
        "ch08.tpot_burst": ("ms", "한꺼번에: TPOT 평균(요청마다 값 하나)"),
        "ch08.itl_burst": ("ms", "한꺼번에: ITL 평균(간격마다 값 하나)"),
        "ch08.tpot_over_itl": ("배", "한꺼번에: TPOT 평균 ÷ ITL 평균"),
        "ch08.late": ("ms", "서버마다 가장 늦게 보낸 시간(계획과의 차이)"),
    },
    claims={
        "ch08.burst_waits": (
            "같은 수의 요청을 한꺼번에 보내면 TTFT 평균이 빠듯하게 보낼 때의 2배를 넘는다."
        ),
        "ch08.rates_differ": (
            "goodput은 빠듯하게 보낼 때가 한꺼번에 보낼 때보다 높고, 그 차이는 용량의 10% 이상이다."
        ),
        "ch08.means_differ": (
            "길이가 섞인 요청을 한꺼번에 보내면 TPOT 평균이 ITL 평균보다 5% 넘게 크다."
        ),
    },
    workload={
        "요청": "20개, 프롬프트 여섯 낱말, 출력 4·4·8·32토큰 가운데 하나, greedy, 스트리밍",
        "부하": "혼자(4개를 하나씩) · 한꺼번에 · 푸아송 도착",
        "요청률": "빠듯하게는 용량의 80%, 넘치게는 120%",
    },
    procedure={
        "용량": "한꺼번에 보냈을 때의 요청 처리량. 같은 서버에서 바로 앞에 잼",
        "도착": "지수 간격. 20개가 요청률대로 들어오도록 전체를 늘이거나 줄임",
        "SLO": "같은 서버에서 혼자일 때 잰 TTFT 평균과 TPOT 평균의 5배",
        "시계": "클라이언트의 단조 시계 하나. 지연의 정의는 snippets/load/metrics.py",
    },
    packages=("torch", "starlette", "uvicorn", "httpx"),
)
def metrics() -> Iterator[Yielded]:
    """Sweep some servers of ours, or the one that the reader has named some times."""
    theirs = named()
    yield from conditions(theirs)
    runs: list[Guarded[Sweep]] = []
    for run in of_theirs(theirs) if theirs else of_ours():
        runs.append(run)
        yield Step("부하를 차례로 걸기", len(runs), SWEEPS if theirs else SERVERS)
    yield Condition("잡음 감시", UNGUARDED if theirs else account(runs))
    for name, (unit, value) in SEEN.items():
        yield figure(f"ch08.{name}", unit, [run.of(value) for run in runs])
    yield Claim(id="ch08.burst_waits", test=above("ch08.ttft_ratio", 2))
    yield Claim(id="ch08.rates_differ", test=at_least("ch08.good_gain", 10))
    yield Claim(id="ch08.means_differ", test=above("ch08.tpot_over_itl", 1.05))


def conditions(theirs: Endpoint | None) -> Iterator[Condition]:
    """Which server it was, and how often it was asked."""
    if theirs is None:
        yield Condition(
            "서버",
            "mini(8층 · 폭 512 · fp32, 무작위 가중치), 배치 16, 한 스텝에 128토큰까지, 스레드 1개",
        )
        yield Condition("측정", "서버를 새로 켜기 4번, 서버마다 모든 부하를 차례로 한 번")
        return

    async def who() -> Condition:
        async with theirs.http(timeout_s=30) as http:
            return await identify(theirs, http)

    yield NOT_OURS
    yield Condition("기계와 소프트웨어", "클라이언트의 것. 서버의 것은 서버가 밝힌 만큼만 앎")
    yield asyncio.run(who())
    yield Condition("측정", "이미 켜진 서버 하나, 모든 부하를 차례로 걸기 6번")


def of_ours() -> Iterator[Guarded[Sweep]]:
    """One sweep of each of some servers; gives up when too few are left for an interval."""
    lost = 0
    for seed in range(SERVERS):
        with ours("mini", max_batch=16, queue_size=32, token_budget=128) as endpoint:
            run = Guard(PATIENCE_S).rounds(lambda at=endpoint, n=seed: sweep(at, n), 1)
        yield run
        lost += not run.kept
        if SERVERS - lost < MIN_PROCESSES:
            return


def of_theirs(endpoint: Endpoint) -> Iterator[Guarded[Sweep]]:
    """Some sweeps of one server. A guard could not tell it from a neighbour: all are kept."""
    for seed in range(SWEEPS):
        yield Guarded(((sweep(endpoint, seed, ignores_eos()),),), (), rounds=1, retried=0)


def figure(name: str, unit: str, runs: Sequence[Guarded[float]]) -> Value:
    """What fresh servers give, their differences included, or the sweeps of a single one."""
    slack = SLACK.get(name.removeprefix("ch08."), 0.0)
    if named() is None:
        return over_processes(name, unit, runs, negligible=slack)
    kept = tuple(round_ for run in runs for round_ in run.kept)
    return observed(name, unit, Guarded(kept, (), len(kept), 0), negligible=slack)
