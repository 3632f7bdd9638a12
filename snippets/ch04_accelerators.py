"""Chapter 04: what a matrix unit is worth, when it is fed and when it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import torch
from torch.utils.flop_counter import FlopCounterMode

from .accelerator.launch import feed_forward, launch
from .accelerator.matrix_unit import OFF, has_matrix_unit, kernel_name
from .accelerator.products import LADDER, SIZES, bf16_sizes, everything, only_bf16
from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import counted
from .evidence.fresh import in_fresh_process
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each
from .evidence.predicate import above, at_most, below
from .evidence.sampling import observed, over_processes
from .evidence.scale import repeats
from .evidence.typical import typical
from .evidence.withheld import Withheld, machine_busy

PROCESSES = repeats(4, quick=3)
LAUNCHES = repeats(12, quick=6)
TOKENS, WIDTH, INNER = 256, 1024, 2816  # a prompt of 256 tokens through two layers
# Scatter that says nothing: whether a step is 180 or 260 times, or a share 0.3 or 0.4 percent.
SMALL, STEPS = 1, {"vector": 100, "matrix": 3}
NO_UNIT = "이 CPU에는 torch가 쓸 수 있는 bf16 행렬 유닛이 없습니다 (amx_bf16 없음)"
NO_BF16 = "이 CPU에는 bf16을 곱하는 명령이 없어 큰 bf16 행렬은 곱해 보지 않았습니다"


@experiment(
    "ch04",
    title="행렬 유닛을 채우고, 끄고, 굶겨 보기",
    timeout_s=300,
    figures={
        "ch04.fp32_32": ("GFLOP/s", "fp32, n=32의 도달 속도"),
        "ch04.fp32_128": ("GFLOP/s", "fp32, n=128의 도달 속도"),
        "ch04.fp32_256": ("GFLOP/s", "fp32, n=256의 도달 속도"),
        "ch04.fp32_512": ("GFLOP/s", "fp32, n=512의 도달 속도"),
        "ch04.fp32_1024": ("GFLOP/s", "fp32, n=1024의 도달 속도"),
        "ch04.fp32_2048": ("GFLOP/s", "fp32, n=2048의 도달 속도"),
        "ch04.bf16_32": ("GFLOP/s", "bf16, n=32의 도달 속도"),
        "ch04.bf16_128": ("GFLOP/s", "bf16, n=128의 도달 속도"),
        "ch04.bf16_256": ("GFLOP/s", "bf16, n=256의 도달 속도"),
        "ch04.bf16_512": ("GFLOP/s", "bf16, n=512의 도달 속도"),
        "ch04.bf16_1024": ("GFLOP/s", "bf16, n=1024의 도달 속도"),
        "ch04.bf16_2048": ("GFLOP/s", "bf16, n=2048의 도달 속도"),
        "ch04.fp32_small": ("%", "fp32, n=32의 도달 속도 (n=1024의 몇 %)"),
        "ch04.bf16_small": ("%", "bf16, n=32의 도달 속도 (n=1024의 몇 %)"),
        "ch04.off_32": ("GFLOP/s", "행렬 유닛을 끈 bf16, n=32의 도달 속도"),
        "ch04.off_128": ("GFLOP/s", "행렬 유닛을 끈 bf16, n=128의 도달 속도"),
        "ch04.off_256": ("GFLOP/s", "행렬 유닛을 끈 bf16, n=256의 도달 속도"),
        "ch04.off_512": ("GFLOP/s", "행렬 유닛을 끈 bf16, n=512의 도달 속도"),
        "ch04.off_1024": ("GFLOP/s", "행렬 유닛을 끈 bf16, n=1024의 도달 속도"),
        "ch04.off_2048": ("GFLOP/s", "행렬 유닛을 끈 bf16, n=2048의 도달 속도"),
        "ch04.unit_32": ("배", "행렬 유닛을 껐을 때의 시간, n=32 (켰을 때의 몇 배)"),
        "ch04.unit_128": ("배", "행렬 유닛을 껐을 때의 시간, n=128 (켰을 때의 몇 배)"),
        "ch04.unit_256": ("배", "행렬 유닛을 껐을 때의 시간, n=256 (켰을 때의 몇 배)"),
        "ch04.unit_512": ("배", "행렬 유닛을 껐을 때의 시간, n=512 (켰을 때의 몇 배)"),
        "ch04.unit_1024": ("배", "행렬 유닛을 껐을 때의 시간, n=1024 (켰을 때의 몇 배)"),
        "ch04.unit_2048": ("배", "행렬 유닛을 껐을 때의 시간, n=2048 (켰을 때의 몇 배)"),
        "ch04.loop": ("ns", "파이썬 반복문: 곱셈 하나에 걸린 시간"),
        "ch04.vector": ("ns", "벡터: 곱셈 하나에 걸린 시간"),
        "ch04.matrix": ("ns", "fp32 행렬 곱: 곱셈 하나에 걸린 시간"),
        "ch04.tiles": ("ns", "bf16 행렬 곱: 곱셈 하나에 걸린 시간"),
        "ch04.vector_gain": ("배", "파이썬 반복문 ÷ 벡터"),
        "ch04.matrix_gain": ("배", "벡터 ÷ fp32 행렬 곱"),
        "ch04.add_1": ("µs", "수 1개를 더하는 호출"),
        "ch04.add_1024": ("µs", "수 1,024개를 더하는 호출"),
        "ch04.add_ratio": ("배", "수 1,024개를 더하는 시간 (1개를 더하는 시간의 몇 배)"),
        "ch04.asked": ("ms", "호스트가 다 던졌을 때"),
        "ch04.done": ("ms", "장치가 다 끝냈을 때"),
        "ch04.asked_share": ("%", "다 던지기까지의 몫"),
        "ch04.busy": ("%", "장치가 커널을 돌린 시간의 몫"),
        "ch04.kernels": ("개", "던진 커널의 수"),
        "ch04.counted": ("GFLOP", "torch가 센, n=1024인 행렬 곱의 연산"),
    },
    claims={
        "ch04.small_fp32": "fp32에서 n=32의 도달 속도는 n=1024의 절반에 못 미친다.",
        "ch04.small_bf16": "bf16에서도 n=32의 도달 속도는 n=1024의 절반에 못 미친다.",
        "ch04.ladder": (
            "곱셈 하나에 걸린 시간은 벡터가 파이썬 반복문의 30분의 1 아래이고, "
            "fp32 행렬 곱은 다시 벡터의 5분의 1 아래이다."
        ),
        "ch04.unit_big": "n=1024에서 행렬 유닛을 끄면 bf16 곱의 시간이 3배가 넘는다.",
        "ch04.unit_small": "n=32에서는 행렬 유닛을 꺼도 bf16 곱의 시간이 1.5배를 넘지 않는다.",
        "ch04.call": "수 1,024개를 더하는 시간은 수 1개를 더하는 시간의 2배를 넘지 않는다.",
        "ch04.asks_first": ("호스트가 주문을 다 던지는 데 쓴 시간은 전체의 10%를 넘지 않는다."),
        "ch04.fed": "미리 던져 두면 장치는 전체 시간의 90% 넘게 커널을 돌린다.",
    },
    traces={"ch04.launch": "커널을 던지고 기다리기"},
    workload={
        "행렬": "n×n 둘의 곱, 같은 행렬을 거듭 씀. torch.mm, 결과는 잡아 둔 자리에",
        "사다리": "256×256 fp32 행렬 둘. 반복문은 곱의 한 행, 벡터는 같은 자리끼리 곱하기",
        "커널": "토큰 256개가 지나는 FFN 두 층(폭 1024, 안쪽 2816, fp32)",
    },
    procedure={
        "측정": (
            "새 프로세스 4번 × 3회, 회차마다 순서를 섞어, 스레드 1개. 한 값은 이어서 세 번 잰 "
            "것의 중앙값(n=2048은 한 번)"
        ),
        "행렬 유닛 끄기": (
            "ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16으로 켠 새 프로세스. 켠 프로세스와 번갈아"
        ),
        "장치": "같은 프로세스의 스레드 하나가 대신함. 12회",
    },
)
def accelerators() -> Iterator[Yielded]:
    """Time the products, switch the unit off, and let a host ask for kernels."""
    unit = has_matrix_unit()
    on: list[Guarded[Pass]] = []
    off: list[Guarded[Pass]] = []
    for turn in range(PROCESSES):
        on.append(in_fresh_process(everything))
        if unit:
            off.append(in_fresh_process(only_bf16, OFF))
        yield Step("새 프로세스에서 곱하기", turn + 1, PROCESSES)
        if 2 * sum(run.rounds - len(run.kept) for run in on) > PROCESSES * on[0].rounds:
            break  # more than half is lost: no more rounds can save the figures
    yield Condition("잡음 감시", " · ".join(account(runs) for runs in (on, off) if runs))
    yield from rates(on)
    yield from ladder(on)
    yield from (switched(on, off) if unit else no_unit())
    if unit:
        names = in_fresh_process(kernel_name), in_fresh_process(kernel_name, OFF)
        yield Condition("oneDNN이 고른 커널", f"켰을 때 {names[0]}, 껐을 때 {names[1]}")
    yield Claim(id="ch04.unit_big", test=above("ch04.unit_1024", 3))
    yield Claim(id="ch04.unit_small", test=at_most("ch04.unit_32", 1.5))
    yield from launches()
    with FlopCounterMode(display=False) as counter:
        torch.mm(torch.empty(1024, 1024), torch.empty(1024, 1024))  # (n, n) @ (n, n)
    yield counted("ch04.counted", "GFLOP", counter.get_total_flops() / 1e9)


def rates(runs: Sequence[Guarded[Pass]]) -> Iterator[Yielded]:
    """How fast products of each size and type were, and what is left of it when they are small."""
    for dtype, sizes in (("fp32", SIZES), ("bf16", bf16_sizes())):
        for n in SIZES:
            id_ = f"ch04.{dtype}_{n}"
            if n in sizes:
                yield rate(id_, runs, f"{dtype}_{n}", n)
            else:
                yield Withheld(id=id_, unit="GFLOP/s", reason=NO_BF16)
        if 1024 in sizes:
            share = each(runs, lambda t, d=dtype: 100 * speed(t, d, 32) / speed(t, d, 1024))
            yield over_processes(f"ch04.{dtype}_small", "%", share, negligible=SMALL)
        else:
            yield Withheld(id=f"ch04.{dtype}_small", unit="%", reason=NO_BF16)
        yield Claim(id=f"ch04.small_{dtype}", test=below(f"ch04.{dtype}_small", 50))


def ladder(runs: Sequence[Guarded[Pass]]) -> Iterator[Yielded]:
    """The time of one multiplication, four ways; and of a call that hardly multiplies."""
    one: dict[str, Callable[[Pass], float]] = {
        "loop": lambda t: t["loop"] / LADDER**2,  # a row: n products of n numbers
        "vector": lambda t: t["vector"] / LADDER**2,
        "matrix": lambda t: t[f"fp32_{LADDER}"] / LADDER**3,
        "tiles": lambda t: t[f"bf16_{LADDER}"] / LADDER**3,
    }
    for name, seconds in one.items():
        yield over_processes(f"ch04.{name}", "ns", each(runs, seconds), scale=1e9)
    for name, slow, fast in (("vector", "loop", "vector"), ("matrix", "vector", "matrix")):
        gain = each(runs, lambda t, s=slow, f=fast: one[s](t) / one[f](t))
        yield over_processes(f"ch04.{name}_gain", "배", gain, negligible=STEPS[name])
    gains = above("ch04.vector_gain", 30) & above("ch04.matrix_gain", 5)
    yield Claim(id="ch04.ladder", test=gains)
    for n in (1, 1024):
        added = each(runs, lambda t, n=n: t[f"add_{n}"])
        yield over_processes(f"ch04.add_{n}", "µs", added, scale=1e6)
    ratio = each(runs, lambda t: t["add_1024"] / t["add_1"])
    yield over_processes("ch04.add_ratio", "배", ratio)
    yield Claim(id="ch04.call", test=at_most("ch04.add_ratio", 2))


def switched(on: Sequence[Guarded[Pass]], off: Sequence[Guarded[Pass]]) -> Iterator[Yielded]:
    """Products without the matrix unit, and their time over that with it, pair by pair."""
    for n in SIZES:
        name = f"bf16_{n}"
        yield rate(f"ch04.off_{n}", off, name, n)
        pairs = [paired(a.column(name), b.column(name)) for a, b in zip(on, off, strict=True)]
        yield over_processes(f"ch04.unit_{n}", "배", pairs)


def no_unit() -> Iterator[Yielded]:
    """Why there is nothing to switch off."""
    for n in SIZES:
        yield Withheld(id=f"ch04.off_{n}", unit="GFLOP/s", reason=NO_UNIT)
        yield Withheld(id=f"ch04.unit_{n}", unit="배", reason=NO_UNIT)


def launches() -> Iterator[Yielded]:
    """A host that asks for all kernels of two layers, then waits."""
    kernels = feed_forward(TOKENS, WIDTH, INNER)
    launch(kernels, "ch04.launch")  # warm-up
    taken = Guard().rounds(lambda: launch(kernels, "ch04.launch"), LAUNCHES)
    yield Condition("잡음 감시(커널)", taken.account)
    yield observed("ch04.asked", "ms", taken.of(lambda one: 1e3 * one.asked_s), negligible=0.1)
    yield observed("ch04.done", "ms", taken.of(lambda one: 1e3 * one.done_s))
    share = taken.of(lambda one: 100 * one.asked_s / one.done_s)
    yield observed("ch04.asked_share", "%", share, negligible=1)
    yield observed("ch04.busy", "%", taken.of(lambda one: 100 * one.busy))
    yield Claim(id="ch04.asks_first", test=at_most("ch04.asked_share", 10))
    yield Claim(id="ch04.fed", test=above("ch04.busy", 90))
    runs = taken.samples or sum(taken.thrown, ())
    seen = typical(runs, lambda one: {"asked": one.asked_s, "done": one.done_s}, ("asked", "done"))
    busy = machine_busy(len(taken.kept), taken.rounds)
    yield seen.trace if taken.clean else seen.trace.without_times(busy)
    yield counted("ch04.kernels", "개", seen.trace.count("host.launch"))


def rate(id: str, runs: Sequence[Guarded[Pass]], name: str, n: int) -> Yielded:  # noqa: A002
    """Billions of additions and multiplications a second."""
    return over_processes(id, "GFLOP/s", each(runs, lambda t: 2 * n**3 / t[name]), scale=1e-9)


def speed(turn: Pass, dtype: str, n: int) -> float:
    """Additions and multiplications a second."""
    return 2 * n**3 / turn[f"{dtype}_{n}"]


def paired(on: Guarded[float], off: Guarded[float]) -> Guarded[float]:
    """Time without over time with, of two processes that ran one after the other."""
    kept = tuple((median(b) / median(a),) for a, b in zip(on.kept, off.kept, strict=False))
    return Guarded(kept, (), on.rounds, on.retried + off.retried)
