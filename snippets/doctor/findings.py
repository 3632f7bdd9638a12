"""Facts in, findings out: what is good, what is doubtful, what makes measuring worthless."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..evidence.guard import FOREIGN_LIMIT, STEAL_LIMIT
from .facts import Facts, Trial

NEEDED_GIB = 4.0
"""The experiment that takes most holds a model of 100M parameters twice, and what torch needs."""

APART_LIMIT = 0.05
SCATTER_LIMIT = 0.10
CLOCKS = {"tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page"}
"""Clocks that are read in some tens of nanoseconds, without a call into the kernel."""


class Level(StrEnum):
    """How much a finding weighs; ``BAD`` alone fails."""

    GOOD = "좋음"
    DOUBT = "주의"
    BAD = "나쁨"
    UNKNOWN = "모름"


@dataclass(frozen=True)
class Finding:
    """One line of the report; ``mend`` is empty where nothing is to be done."""

    level: Level
    name: str
    said: str
    mend: str = ""


def findings(facts: Facts) -> list[Finding]:
    """Everything there is to say, in the order in which it is worth mending."""
    return [
        _torch(facts),
        _neighbours(facts),
        _steal(facts),
        *_trial(facts.trial),
        _cores(facts),
        _threads(facts),
        _memory(facts),
        _pages(facts),
        _instructions(facts),
        _clock(facts),
        _governor(facts),
    ]


def _torch(facts: Facts) -> Finding:
    if facts.torch is None:
        mend = "python -m pip install -r requirements.txt. 글만 고친다면 없어도 됩니다"
        return Finding(Level.BAD, "torch", "없습니다. 실험을 돌릴 수 없습니다", mend)
    return Finding(Level.GOOD, "torch", facts.torch)


def _neighbours(facts: Facts) -> Finding:
    said = f"다른 프로그램이 CPU {facts.foreign_cpus:.2f}개를 쓰고 있습니다"
    if facts.foreign_cpus <= FOREIGN_LIMIT:
        return Finding(Level.GOOD, "이웃", f"{said} (한계 {FOREIGN_LIMIT})")
    mend = "브라우저와 편집기의 색인, 다른 빌드를 멈추고 다시 하세요. top이 누구인지 알려 줍니다"
    return Finding(Level.BAD, "이웃", f"{said} (한계 {FOREIGN_LIMIT})", mend)


def _steal(facts: Facts) -> Finding:
    if not facts.has_proc:
        said = "/proc이 없어 하이퍼바이저가 빼앗은 시간을 볼 수 없습니다"
        return Finding(Level.UNKNOWN, "빼앗긴 시간", said, "A/A의 흩어짐으로 짐작하세요")
    said = f"{100 * facts.steal_share:.1f}% (한계 {100 * STEAL_LIMIT:.0f}%)"
    if facts.steal_share <= STEAL_LIMIT:
        return Finding(Level.GOOD, "빼앗긴 시간", said)
    mend = "같은 서버의 다른 가상 머신이 바쁩니다. 나중에 다시 하거나 전용 기계에서 재세요"
    return Finding(Level.BAD, "빼앗긴 시간", said, mend)


def _trial(trial: Trial | None) -> Iterator[Finding]:
    if trial is None:
        yield Finding(Level.UNKNOWN, "A/A", "torch가 없어 재 보지 못했습니다")
        return
    account = f"{trial.rounds}회 가운데 {trial.kept}회 채택"
    if 2 * trial.kept < trial.rounds:
        mend = "이웃이 조용할 때 다시 하세요. 이대로 재면 값 대신 판정불가가 나갑니다"
        yield Finding(Level.BAD, "A/A", f"회차를 너무 많이 버렸습니다: {account}", mend)
        return
    said = (
        f"같은 일 둘의 차이 {100 * trial.apart:.1f}%, 흩어짐 {100 * trial.scatter:.1f}%, {account}"
    )
    if trial.apart > APART_LIMIT or trial.scatter > SCATTER_LIMIT:
        mend = "이보다 작은 차이는 이 기계에서 말할 수 없습니다. 절전 모드와 발열, 이웃을 보세요"
        yield Finding(Level.BAD, "A/A", said, mend)
    else:
        yield Finding(Level.GOOD, "A/A", said)
    yield Finding(Level.GOOD, "메모리 읽기", f"스레드 하나로 {trial.read_gbps:.1f} GB/s")


def _cores(facts: Facts) -> Finding:
    name = "CPU"
    if facts.allowed is None or facts.quota is None:
        said = f"{facts.cpus}개. 그 가운데 몇 개를 쓸 수 있는지는 이 운영체제가 알려 주지 않습니다"
        return Finding(Level.UNKNOWN, name, said)
    if facts.quota < facts.allowed:
        said = f"{facts.allowed}개가 보이지만 컨테이너의 한도는 {facts.quota:g}개입니다"
        mend = "한도에 걸리면 중간에 멈춥니다. 컨테이너의 CPU 한도를 없애세요(--cpus)"
        return Finding(Level.BAD, name, said, mend)
    if facts.allowed < 2:
        mend = "서버와 클라이언트가 한 CPU를 다툽니다. CPU를 둘 이상 주세요(taskset, --cpuset-cpus)"
        return Finding(Level.BAD, name, "쓸 수 있는 CPU가 하나뿐입니다", mend)
    if facts.allowed < facts.cpus:
        said = f"{facts.cpus}개 가운데 {facts.allowed}개만 쓸 수 있습니다(affinity)"
        return Finding(Level.DOUBT, name, said, "일부러 묶은 것이 아니라면 푸세요")
    return Finding(Level.GOOD, name, f"{facts.allowed}개를 모두 쓸 수 있습니다")


def _threads(facts: Facts) -> Finding:
    if facts.threads is None:
        said = "OMP_NUM_THREADS를 정하지 않았습니다. 실험이 스스로 정합니다"
        return Finding(Level.GOOD, "스레드", said)
    said = f"OMP_NUM_THREADS={facts.threads}. 실험은 이 값을 쓰지 않고 스스로 정합니다"
    return Finding(Level.DOUBT, "스레드", said, "헷갈리지 않게 지우세요: unset OMP_NUM_THREADS")


def _memory(facts: Facts) -> Finding:
    said = f"{facts.free_gib:.1f} GiB를 더 쓸 수 있습니다"
    if facts.free_gib >= NEEDED_GIB:
        return Finding(Level.GOOD, "메모리", said)
    mend = f"{NEEDED_GIB:g} GiB를 비우세요. 모자라면 스왑으로 느려지거나 실험이 죽습니다"
    return Finding(Level.BAD, "메모리", said, mend)


def _pages(facts: Facts) -> Finding:
    if facts.huge_pages is None:
        said = "이 운영체제는 2 MiB 페이지를 쓰는지 알려 주지 않습니다"
        return Finding(Level.UNKNOWN, "큰 페이지", said)
    if facts.huge_pages != "never":
        return Finding(Level.GOOD, "큰 페이지", facts.huge_pages)
    mend = "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"
    said = "never: 가중치를 읽는 실험이 느려지고, 다른 기계의 값과 견줄 수 없습니다"
    return Finding(Level.DOUBT, "큰 페이지", said, mend)


def _instructions(facts: Facts) -> Finding:
    said = ", ".join(facts.features) or "알려진 것이 없습니다"
    if {"amx_bf16", "avx512_bf16"} & set(facts.features):
        return Finding(Level.GOOD, "명령어", said)
    more = "bf16 행렬곱을 하는 명령어가 없습니다. bf16이 fp32보다 느리게 나올 수 있습니다"
    return Finding(Level.DOUBT, "명령어", f"{said} · {more}", "값은 옳습니다. 기계의 조건입니다")


def _clock(facts: Facts) -> Finding:
    if facts.clock is None:
        said = "이 운영체제는 시계가 어디서 오는지 알려 주지 않습니다"
        return Finding(Level.UNKNOWN, "시계", said)
    if facts.clock in CLOCKS:
        return Finding(Level.GOOD, "시계", facts.clock)
    mend = "짧은 구간을 재는 값이 커집니다. 커널이 왜 tsc를 버렸는지 dmesg에서 보세요"
    return Finding(Level.DOUBT, "시계", f"{facts.clock}: 읽는 데 오래 걸립니다", mend)


def _governor(facts: Facts) -> Finding:
    if facts.governor is None:
        said = "읽을 수 없습니다. 가상 머신이면 보통 그렇습니다"
        return Finding(Level.UNKNOWN, "클럭 정책", said)
    if facts.governor == "performance":
        return Finding(Level.GOOD, "클럭 정책", facts.governor)
    mend = "전원을 꽂고, sudo cpupower frequency-set -g performance"
    said = f"{facts.governor}: 재는 동안 클럭이 바뀔 수 있습니다"
    return Finding(Level.DOUBT, "클럭 정책", said, mend)
