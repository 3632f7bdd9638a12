"""Chapter 08: how many requests a percentile needs, and what a closed load does not see.

Nothing is timed here: probabilities are worked out, and the clock of the simulation is made up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from .evidence.claim import Claim
from .evidence.experiment import Yielded, experiment
from .evidence.figure import calculated
from .evidence.predicate import above, at_most, difference, within
from .evidence.series import calculated_series
from .load.summary import percentile
from .order_statistics import below, fewest, ranks, reach

ENDS = ((1, "위 끝"), (0, "아래 끝"))
SIZES = (40, 100, 300, 1000, 3000, 10_000)  # requests of a benchmark
TRIALS, SEED = 2000, 8
SERVICE_MS, EVERY_MS, LAST_MS = 10.0, 20.0, 30_000.0
STALL_AT_MS, STALL_MS, SLOW_MS = 15_001.0, 1000.0, 100.0


@experiment(
    "ch08_samples",
    title="백분위에 필요한 요청의 수, 그리고 닫힌 부하가 보지 못하는 것",
    timeout_s=60,
    figures={
        "ch08_samples.need_50": ("개", "P50의 95% 구간에 필요한 가장 적은 요청"),
        "ch08_samples.need_90": ("개", "P90의 95% 구간에 필요한 가장 적은 요청"),
        "ch08_samples.need_99": ("개", "P99의 95% 구간에 필요한 가장 적은 요청"),
        "ch08_samples.need_999": ("개", "P99.9의 95% 구간에 필요한 가장 적은 요청"),
        "ch08_samples.low_100": ("%", "요청 100개의 P99가 놓이는 자리, 아래 끝"),
        "ch08_samples.high_100": ("%", "요청 100개의 P99가 놓이는 자리, 위 끝"),
        "ch08_samples.low_1000": ("%", "요청 1,000개의 P99가 놓이는 자리, 아래 끝"),
        "ch08_samples.high_1000": ("%", "요청 1,000개의 P99가 놓이는 자리, 위 끝"),
        "ch08_samples.first": ("번째", "요청 1,000개: P99의 95% 구간의 아래 끝"),
        "ch08_samples.last": ("번째", "요청 1,000개: P99의 95% 구간의 위 끝"),
        "ch08_samples.promised": ("%", "그 구간이 진짜 P99를 담을 확률"),
        "ch08_samples.covered": ("%", "뽑아 본 2,000번 가운데 진짜 P99를 담은 몫"),
        "ch08_samples.closed_asked": ("개", "닫힌 부하: 보낸 요청"),
        "ch08_samples.open_asked": ("개", "열린 부하: 보낸 요청"),
        "ch08_samples.closed_slow": ("개", "닫힌 부하: 100 ms를 넘은 요청"),
        "ch08_samples.open_slow": ("개", "열린 부하: 100 ms를 넘은 요청"),
        "ch08_samples.closed_p99": ("ms", "닫힌 부하: P99"),
        "ch08_samples.open_p99": ("ms", "열린 부하: P99"),
    },
    series={"ch08_samples.reach": ("%", "잰 P99가 실제로 놓이는 자리(가운데 95%)")},
    claims={
        "ch08_samples.covers": (
            "요청 1,000개로 만든 P99의 구간이 진짜 P99를 담은 몫은, 2,000번 뽑아 보면 "
            "계산한 확률과 1%p 안에서 같다."
        ),
        "ch08_samples.stall_hidden": (
            "서버가 한 번 멈췄을 때 닫힌 부하의 P99는 20 ms를 넘지 않고, "
            "열린 부하의 P99는 500 ms를 넘는다."
        ),
    },
    workload={
        "표본": "서로 독립이고 분포가 같은 값. 분포의 모양은 상관없음",
        "멈춤": (
            "요청 하나에 10 ms가 걸리고 하나씩 처리하는 서버가 30초 가운데 한 번, 1초 동안 멈춤. "
            "두 부하 모두 20 ms마다 하나씩 보내려 함"
        ),
    },
    procedure={
        "구간": "작은 것부터 세운 값 가운데 둘. 담을 확률은 이항분포로 셈",
        "씨앗": "균등 분포에서 씨앗 8로 1,000개씩 2,000번. 시계는 없음",
    },
    packages=(),
)
def samples() -> Iterator[Yielded]:
    """Percentiles first, then one stall under two loads."""
    for name, p in (("50", 0.5), ("90", 0.9), ("99", 0.99), ("999", 0.999)):
        how = "p^n + (1 − p)^n이 5%를 넘지 않는 가장 작은 n"
        yield calculated(f"ch08_samples.need_{name}", "개", fewest(p), how, (f"p = {p}",))
    how = "순서통계량의 분포에서 가운데 95%의 두 끝"
    ends = {n: [100 * at for at in reach(n, 0.99)] for n in SIZES}
    for n in (100, 1000):
        low, high = ends[n]
        yield calculated(f"ch08_samples.low_{n}", "%", low, how, (f"n = {n}",))
        yield calculated(f"ch08_samples.high_{n}", "%", high, how, (f"n = {n}",))
    yield calculated_series(
        "ch08_samples.reach",
        "%",
        {(name, float(n)): ends[n][i] for i, name in ENDS for n in SIZES},
        how,
        ("요청의 수",),
        x_label="요청의 수",
        x_unit="개",
        x_scale="log",
    )
    first, last = ranks(1000, 0.99)
    promised = 100 * (below(last, 1000, 0.99) - below(first, 1000, 0.99))
    for name, unit, value in (
        ("first", "번째", first),
        ("last", "번째", last),
        ("promised", "%", promised),
    ):
        yield calculated(f"ch08_samples.{name}", unit, value, "이항분포", ("n = 1000", "p = 0.99"))
    drawn = 100 * covered(first, last)
    yield calculated("ch08_samples.covered", "%", drawn, "뽑아서 셈", ("씨앗 8", "2,000번"))
    off = difference("ch08_samples.covered", "ch08_samples.promised")
    yield Claim(id="ch08_samples.covers", test=within(off, -1, 1), deterministic=True)

    what = ("멈춤의 조건",)
    for load, took_ms in (("closed", stalled(closed=True)), ("open", stalled(closed=False))):
        slow = sum(one > SLOW_MS for one in took_ms)
        seen = {"asked": ("개", len(took_ms)), "slow": ("개", slow)}
        seen |= {"p99": ("ms", percentile(took_ms, 99))}
        for name, (unit, value) in seen.items():
            yield calculated(f"ch08_samples.{load}_{name}", unit, value, "모의 실행", what)
    hidden = at_most("ch08_samples.closed_p99", 20) & above("ch08_samples.open_p99", 500)
    yield Claim(id="ch08_samples.stall_hidden", test=hidden, deterministic=True)


def covered(first: int, last: int) -> float:
    """Share of trials in which the true 99th percentile lies between two of 1,000 values."""
    draw = random.Random(SEED).random  # noqa: S311  a simulation, not a secret
    held = 0
    for _ in range(TRIALS):
        values = sorted(draw() for _ in range(1000))  # uniform: a value is its own percentile
        held += values[first - 1] <= 0.99 <= values[last - 1]
    return held / TRIALS


def stalled(closed: bool) -> list[float]:
    """How long each request took, in milliseconds, at a server that stands still once.

    Both loads want to send one request every ``EVERY_MS``. A closed one has to have its answer
    before, and what it could not send it never sends; an open one sends whatever happens.
    """
    took, due, free = [], 0.0, 0.0
    while due < LAST_MS:
        sent = max(due, free) if closed else due
        free = finished(max(sent, free))
        took.append(free - sent)
        due = (sent if closed else due) + EVERY_MS
    return took


def finished(start: float) -> float:
    """When a request ends whose turn comes at ``start``."""
    end, on = start + SERVICE_MS, STALL_AT_MS + STALL_MS
    if end <= STALL_AT_MS or start >= on:
        return end
    return end + STALL_MS if start < STALL_AT_MS else on + SERVICE_MS
