"""What changed from one taking to the next: what the value depended on, and the value itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from snippets.evidence.comparison import WORDS

from .entry import Entry, Value

DRIFT = 0.1
"""A calibration kernel that differs by more than this says that the machine itself did."""

KERNELS = {"matmul_gflops": ("행렬 곱", "GFLOP/s"), "read_gbps": ("메모리 읽기", "GB/s")}


class Cause(StrEnum):
    """What may have moved a value."""

    CODE = "코드"
    PACKAGES = "패키지"
    MACHINE = "기계"
    SPEED = "기계의 빠르기"
    NOTHING = "바뀐 것 없음"


@dataclass(frozen=True)
class Reason:
    """One thing that differs between two takings; ``details`` are names, or old → new."""

    cause: Cause
    details: tuple[str, ...] = ()


def reasons(before: Entry, after: Entry) -> tuple[Reason, ...]:
    """All that differs between two takings that follow each other."""
    return tuple(_reasons(before, after)) or (Reason(Cause.NOTHING),)


def _reasons(before: Entry, after: Entry) -> Iterator[Reason]:
    if after.sources:
        yield Reason(Cause.CODE, tuple(after.sources))
    old, new = before.software, after.software
    names = sorted(name for name in old.keys() & new.keys() if old[name] != new[name])
    if names:
        yield Reason(Cause.PACKAGES, tuple(f"{name} {old[name]} → {new[name]}" for name in names))
    if before.machine != after.machine:
        yield Reason(Cause.MACHINE, (f"{before.machine} → {after.machine}",))
    if drifted := tuple(_drifted(before.calibration, after.calibration)):
        yield Reason(Cause.SPEED, drifted)


def _drifted(old: dict[str, float], new: dict[str, float]) -> Iterator[str]:
    for key, (name, unit) in KERNELS.items():
        was, now = old.get(key), new.get(key)
        if was and now and abs(now / was - 1) > DRIFT:
            yield f"{name} {was:g} → {now:g} {unit}"


def same_conditions(found: Iterable[Reason]) -> bool:
    """Whether nothing in the project, its packages or its machine changed."""
    return {reason.cause for reason in found} <= {Cause.NOTHING, Cause.SPEED}


def moved(before: Value, after: Value) -> bool:
    """Whether two values can be told apart: exact ones by value, others by their intervals."""
    if before.unit != after.unit:
        return False  # not the same quantity
    ends = (before.low, before.high, after.low, after.high)
    if None in ends:
        return before.value != after.value
    low, high, new_low, new_high = ends
    return bool(new_low > high or low > new_high)  # type: ignore[operator]


@dataclass(frozen=True)
class Move:
    """A figure that left its interval."""

    id: str
    before: Value
    after: Value


@dataclass(frozen=True)
class Flip:
    """A claim whose verdict became another."""

    id: str
    before: str
    after: str


def moves(before: Entry, after: Entry) -> tuple[Move, ...]:
    """The figures of two takings that can be told apart."""
    both = (
        (name, before.figures[name], one)
        for name, one in after.figures.items()
        if name in before.figures
    )
    return tuple(Move(name, old, new) for name, old, new in both if moved(old, new))


def flips(before: Entry, after: Entry) -> tuple[Flip, ...]:
    """The claims of two takings whose verdicts differ."""
    return tuple(
        Flip(name, WORDS[before.claims[name]], WORDS[verdict])
        for name, verdict in after.claims.items()
        if name in before.claims and before.claims[name] is not verdict
    )
