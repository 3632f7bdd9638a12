"""The device layer without a device: marks, rates, conditions, and a clear no."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch

from snippets import ch05_device_roof as roof
from snippets.evidence.figure import Figure
from snippets.evidence.guard import Guarded
from snippets.evidence.passes import Pass
from snippets.evidence.problem import GuideError
from snippets.evidence.withheld import Withheld
from snippets.evidence.yielded import Collected
from snippets.gpu import told
from snippets.gpu.device import cuda
from snippets.gpu.event_watch import MOST_CALLS, event_watch
from snippets.gpu.kernels import Sizes, Work, formats_of, points, roofs
from tests.conftest import ROOT
from tests.measuring.machine import FakeMachine

from .fake import FakeDevice

ALL = ("fp32", "tf32", "bf16", "fp16")
SMALL = Sizes(numbers=64, order=8, width=8, copies=2)


def test_a_take_is_one_call_by_the_devices_clock() -> None:
    device = FakeDevice()
    take = event_watch(device, lambda: device.work(0.25))
    assert take() == pytest.approx(0.25)


def test_the_first_call_lies_before_the_first_mark() -> None:
    device = FakeDevice()
    take = event_watch(device, lambda: device.work(0.25))
    device.log.clear()
    take()
    assert device.log == ["work", "mark", "work", "mark"]


def test_a_short_call_is_repeated_until_the_stretch_is_long_enough() -> None:
    device = FakeDevice()
    take = event_watch(device, lambda: device.work(1e-4))
    device.log.clear()
    assert take() == pytest.approx(1e-4)
    assert device.log.count("work") == 1 + 24  # 2 ms and a fifth more, and the one before


def test_a_call_of_next_to_nothing_is_not_repeated_for_ever() -> None:
    device = FakeDevice()
    take = event_watch(device, lambda: device.work(1e-12))
    device.log.clear()
    take()
    assert device.log.count("work") == 1 + MOST_CALLS


@pytest.mark.parametrize(("step", "said"), [(0.0, "0"), (-1.0, "-1"), (float("nan"), "nan")])
def test_a_clock_that_does_not_go_forward(step: float, said: str) -> None:
    device = FakeDevice()
    with pytest.raises(GuideError) as error:
        event_watch(device, lambda: device.work(step))
    assert str(error.value) == (
        f":1: device-clock 장치의 시계가 앞으로 가지 않았습니다: {said} s "
        "(드라이버와 torch의 판이 맞는지 보고 다시 재세요)"
    )


def test_no_device() -> None:
    with pytest.raises(GuideError) as error:
        cuda(built_for=lambda: "13.0", available=lambda: False)
    assert str(error.value) == (
        ":1: device-absent 이 기계에서 GPU를 찾지 못했습니다 (nvidia-smi 가 장치를 보여 주는지, "
        "CUDA_VISIBLE_DEVICES 가 비어 있지 않은지 보세요)"
    )


def test_a_torch_for_no_device() -> None:
    with pytest.raises(GuideError) as error:
        cuda(built_for=lambda: None, available=lambda: False)
    assert str(error.value) == (
        ":1: device-torch 이 torch는 CPU만 압니다 "
        "(GPU가 있는 기계에 CUDA판 torch를 설치하고 다시 재세요)"
    )


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a device")
def test_without_a_device_the_experiment_says_so_and_leaves_no_record() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "snippets", "run", "--quick", "ch05_device"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (1, "")
    (line,) = [one for one in result.stderr.splitlines() if "device-" in one]
    assert line.startswith("snippets/ch05_device_roof.py:")
    assert not list((ROOT / ".cache").glob("*/*/ch05_device.json"))


def test_every_kernel_does_its_work_on_the_device_and_knows_its_size() -> None:
    device = FakeDevice()
    made = {**roofs(device, ALL, SMALL), **points(device, "bf16", SMALL)}
    for work in made.values():
        work.run()
    assert {name: (work.flop, work.nbytes) for name, work in made.items()} == {
        "read": (128, 256),
        "copy": (0, 512),
        "fp32": (1024, 768),
        "tf32": (1024, 768),
        "bf16": (1024, 384),
        "fp16": (1024, 384),
        "add": (64, 768),
        "b1": (128, 160),
        "b16": (2048, 640),
        "b64": (8192, 2176),
        "b256": (32768, 8320),
        "b1024": (131072, 32896),
    }


def test_fp32_is_not_tf32() -> None:
    made = roofs(FakeDevice(), ALL, SMALL)
    seen = []
    for name in ("fp32", "tf32", "fp32"):
        made[name].run()
        seen.append(torch.get_float32_matmul_precision())
    assert seen == ["highest", "high", "highest"]


@pytest.mark.parametrize(
    ("capability", "hip", "formats"),
    [
        ((9, 0), False, ALL),
        ((8, 0), False, ALL),
        ((7, 5), False, ("fp32", "fp16")),
        ((9, 4), True, ("fp32", "bf16", "fp16")),
    ],
)
def test_formats_that_are_only_imitated_are_no_roof(
    capability: tuple[int, int], hip: bool, formats: tuple[str, ...]
) -> None:
    assert formats_of(capability, hip) == formats


GB = {"read": 4000.0, "copy": 3800.0}
TFLOP = {"fp32": 50.0, "tf32": 400.0, "bf16": 800.0, "fp16": 750.0}


def seconds_and_work(fast: float = 0.8) -> tuple[Pass, dict[str, Work]]:
    """A made-up device; every point reaches a share ``fast`` of its roof."""
    sizes = Sizes()
    work, seconds = {}, {}
    for name, rate in GB.items():
        work[name] = Work(0, 1e9, lambda: None)
        seconds[name] = 1 / rate
    for name, rate in TFLOP.items():
        work[name] = Work(1e12, 1, lambda: None)
        seconds[name] = 1 / rate
    shapes = {"add": (1e9, 12e9)}
    for b in sizes.columns:
        shapes[f"b{b}"] = (2 * b * 8192**2, 2 * (8192**2 + 2 * b * 8192))
    for name, (flop, nbytes) in shapes.items():
        work[name] = Work(flop, nbytes, lambda: None)
        seconds[name] = max(flop / 800e12, nbytes / 4000e9) / fast
    return seconds, work


def turn(fast: float = 0.8) -> Pass:
    seconds, work = seconds_and_work(fast)
    return roof.placed(seconds, work, "bf16")


def runs(one: Pass) -> list[Guarded[Pass]]:
    """Four processes of three clean rounds, a thousandth apart."""
    return [
        Guarded(
            kept=tuple(
                ({name: v * (1 + 0.001 * (p + r)) for name, v in one.items()},) for r in range(3)
            ),
            thrown=(),
            rounds=3,
            retried=0,
        )
        for p in range(4)
    ]


def collected(one: Pass, having: Sequence[str] = ALL) -> Collected:
    found = Collected(roof.device_roofline)
    for item in roof.findings(runs(one), tuple(having)):
        found.add(item)
    found.check_complete()
    return found


def test_a_pass_gives_roofs_and_shares() -> None:
    made = turn()
    assert {name: made[name] for name in (*GB, *TFLOP)} == pytest.approx(GB | TFLOP)
    assert made["ridge"] == pytest.approx(200)
    assert made["b1_share"] == pytest.approx(80)
    assert made["b1_roof"] == pytest.approx(4.0, rel=0.001)  # one FLOP a byte
    assert made["b1024_roof"] == pytest.approx(800)
    assert made["b1_of_peak"] == pytest.approx(0.4, rel=0.001)


def test_everything_declared_is_yielded_and_the_claims_hold() -> None:
    found = collected(turn())
    assert found.withheld == {}
    assert found.figures["ch05_device.bf16"].value == pytest.approx(800, rel=0.01)
    judged = found.judged()
    assert {name: str(one.verdict) for name, one in judged.items()} == {
        "ch05_device.starved": "supported",
        "ch05_device.fed": "supported",
    }


def test_a_format_that_is_not_there_is_withheld() -> None:
    found = collected(turn(), ("fp32", "bf16", "fp16"))
    assert found.withheld["ch05_device.tf32"].reason == "이 장치에는 tf32의 행렬 곱이 없습니다"


def test_a_point_above_the_roof_is_a_fault_and_not_shown() -> None:
    found = collected(turn(fast=1.3))
    reason = "잰 값 130%이(가) 같은 기계에서 잰 한계 110%을(를) 넘습니다: 측정 오류입니다"
    assert {name for name, one in found.withheld.items() if one.reason == reason} == {
        *(f"ch05_device.{name}_share" for name in roof.PLACED),
        *(f"ch05_device.{name}_rate" for name in roof.PLACED),
        "ch05_device.roofline",
    }


def test_a_busy_machine_gives_no_figure() -> None:
    lost = [replace(run, kept=(), thrown=run.kept) for run in runs(turn())]
    items = list(roof.findings(lost, ALL))
    assert not [item for item in items if isinstance(item, Figure)]
    assert {item.reason for item in items if isinstance(item, Withheld)} == {
        "기계가 바빴습니다 (조용한 회차 0/12)"
    }


def test_passes_on_a_device_go_through_guard_and_marks() -> None:
    machine, device = FakeMachine(), FakeDevice()
    tick = iter(range(1, 10**6))
    device.mark = lambda: _Ticking(device, tick)  # type: ignore[method-assign,assignment,return-value]
    guard = replace(machine.guard(), clock=lambda: next(tick))
    taken = roof.passes_on(device, ALL, SMALL, guard)
    assert len(taken.kept) == roof.ROUNDS
    assert {"read", "tf32", "ridge", "b1024_share"} <= taken.samples[0].keys()


class _Ticking:
    """A mark of a device whose clock goes on by a second a mark."""

    def __init__(self, device: FakeDevice, tick: object) -> None:
        self.device, self.tick, self.at = device, tick, 0.0

    def record(self) -> None:
        assert self.device.inside
        self.at = float(next(self.tick))  # type: ignore[call-overload]

    def synchronize(self) -> None:
        assert not self.device.inside

    def elapsed_time(self, end: _Ticking) -> float:
        return 1e3 * (end.at - self.at)


H200 = told.Description(
    name="NVIDIA H200",
    count=1,
    memory_bytes=139 * 2**30,
    free_bytes=138 * 2**30,
    units=132,
    capability="9.0",
    toolkit="CUDA 13.0",
    uuid="0123-abc",
)
LINE = "580.82.07, 700.00 W, 345 MHz, 1980 MHz, 3201 MHz, Disabled, Enabled, 31\n"


def test_what_a_device_says_of_itself() -> None:
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> str:
        asked.append(command)
        return LINE

    assert told.conditions(H200, told.from_tool(H200.uuid, run)) == {
        "장치": "NVIDIA H200 · 139 GiB · SM 132개 · 계산 능력 9.0",
        "보이는 장치": "1개 가운데 하나",
        "장치의 소프트웨어": "CUDA 13.0",
        "시작할 때 쓰이던 장치 메모리": "1.0 GiB",
        "장치: 드라이버": "580.82.07",
        "장치: 전력 한도": "700.00 W",
        "장치: SM 클럭": "345 MHz",
        "장치: SM 최대 클럭": "1980 MHz",
        "장치: 메모리 클럭": "3201 MHz",
        "장치: MIG": "Disabled",
        "장치: ECC": "Enabled",
        "장치: 온도": "31",
    }
    assert asked[0][-1] == "--id=GPU-0123-abc"
    assert not any("0123" in text for text in told.conditions(H200, {}).values())


@pytest.mark.parametrize("answer", ["", "a, b\n", LINE * 2, "No devices were found\n"])
def test_an_answer_that_is_none_says_nothing(answer: str) -> None:
    assert told.from_tool("x", lambda _: answer) == {}


def test_a_value_that_could_be_anything_else_is_left_out() -> None:
    odd = LINE.replace("Disabled", "[N/A]").replace("31", "<b>31</b>")
    found = told.from_tool("x", lambda _: odd)
    assert "MIG" not in found
    assert "온도" not in found
    assert told.conditions(H200, found)["장치: MIG"] == "알 수 없음"


def test_without_the_tool() -> None:
    def none(_: Sequence[str]) -> str:
        raise FileNotFoundError

    assert told.from_tool("x", none) == {}
