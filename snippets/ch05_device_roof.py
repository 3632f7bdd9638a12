"""Chapter 05 on a GPU: the roofline of the device that torch sees, by the device's own clock.

No build runs it. On a GPU box: ``python -m snippets run --profile NAME ch05_device``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from .evidence.claim import Claim
from .evidence.experiment import Condition, Evidence, Step, Yielded, experiment
from .evidence.figure import MIN_SAMPLES
from .evidence.guard import Guard, Guarded
from .evidence.passes import Pass, account, each, fresh_passes, passes
from .evidence.predicate import at_least, below
from .evidence.roofline import below_roof
from .evidence.sampling import Value, over_processes
from .evidence.scale import repeats
from .evidence.series import Series, measured_series
from .evidence.withheld import Withheld, too_few
from .gpu import told
from .gpu.device import Device, cuda
from .gpu.event_watch import event_watch
from .gpu.kernels import Sizes, Work, formats_of, points, roofs

PROCESSES, ROUNDS = repeats(4, quick=3), repeats(3, quick=2)
PATIENCE_S = 3  # for each process
FORMATS = ("fp32", "tf32", "bf16", "fp16")
COLUMNS = Sizes().columns
PLACED = ("add", *(f"b{columns}" for columns in COLUMNS))


@experiment(
    "ch05_device",
    title="GPU의 지붕과 그 아래의 점",
    timeout_s=600,
    figures={
        "ch05_device.read": ("GB/s", "장치가 메모리를 읽는 속도"),
        "ch05_device.copy": ("GB/s", "장치가 메모리를 베끼는 속도 (읽기와 쓰기를 더함)"),
        "ch05_device.fp32": ("TFLOP/s", "장치가 fp32 행렬을 곱하는 속도 (TF32 끔)"),
        "ch05_device.tf32": ("TFLOP/s", "장치가 fp32 행렬을 TF32로 곱하는 속도"),
        "ch05_device.bf16": ("TFLOP/s", "장치가 bf16 행렬을 곱하는 속도"),
        "ch05_device.fp16": ("TFLOP/s", "장치가 fp16 행렬을 곱하는 속도"),
        "ch05_device.ridge": ("FLOP/B", "장치의 릿지 포인트"),
        "ch05_device.add_rate": ("TFLOP/s", "벡터 덧셈의 연산 속도"),
        "ch05_device.add_share": ("%", "벡터 덧셈: 지붕까지의 몫"),
        "ch05_device.b1_rate": ("TFLOP/s", "열 1개의 연산 속도"),
        "ch05_device.b1_share": ("%", "열 1개: 지붕까지의 몫"),
        "ch05_device.b16_rate": ("TFLOP/s", "열 16개의 연산 속도"),
        "ch05_device.b16_share": ("%", "열 16개: 지붕까지의 몫"),
        "ch05_device.b64_rate": ("TFLOP/s", "열 64개의 연산 속도"),
        "ch05_device.b64_share": ("%", "열 64개: 지붕까지의 몫"),
        "ch05_device.b256_rate": ("TFLOP/s", "열 256개의 연산 속도"),
        "ch05_device.b256_share": ("%", "열 256개: 지붕까지의 몫"),
        "ch05_device.b1024_rate": ("TFLOP/s", "열 1024개의 연산 속도"),
        "ch05_device.b1024_share": ("%", "열 1024개: 지붕까지의 몫"),
        "ch05_device.b1_of_peak": ("%", "열 1개가 쓴 최대 연산 속도의 몫"),
        "ch05_device.b1024_of_peak": ("%", "열 1024개가 쓴 최대 연산 속도의 몫"),
    },
    series={"ch05_device.roofline": ("TFLOP/s", "연산 속도")},
    claims={
        "ch05_device.starved": "열 하나를 곱할 때 이 장치는 최대 연산 속도의 5%도 쓰지 못한다.",
        "ch05_device.fed": "열 1024개를 한꺼번에 곱하면 최대 연산 속도의 절반 이상을 쓴다.",
    },
    workload={
        "행렬": "W 8192×8192, 열 b개. W 네 개를 번갈아 씀",
        "덧셈": "fp32 벡터 둘을 더해 셋째에 씀. 벡터마다 1 GiB",
        "지붕": "1 GiB 벡터의 자기 내적(읽기), 베끼기, 8192×8192 행렬 곱(연산). 수는 난수",
    },
    procedure={
        "측정": "새 프로세스 4번 × 3회, 회차마다 순서를 섞어 번갈아",
        "시계": "장치의 이벤트(torch.cuda.Event). 첫 호출은 재지 않고, 일이 놓인 그 스트림에 적음",
        "바이트": "입력, 가중치, 출력을 한 번씩 옮긴다고 보고 셈",
        "지붕": "같은 회차에 잰 속도로 그림. 지붕의 1.1배를 넘는 점은 싣지 않음",
        "잡음 감시의 한계": "CPU만 봅니다. 같은 GPU를 쓰는 이웃은 흩어짐으로만 드러납니다",
    },
    on_request=True,
)
def device_roofline() -> Iterator[Yielded]:
    """Take the roofs and the points in turn; without a device, say so and leave no record."""
    cuda()  # first of all: an error here is clear, and nothing was measured
    one = told.described()
    for name, text in told.conditions(one, told.from_tool(one.uuid)).items():
        yield Condition(name, text)
    runs: list[Guarded[Pass]] = []
    for run in fresh_passes(take, PROCESSES):
        runs.append(run)
        yield Step("새 프로세스에서 지붕과 점 재기", len(runs), PROCESSES)
    yield Condition(
        "장치: 끝난 직후의 SM 클럭", told.from_tool(one.uuid).get("SM 클럭", told.UNKNOWN)
    )
    yield Condition("행렬의 형식", matrix_format(formats()))
    yield Condition("잡음 감시", account(runs))
    yield from findings(runs, formats())


def take() -> Guarded[Pass]:
    """Guarded passes in this process, on the first device."""
    torch.manual_seed(0)
    return passes_on(cuda(), formats(), Sizes(), Guard(PATIENCE_S))


def formats() -> tuple[str, ...]:
    """What the first device multiplies by itself."""
    return formats_of(torch.cuda.get_device_capability(0), hip=torch.version.hip is not None)


def matrix_format(having: Sequence[str]) -> str:
    """The format of the points' matrix."""
    return "bf16" if "bf16" in having else "fp16"


def passes_on(device: Device, having: tuple[str, ...], sizes: Sizes, guard: Guard) -> Guarded[Pass]:
    """The same on any device; every value is a rate, or worked out from one's pass."""
    kind = matrix_format(having)
    found = {**roofs(device, having, sizes), **points(device, kind, sizes)}
    takes = {name: event_watch(device, one.run) for name, one in found.items()}
    return passes(takes, ROUNDS, guard).of(lambda seconds: placed(seconds, found, kind))


def placed(seconds: Pass, work: dict[str, Work], kind: str) -> Pass:
    """One pass: roofs in GB/s and TFLOP/s, and each point against the roofs beside it."""
    turn = {name: work[name].nbytes / seconds[name] / 1e9 for name in ("read", "copy")}
    turn |= {name: work[name].flop / seconds[name] / 1e12 for name in FORMATS if name in work}
    memory = max(turn["read"], turn["copy"])  # GB/s
    turn["ridge"] = 1e3 * turn[kind] / memory
    for name in PLACED:
        turn[name] = work[name].flop / seconds[name] / 1e12
        turn[f"{name}_intensity"] = work[name].flop / work[name].nbytes
        turn[f"{name}_roof"] = min(turn[kind], memory * turn[f"{name}_intensity"] / 1e3)
        turn[f"{name}_share"] = 100 * turn[name] / turn[f"{name}_roof"]
        turn[f"{name}_of_peak"] = 100 * turn[name] / turn[kind]
    return turn


def findings(runs: Sequence[Guarded[Pass]], having: tuple[str, ...]) -> Iterator[Evidence]:
    """All that is declared, from the passes of all processes."""
    for name in ("read", "copy"):
        yield over_processes(f"ch05_device.{name}", "GB/s", column(runs, name))
    for name in FORMATS:
        if name in having:
            yield over_processes(f"ch05_device.{name}", "TFLOP/s", column(runs, name))
        else:
            reason = f"이 장치에는 {name}의 행렬 곱이 없습니다"
            yield Withheld(id=f"ch05_device.{name}", unit="TFLOP/s", reason=reason)
    yield over_processes("ch05_device.ridge", "FLOP/B", column(runs, "ridge"))
    rates: dict[str, Value] = {}
    for name in PLACED:
        share = over_processes(f"ch05_device.{name}_share", "%", column(runs, f"{name}_share"))
        rate = over_processes(f"ch05_device.{name}_rate", "TFLOP/s", column(runs, name))
        share, rates[name] = below_roof(rate, share)
        yield from (share, rates[name])
    for name in ("b1", "b1024"):
        of_peak = column(runs, f"{name}_of_peak")
        yield over_processes(f"ch05_device.{name}_of_peak", "%", of_peak)
    yield chart(runs, rates)
    yield Claim(id="ch05_device.starved", test=below("ch05_device.b1_of_peak", 5))
    yield Claim(id="ch05_device.fed", test=at_least("ch05_device.b1024_of_peak", 50))


def column(runs: Sequence[Guarded[Pass]], name: str) -> list[Guarded[float]]:
    """One value of every pass."""
    return each(runs, lambda turn: turn[name])


def chart(runs: Sequence[Guarded[Pass]], rates: dict[str, Value]) -> Series | Withheld:
    """Both axes logarithmic: a roof that rises with the intensity, then lies flat."""
    over = {name: over_processes(name, "TFLOP/s", column(runs, f"{name}_roof")) for name in PLACED}
    gaps = [one.reason for one in (*over.values(), *rates.values()) if isinstance(one, Withheld)]
    samples: dict[tuple[str, float], tuple[float, ...]] = {}
    for name in () if gaps else PLACED:
        intensity = float(f"{runs[0].samples[0][f'{name}_intensity']:.2g}")  # for the axis
        group = "덧셈" if name == "add" else "행렬"
        samples["지붕", intensity] = over[name].samples
        samples[group, intensity] = rates[name].samples
    fewest = min(map(len, samples.values()), default=0)
    if gaps or fewest < MIN_SAMPLES:
        reason = gaps[0] if gaps else too_few(fewest, MIN_SAMPLES)
        return Withheld(id="ch05_device.roofline", unit="TFLOP/s", reason=reason)
    return measured_series(
        "ch05_device.roofline",
        "TFLOP/s",
        samples,
        label="연산 속도",
        x_label="연산 강도",
        x_unit="FLOP/B",
        x_scale="log",
        y_scale="log",
    )
