"""Chapter 03: the same numbers in fewer bits: what they become, and what that costs and saves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import torch

from .accelerator.matrix_unit import has_matrix_unit
from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.fresh import in_fresh_process
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account
from .evidence.predicate import Predicate, above, at_least, below, difference, equal, ratio, within
from .evidence.sampling import over_processes
from .evidence.scale import repeats
from .evidence.trace import Trace
from .evidence.typical import typical
from .evidence.withheld import Withheld, machine_busy
from .precision import formats, scales, speed
from .precision.pieces import Diary, product, stored_and_widened
from .serving.linear import backend

COUNT = 10_000  # random amounts that are added up
GROUP = 128  # of the product in pieces
PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
NEGLIGIBLE = 0.05  # times; whether a tenth of the speed is 0.08 or 0.12 makes no difference here
NO_UNIT = "이 기계에는 bf16 행렬 유닛(AMX)이 없습니다"
NO_KERNEL = "이 기계에는 int8 가중치를 그대로 곱하는 연산이 없습니다"


@experiment(
    "ch03",
    title="같은 수를 몇 비트로 적느냐",
    timeout_s=240,
    figures={
        "ch03.stop_fp32": ("번", "fp32: 1씩 더할 때 합이 느는 횟수"),
        "ch03.stop_fp16": ("번", "fp16: 1씩 더할 때 합이 느는 횟수"),
        "ch03.stop_bf16": ("번", "bf16: 1씩 더할 때 합이 느는 횟수"),
        "ch03.stop_e4m3": ("번", "fp8 E4M3: 1씩 더할 때 합이 느는 횟수"),
        "ch03.stop_e5m2": ("번", "fp8 E5M2: 1씩 더할 때 합이 느는 횟수"),
        "ch03.tenth_fp32": ("%", "fp32: 0.1을 적었을 때의 오차"),
        "ch03.tenth_fp16": ("%", "fp16: 0.1을 적었을 때의 오차"),
        "ch03.tenth_bf16": ("%", "bf16: 0.1을 적었을 때의 오차"),
        "ch03.tenth_e4m3": ("%", "fp8 E4M3: 0.1을 적었을 때의 오차"),
        "ch03.tenth_e5m2": ("%", "fp8 E5M2: 0.1을 적었을 때의 오차"),
        "ch03.infinite_fp16": ("개", "fp16으로 300×300을 했을 때 무한대가 된 답"),
        "ch03.infinite_bf16": ("개", "bf16으로 300×300을 했을 때 무한대가 된 답"),
        "ch03.square_bf16": ("개", "bf16이 말하는, 300개씩 300줄"),
        "ch03.pours": ("번", "물을 부은 횟수"),
        "ch03.poured_bf16": ("컵", "bf16 그릇에 차례로 부은 합"),
        "ch03.poured_fp32": ("컵", "fp32 그릇에 차례로 부은 합"),
        "ch03.poured_torch": ("컵", "torch.sum이 bf16으로 돌려준 합"),
        "ch03.poured_exact": ("컵", "fp64로 더한 합"),
        "ch03.int8_tensor": ("%", "int8, 척도 하나: 출력 오차"),
        "ch03.int8_row": ("%", "int8, 행마다 척도: 출력 오차"),
        "ch03.int8_128": ("%", "int8, 128개마다 척도: 출력 오차"),
        "ch03.int8_32": ("%", "int8, 32개마다 척도: 출력 오차"),
        "ch03.int4_tensor": ("%", "int4, 척도 하나: 출력 오차"),
        "ch03.int4_row": ("%", "int4, 행마다 척도: 출력 오차"),
        "ch03.int4_128": ("%", "int4, 128개마다 척도: 출력 오차"),
        "ch03.int4_32": ("%", "int4, 32개마다 척도: 출력 오차"),
        "ch03.int4_smooth": ("%", "이상치를 뺀 가중치, int4, 척도 하나: 출력 오차"),
        "ch03.stored": ("kB", "조각 실행: int4 가중치와 척도"),
        "ch03.widened": ("kB", "조각 실행: bf16으로 푼 가중치"),
        "ch03.pieces_error": ("%", "조각 실행: 푼 곱셈이 원래 곱셈에서 벗어난 만큼"),
        "ch03.pieces_rest": ("%", "조각 실행: 그 가운데 더하고 bf16으로 적을 때 생긴 몫"),
        "ch03.faster_32": ("배", "bf16 곱셈의 속도, n=32 (fp32의 몇 배)"),
        "ch03.faster_64": ("배", "bf16 곱셈의 속도, n=64 (fp32의 몇 배)"),
        "ch03.faster_128": ("배", "bf16 곱셈의 속도, n=128 (fp32의 몇 배)"),
        "ch03.faster_256": ("배", "bf16 곱셈의 속도, n=256 (fp32의 몇 배)"),
        "ch03.faster_512": ("배", "bf16 곱셈의 속도, n=512 (fp32의 몇 배)"),
        "ch03.faster_1024": ("배", "bf16 곱셈의 속도, n=1024 (fp32의 몇 배)"),
        "ch03.faster_2048": ("배", "bf16 곱셈의 속도, n=2048 (fp32의 몇 배)"),
        "ch03.matrix_unit": ("배", "행렬 유닛이 있는 기계에서 bf16 곱셈의 속도, n=1024"),
        "ch03.row_int8": ("배", "int8을 그대로 곱하는 시간 (bf16의 몇 배)"),
        "ch03.row_widened": ("배", "int8을 bf16으로 풀어 곱하는 시간 (bf16의 몇 배)"),
    },
    claims={
        "ch03.stops": "1씩 더하는 합은 가수 비트가 정하는 곳에서 멈춘다.",
        "ch03.vessel": "bf16 그릇에 부으면 256컵에서 멈추고, fp32 그릇에 부으면 참값에 이른다.",
        "ch03.overflow": "300×300은 fp16에서는 무한대가 되고 bf16에서는 되지 않는다.",
        "ch03.groups": "int4의 척도를 더 적은 수끼리 나눠 쓸수록 출력 오차가 줄어든다.",
        "ch03.always_faster": (
            "bf16 곱셈은 작은 행렬(n=32)에서도 큰 행렬(n=2048)에서도 fp32보다 빠르다."
        ),
        "ch03.large_faster": "행렬 유닛이 있으면 n=1024의 bf16 곱셈은 fp32보다 3배 이상 빠르다.",
        "ch03.direct": "int8 가중치를 그대로 곱하는 연산은 한 행을 곱할 때 bf16보다 빠르다.",
        "ch03.unpacked": "int8 가중치를 곱할 때마다 bf16으로 풀면 bf16보다 느리다.",
    },
    traces={"ch03.product": "int4 가중치로 한 행을 곱하기"},
    workload={
        "더하기": "씨앗을 고정한 0~1의 균등난수 10,000개(bf16)",
        "척도": "씨앗을 고정한 정규난수 가중치 256×1024, 천에 하나는 20배. 척도는 fp16",
        "조각 실행": "가중치 1024×1024, int4, 척도는 128개마다, 입력 한 행",
        "정사각 곱": "n×n 두 행렬, fp32와 bf16, torch.mm. 작은 것은 여러 번의 평균",
        "한 행": "서로 다른 4096×2048 가중치 24개를 차례로. L3에 얼마나 남는지는 알 수 없음",
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아, 스레드 1개",
        "한 값": "n=2048을 빼고는 이어서 다섯 번 잰 것의 중앙값",
    },
)
def precision() -> Iterator[Yielded]:
    """What is exact first, then the times."""
    yield from numbers()
    yield from sums()
    yield from groups()
    yield from pieces()
    yield from times()


def numbers() -> Iterator[Yielded]:
    """One number in each format, and the step at which each stops counting."""
    for name, dtype in formats.FORMATS.items():
        yield counted(f"ch03.stop_{name}", "번", formats.stops_at(dtype))
        yield counted(f"ch03.tenth_{name}", "%", abs(formats.error_of_a_tenth(dtype)))
    stops = {"e5m2": 2**3, "e4m3": 2**4, "bf16": 2**8, "fp16": 2**11, "fp32": 2**24}
    test = every([equal(f"ch03.stop_{name}", at) for name, at in stops.items()])
    yield Claim(id="ch03.stops", test=test, deterministic=True)
    for name in ("fp16", "bf16"):
        infinite = formats.square(300, formats.FORMATS[name]) == float("inf")
        yield counted(f"ch03.infinite_{name}", "개", infinite)
    yield counted("ch03.square_bf16", "개", formats.square(300, torch.bfloat16))
    test = equal("ch03.infinite_fp16", 1) & equal("ch03.infinite_bf16", 0)
    yield Claim(id="ch03.overflow", test=test, deterministic=True)


def sums() -> Iterator[Yielded]:
    """The same amounts into vessels of different precision."""
    amounts = formats.portions(COUNT)  # (COUNT,) bf16
    yield counted("ch03.pours", "번", COUNT)
    yield counted("ch03.poured_bf16", "컵", formats.poured(amounts, torch.bfloat16))
    yield counted("ch03.poured_fp32", "컵", formats.poured(amounts, torch.float32))
    yield counted("ch03.poured_torch", "컵", amounts.sum().item())
    yield counted("ch03.poured_exact", "컵", amounts.double().sum().item())
    near = within(ratio("ch03.poured_fp32", "ch03.poured_exact"), 0.9999, 1.0001)
    test = equal("ch03.poured_bf16", 256) & near
    yield Claim(id="ch03.vessel", test=test, deterministic=True)


def groups() -> Iterator[Yielded]:
    """Fewer neighbours to a scale, less error."""
    weight, x = scales.weights(outliers=True), scales.inputs()
    for bits in (8, 4):
        for name, group in scales.GROUPS.items():
            stored = scales.rounded(weight, bits, group)
            yield counted(f"ch03.int{bits}_{name}", "%", scales.output_error(weight, stored, x))
    names = [f"ch03.int4_{name}" for name in scales.GROUPS]  # from all to few
    falling = [above(difference(*pair), 0) for pair in pairwise(names)]
    yield Claim(id="ch03.groups", test=every(falling), deterministic=True)
    smooth = scales.weights(outliers=False)
    stored = scales.rounded(smooth, 4, scales.GROUPS["tensor"])
    yield counted("ch03.int4_smooth", "%", scales.output_error(smooth, stored, x))


def pieces() -> Iterator[Yielded]:
    """The product in pieces: its trace, its bytes, and how far off it is."""
    torch.manual_seed(0)
    weight = torch.randn(1024, 1024) / 32  # (n_out, n_in)
    x = torch.randn(1, 1024).bfloat16()  # (1, n_in)

    def look() -> Trace:
        diary = Diary()
        product(x, weight, GROUP, diary)
        return diary.trace("ch03.product")

    look()  # warm-up
    taken = Guard(speed.PATIENCE_S).rounds(look, 6)
    seen = taken.samples or [one for thrown in taken.thrown for one in thrown]
    trace = typical(seen, lambda one: {"end": one.spans[-1].end_us}, ("end",))
    busy = machine_busy(len(taken.kept), taken.rounds)
    yield trace if taken.clean else trace.without_times(busy)

    how, what = "추적이 센 바이트", ("추적에 찍힌 텐서",)
    yield calculated("ch03.stored", "kB", trace.moved("weights.store", None) / 1e3, how, what)
    wide = sum(span.bytes or 0 for span in trace.spans if span.name == "weights.widen")
    yield calculated("ch03.widened", "kB", wide / 1e3, how, what)
    made = product(x, weight, GROUP, Diary()).double()  # (1, n_out)
    for name, matrix in (
        ("ch03.pieces_error", weight),
        ("ch03.pieces_rest", stored_and_widened(weight, GROUP)),
    ):
        exact = x.double() @ matrix.double().T  # (1, n_out)
        yield counted(name, "%", 100 * ((made - exact).norm() / exact.norm()).item())


def times() -> Iterator[Yielded]:
    """Square products and one row, over fresh processes."""
    runs = []
    for turn in range(PROCESSES):
        runs.append(in_fresh_process(partial(speed.take, ROUNDS)))
        yield Step("새 프로세스에서 곱하기", turn + 1, PROCESSES)
        square, row = ([run[part] for run in runs] for part in (0, 1))
        if lost(square) and lost(row):
            break  # more than half of both is lost: no more rounds can save the figures
    for name, taken in (("정사각 곱", square), ("한 행", row)):
        yield Condition(f"잡음 감시, {name}", account(taken))
    yield Condition("한 행의 연산", f"{backend('bf16')}; {backend('int8')}")

    for n in speed.SIZES:
        yield faster(f"ch03.faster_{n}", square, n)
    yield (
        faster("ch03.matrix_unit", square, 1024)
        if has_matrix_unit()
        else Withheld(id="ch03.matrix_unit", unit="배", reason=NO_UNIT)
    )
    yield from one_row(row)
    both = above("ch03.faster_32", 1) & above("ch03.faster_2048", 1)
    yield Claim(id="ch03.always_faster", test=both)
    yield Claim(id="ch03.large_faster", test=at_least("ch03.matrix_unit", 3))
    yield Claim(id="ch03.direct", test=below("ch03.row_int8", 1))
    yield Claim(id="ch03.unpacked", test=above("ch03.row_widened", 1))


def lost(runs: list[Guarded[Pass]]) -> bool:
    """Whether more than half of all rounds that will be asked for are lost already."""
    return 2 * sum(run.rounds - len(run.kept) for run in runs) > PROCESSES * ROUNDS


def faster(name: str, runs: list[Guarded[Pass]], n: int) -> Yielded:
    """How many times as fast bf16 is."""
    pairs = [*speed.ratios(runs, f"fp32_{n}", f"bf16_{n}")]
    return over_processes(name, "배", pairs, negligible=NEGLIGIBLE)


def one_row(runs: list[Guarded[Pass]]) -> Iterator[Yielded]:
    """The time of int8 weights, by two ways, over that of bf16 weights."""
    yield (
        over_processes("ch03.row_int8", "배", [*speed.ratios(runs, "int8", "bf16")])
        if speed.keeps_int8()
        else Withheld(id="ch03.row_int8", unit="배", reason=NO_KERNEL)
    )
    yield over_processes("ch03.row_widened", "배", [*speed.ratios(runs, "widened", "bf16")])


def every(tests: list[Predicate]) -> Predicate:
    """All of them hold."""
    first, *rest = tests
    for one in rest:
        first = first & one
    return first
