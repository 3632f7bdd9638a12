"""Appendix C: how long an all-reduce takes, and what two ranks gain, on one machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.guard import Guarded
from .evidence.passes import Pass, account, each
from .evidence.predicate import above, below
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.withheld import Withheld
from .parallel.launch import NoRanksError, on_ranks
from .parallel.link import Link
from .parallel.subjects import messages, steps
from .parallel.together import passes_together
from .serving.config import MODELS

MODEL = replace(MODELS["large"], n_layers=6, vocab=512)  # 271 MB of matrices in fp32
# Name → numbers of fp32 in a message, and how often it is sent for one value.
SIZES = {"4b": (1, 20), "4k": (2**10, 20), "64k": (2**14, 20), "1m": (2**18, 5), "16m": (2**22, 1)}
BY_HAND = ("64k", "16m")
TOKENS = (1, 128)
LAUNCHES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each launch; a neighbour that stays must not hold up the build
GB = 1e9
NEGLIGIBLE = {"gain_1": 0.5, "gain_128": 0.5}  # times: near 1 or near 2, that is the question

Value = Callable[[Pass], float]


@experiment(
    "appc_time",
    title="all-reduce의 시간, 그리고 둘로 나눈 스텝의 시간",
    timeout_s=480,
    figures={
        "appc_time.sum_4b": ("µs", "4 B를 더하는 all-reduce"),
        "appc_time.sum_4k": ("µs", "4 KiB를 더하는 all-reduce"),
        "appc_time.sum_64k": ("µs", "64 KiB를 더하는 all-reduce"),
        "appc_time.sum_1m": ("µs", "1 MiB를 더하는 all-reduce"),
        "appc_time.sum_16m": ("µs", "16 MiB를 더하는 all-reduce"),
        "appc_time.small": ("배", "64 KiB의 시간 ÷ 4 B의 시간"),
        "appc_time.large": ("배", "16 MiB의 시간 ÷ 1 MiB의 시간"),
        "appc_time.rate": ("GB/s", "16 MiB에서 랭크 하나가 보낸 바이트 ÷ 4 B의 시간을 뺀 시간"),
        "appc_time.ring_64k": ("µs", "64 KiB: 손으로 쓴 링의 시간"),
        "appc_time.ring_16m": ("µs", "16 MiB: 손으로 쓴 링의 시간"),
        "appc_time.by_hand_64k": ("배", "64 KiB: 손으로 쓴 링의 시간 ÷ 라이브러리의 시간"),
        "appc_time.by_hand_16m": ("배", "16 MiB: 손으로 쓴 링의 시간 ÷ 라이브러리의 시간"),
        "appc_time.whole_1": ("ms", "토큰 하나: 나누지 않은 여섯 층"),
        "appc_time.split_1": ("ms", "토큰 하나: 랭크 둘로 나눈 여섯 층"),
        "appc_time.gain_1": ("배", "토큰 하나: 나누지 않은 시간 ÷ 나눈 시간"),
        "appc_time.sums_1": ("%", "토큰 하나: all-reduce 열두 번의 시간 ÷ 나눈 시간"),
        "appc_time.whole_128": ("ms", "토큰 128개: 나누지 않은 여섯 층"),
        "appc_time.split_128": ("ms", "토큰 128개: 랭크 둘로 나눈 여섯 층"),
        "appc_time.gain_128": ("배", "토큰 128개: 나누지 않은 시간 ÷ 나눈 시간"),
        "appc_time.sums_128": ("%", "토큰 128개: all-reduce 열두 번의 시간 ÷ 나눈 시간"),
    },
    claims={
        "appc_time.fixed_cost": (
            "메시지가 4 B에서 64 KiB로 16,384배 커져도 all-reduce의 시간은 4배가 되지 않는다."
        ),
        "appc_time.by_bytes": "메시지가 1 MiB에서 16배 커지면 all-reduce의 시간은 8배를 넘는다.",
        "appc_time.not_twice": "랭크 둘로 나눠도 토큰 하나의 스텝은 2배 빨라지지 않는다.",
    },
    workload={
        "메시지": "fp32, 랭크 둘",
        "모델": "6층 · 폭 1,024 · FFN 2,816 · fp32, 무작위 가중치. 임베딩부터 마지막 층까지",
        "토큰": "하나는 64토큰 뒤의 decode, 128개는 처음부터의 prefill",
    },
    procedure={
        "측정": "torchrun 4번 × 3회, 회차마다 순서를 섞어 번갈아, 랭크마다 스레드 1개",
        "시계": "함께 출발해서 랭크 0이 끝날 때까지. 나누지 않은 스텝은 랭크 0만 돌림",
    },
)
def times() -> Iterator[Yielded]:
    """Start two ranks several times, and time everything in turn."""
    runs: list[Guarded[Pass]] = []
    why_not = ""
    try:
        for run in launches():
            runs.append(run)
            yield Step("torchrun으로 랭크 둘", len(runs), LAUNCHES)
    except NoRanksError as error:
        why_not = str(error)
    yield Condition("잡음 감시", why_not or account(runs))
    for name, (unit, value) in values().items():
        if why_not:
            yield Withheld(id=f"appc_time.{name}", unit=unit, reason=why_not)
        else:
            slack = NEGLIGIBLE.get(name, 0)
            yield over_processes(f"appc_time.{name}", unit, each(runs, value), negligible=slack)
    yield Claim(id="appc_time.fixed_cost", test=below("appc_time.small", 4))
    yield Claim(id="appc_time.by_bytes", test=above("appc_time.large", 8))
    yield Claim(id="appc_time.not_twice", test=below("appc_time.gain_1", 2))


def launches() -> Iterator[Guarded[Pass]]:
    """One launch after the other, until more than half of all rounds are lost."""
    lost = 0
    for _ in range(LAUNCHES):
        run = on_ranks(take, 2)[0]
        assert run is not None  # rank 0 is the one that takes the time
        yield run
        lost += run.rounds - len(run.kept)
        if 2 * lost > LAUNCHES * run.rounds:
            return


def values() -> dict[str, tuple[str, Value]]:
    """Figure → its unit, and how it follows from the seconds of one pass."""
    sent = 4 * SIZES["16m"][0] / GB  # 2(n - 1)/n is 1 for two ranks
    found = {f"sum_{size}": ("µs", seconds(f"sum_{size}", 1e6)) for size in SIZES}
    found["small"] = ("배", over("sum_64k", "sum_4b"))
    found["large"] = ("배", over("sum_16m", "sum_1m"))
    found["rate"] = ("GB/s", lambda turn: sent / (turn["sum_16m"] - turn["sum_4b"]))
    for size in BY_HAND:
        found[f"ring_{size}"] = ("µs", seconds(f"ring_{size}", 1e6))
        found[f"by_hand_{size}"] = ("배", over(f"ring_{size}", f"sum_{size}"))
    for n in TOKENS:
        found |= {f"{one}_{n}": ("ms", seconds(f"{one}_{n}", 1e3)) for one in ("whole", "split")}
        found[f"gain_{n}"] = ("배", over(f"whole_{n}", f"split_{n}"))
        found[f"sums_{n}"] = ("%", over(f"sums_{n}", f"split_{n}", 100))
    return found


def seconds(name: str, scale: float) -> Value:
    """The time of one subject."""
    return lambda turn: scale * turn[name]


def over(one: str, other: str, scale: float = 1.0) -> Value:
    """The time of one subject over that of another."""
    return lambda turn: scale * turn[one] / turn[other]


def take(link: Link) -> Guarded[Pass] | None:
    """Guarded rounds on two ranks; only rank 0 gives what it timed."""
    works = messages(link, SIZES) | steps(link, MODEL, TOKENS)
    return passes_together(works, ROUNDS, PATIENCE_S)
