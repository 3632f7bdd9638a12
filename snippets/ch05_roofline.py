"""Chapter 05: the roofline of this machine, and kernels of known intensity placed under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

import torch

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import MIN_SAMPLES, counted
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each, fresh_passes, passes
from .evidence.predicate import at_least, below
from .evidence.roofline import below_roof, kernels
from .evidence.sampling import Value, over_processes
from .evidence.scale import repeats
from .evidence.series import Series, measured_series
from .evidence.stopwatch import stopwatch
from .evidence.withheld import Withheld, too_few
from .serving.linear import linear

WIDTH = 4096  # W is (WIDTH, WIDTH), 32 MiB in bf16
COPIES = 8  # so many take turns, 256 MiB together, that none waits in a cache
COLUMNS = (1, 4, 16, 64, 256)
NUMBERS = 2**25  # of each vector that is added: 128 MiB in fp32
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each process
ROOFS = ("read", "matmul_bf16")


@dataclass(frozen=True)
class Point:
    """A kernel whose work is known: bytes it has to move, and operations."""

    flop: float
    nbytes: int
    run: Callable[[], object]

    @property
    def intensity(self) -> float:
        """FLOP for each byte."""
        return self.flop / self.nbytes


@experiment(
    "ch05_roof",
    title="이 기계의 지붕과 그 아래의 점",
    timeout_s=180,
    figures={
        "ch05_roof.read": ("GB/s", "이 기계가 메모리를 읽는 속도"),
        "ch05_roof.matmul": ("GFLOP/s", "이 기계가 bf16 행렬을 곱하는 속도"),
        "ch05_roof.ridge": ("FLOP/B", "이 기계의 릿지 포인트"),
        "ch05_roof.add_intensity": ("FLOP/B", "벡터 덧셈의 연산 강도"),
        "ch05_roof.add_rate": ("GFLOP/s", "벡터 덧셈의 연산 속도"),
        "ch05_roof.add_share": ("%", "벡터 덧셈: 지붕까지의 몫"),
        "ch05_roof.b1_intensity": ("FLOP/B", "열 1개의 연산 강도"),
        "ch05_roof.b1_rate": ("GFLOP/s", "열 1개의 연산 속도"),
        "ch05_roof.b1_share": ("%", "열 1개: 지붕까지의 몫"),
        "ch05_roof.b4_intensity": ("FLOP/B", "열 4개의 연산 강도"),
        "ch05_roof.b4_rate": ("GFLOP/s", "열 4개의 연산 속도"),
        "ch05_roof.b4_share": ("%", "열 4개: 지붕까지의 몫"),
        "ch05_roof.b16_intensity": ("FLOP/B", "열 16개의 연산 강도"),
        "ch05_roof.b16_rate": ("GFLOP/s", "열 16개의 연산 속도"),
        "ch05_roof.b16_share": ("%", "열 16개: 지붕까지의 몫"),
        "ch05_roof.b64_intensity": ("FLOP/B", "열 64개의 연산 강도"),
        "ch05_roof.b64_rate": ("GFLOP/s", "열 64개의 연산 속도"),
        "ch05_roof.b64_share": ("%", "열 64개: 지붕까지의 몫"),
        "ch05_roof.b256_intensity": ("FLOP/B", "열 256개의 연산 강도"),
        "ch05_roof.b256_rate": ("GFLOP/s", "열 256개의 연산 속도"),
        "ch05_roof.b256_share": ("%", "열 256개: 지붕까지의 몫"),
        "ch05_roof.b1_of_peak": ("%", "열 1개가 쓴 최대 연산 속도의 몫"),
        "ch05_roof.b256_of_peak": ("%", "열 256개가 쓴 최대 연산 속도의 몫"),
    },
    series={"ch05_roof.roofline": ("GFLOP/s", "연산 속도")},
    claims={
        "ch05_roof.starved": "열 하나를 곱할 때 이 기계는 최대 연산 속도의 5%도 쓰지 못한다.",
        "ch05_roof.fed": "열 256개를 한꺼번에 곱하면 최대 연산 속도의 절반 이상을 쓴다.",
    },
    workload={
        "행렬": "W 4096×4096 bf16, 열 b개, 서빙 시스템과 같은 곱셈. W 여덟 개를 번갈아 씀",
        "덧셈": "fp32 벡터 둘을 더해 셋째에 씀. 벡터마다 128 MiB",
        "지붕": "256 MiB 벡터의 자기 내적(읽기), 2048×2048 bf16 행렬 곱(연산)",
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개",
        "바이트": "입력, 가중치, 출력을 한 번씩 옮긴다고 보고 셈",
        "지붕": "같은 회차에 잰 두 속도로 그림. 지붕의 1.1배를 넘는 점은 싣지 않음",
    },
    huge_pages=True,
)
def roofline() -> Iterator[Yielded]:
    """Take both roofs and all points in turn, and set each point against the roofs beside it."""
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 지붕과 점 재기", len(runs), PROCESSES)
    yield Condition("잡음 감시", account(runs))

    yield over_processes("ch05_roof.read", "GB/s", each(runs, lambda turn: turn["read"]))
    yield over_processes("ch05_roof.matmul", "GFLOP/s", each(runs, lambda turn: turn["matmul"]))
    yield over_processes("ch05_roof.ridge", "FLOP/B", each(runs, lambda turn: turn["ridge"]))
    rates: dict[str, Value] = {}
    for name, intensity in intensities().items():
        yield counted(f"ch05_roof.{name}_intensity", "FLOP/B", intensity)
        share = over_processes(f"ch05_roof.{name}_share", "%", column(runs, f"{name}_share"))
        rate = over_processes(f"ch05_roof.{name}_rate", "GFLOP/s", column(runs, name))
        share, rates[name] = below_roof(rate, share)
        yield from (share, rates[name])
    for name in ("b1", "b256"):
        of_peak = each(runs, lambda turn, name=name: 100 * turn[name] / turn["matmul"])
        yield over_processes(f"ch05_roof.{name}_of_peak", "%", of_peak)
    yield chart(runs, rates)
    yield Claim(id="ch05_roof.starved", test=below("ch05_roof.b1_of_peak", 5))
    yield Claim(id="ch05_roof.fed", test=at_least("ch05_roof.b256_of_peak", 50))


def take() -> Guarded[Pass]:
    """Guarded passes in this process; every value is a rate, or worked out from one's pass."""
    torch.manual_seed(0)
    found, points = kernels(), placed()
    takes = {name: stopwatch(found[name].run) for name in ROOFS}
    takes |= {name: stopwatch(point.run) for name, point in points.items()}

    def placed_under(seconds: Pass) -> Pass:
        read, matmul = (found[name].work / seconds[name] for name in ROOFS)  # GB/s, GFLOP/s
        turn = {"read": read, "matmul": matmul, "ridge": matmul / read}
        for name, point in points.items():
            turn[name] = point.flop / seconds[name] / 1e9  # GFLOP/s
            turn[f"{name}_roof"] = min(matmul, read * point.intensity)
            turn[f"{name}_share"] = 100 * turn[name] / turn[f"{name}_roof"]
        return turn

    return passes(takes, ROUNDS, Guard(PATIENCE_S), warm_up=2).of(placed_under)


def placed() -> dict[str, Point]:
    """What is placed under the roof: an addition, and one matrix with ever more columns."""
    a, b, total = (torch.rand(NUMBERS) for _ in range(3))  # (NUMBERS,) each
    add = Point(NUMBERS, 3 * a.nbytes, lambda: torch.add(a, b, out=total))
    one = torch.randn(WIDTH, WIDTH)  # (WIDTH, WIDTH): the same numbers, each time in new memory
    weights = [linear(one, "bf16") for _ in range(COPIES)]
    turns = cycle(weights)

    def product(columns: int) -> Point:
        x = torch.randn(columns, WIDTH).bfloat16()  # (b, WIDTH): torch lays a column out as a row
        return Point(
            2 * columns * WIDTH**2,
            weights[0].nbytes + 2 * x.nbytes,  # what comes out is as large as what goes in
            lambda: next(turns)(x),
        )

    return {"add": add, **{f"b{columns}": product(columns) for columns in COLUMNS}}


def intensities() -> dict[str, float]:
    """FLOP for each byte, by point, without making the tensors once more."""
    size = torch.bfloat16.itemsize
    found = {"add": 1 / (3 * torch.float32.itemsize)}
    for columns in COLUMNS:
        nbytes = size * (WIDTH**2 + 2 * columns * WIDTH)
        found[f"b{columns}"] = 2 * columns * WIDTH**2 / nbytes
    return found


def column(runs: list[Guarded[Pass]], name: str) -> list[Guarded[float]]:
    """One value of every pass."""
    return [run.column(name) for run in runs]


def chart(runs: list[Guarded[Pass]], rates: dict[str, Value]) -> Series | Withheld:
    """Both axes logarithmic: a roof that rises with the intensity, then lies flat."""
    where = {name: float(f"{one:.2g}") for name, one in intensities().items()}  # for the axis
    roofs = {name: over_processes(name, "GFLOP/s", column(runs, f"{name}_roof")) for name in where}
    gaps = [one.reason for one in (*roofs.values(), *rates.values()) if isinstance(one, Withheld)]
    samples = {("지붕", where[name]): one.samples for name, one in roofs.items() if not gaps}
    for name, rate in rates.items():
        group = "덧셈" if name == "add" else "bf16 행렬"
        samples |= {} if gaps else {(group, where[name]): rate.samples}
    fewest = min(map(len, samples.values()), default=0)
    if gaps or fewest < MIN_SAMPLES:
        reason = gaps[0] if gaps else too_few(fewest, MIN_SAMPLES)
        return Withheld(id="ch05_roof.roofline", unit="GFLOP/s", reason=reason)
    return measured_series(
        "ch05_roof.roofline",
        "GFLOP/s",
        samples,
        label="연산 속도",
        x_label="연산 강도",
        x_unit="FLOP/B",
        x_scale="log",
        y_scale="log",
    )
