"""Whether the numbers of a record can be: no time of nothing, no rate above the machine's roof."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .display import quantity
from .figure import MIN_SAMPLES, ClaimType, Figure, is_duration
from .record import Record
from .spread import MIN_PROCESSES

TOLERANCE = 1.1
"""As ``roofline.TOLERANCE``, which cannot be imported where torch is missing."""

ROOFS = {
    "ch05_roof": ("read", "matmul"),
    "ch05_phases": ("read", "matmul"),
    "bench": ("read", "matmul"),
    "ch05_device": ("read", "copy", "fp32", "tf32", "bf16", "fp16"),
}
"""Experiments that measure roofs, and the figures that are roofs; others stand under the first."""

SHARED = "ch05_roof"

IN_CACHE = frozenset(
    f"ch06.read_{size}" for size in ("16k", "64k", "256k", "1m", "4m", "16m", "64m")
)
"""Reads of what a cache holds; the roof is that of memory."""

PREFIX = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}


@dataclass(frozen=True)
class Doubt:
    """Why a figure cannot be: the code of the error and its words."""

    code: str
    text: str


def rate(value: float, unit: str) -> tuple[str, float] | None:
    """``B/s`` or ``FLOP/s`` and how many of them; nothing for any other unit."""
    found = re.fullmatch(r"([kMGTP]?)(B|FLOP)/s", unit)
    return (f"{found[2]}/s", value * PREFIX[found[1]]) if found else None


def ceiling(limit: Figure) -> float:
    """The value above which nothing is believed; as ``roofline.roof``."""
    high = limit.value if limit.high is None else limit.high
    return high * max(high / limit.value, TOLERANCE)


def doubts(record: Record) -> Iterator[Doubt]:
    """What is wrong with the figures by themselves."""
    for one in record.figures.values():
        if one.exact or one.claim_type is not ClaimType.MEASURED:
            continue
        n = len(one.samples)
        if n < MIN_PROCESSES:
            yield Doubt(
                "record-samples", f"{one.id}: 표본이 {n}개뿐입니다 ({MIN_PROCESSES}개 이상)"
            )
        elif not min(one.samples) <= one.value <= max(one.samples):
            yield Doubt("record-value", f"{one.id}: 값이 표본의 밖에 있습니다")
        if (low := _impossible(one.unit, (one.value, *one.samples))) is not None:
            yield Doubt(
                "record-time", f"{one.id}: 시간이나 속도가 0 이하입니다: {low:g} {one.unit}"
            )
    for series in record.series.values():
        measured = [point for point in series.points if point.low is not None]
        if few := [point for point in measured if point.n < MIN_SAMPLES]:
            text = f"{series.id}: 표본이 {few[0].n}개뿐입니다 ({MIN_SAMPLES}개 이상)"
            yield Doubt("record-samples", text)
        low = _impossible(series.unit, [point.value for point in measured])
        if low is not None:
            text = f"{series.id}: 시간이나 속도가 0 이하입니다: {low:g} {series.unit}"
            yield Doubt("record-time", text)


def _impossible(unit: str, values: Iterable[float]) -> float | None:
    lowest = min(values, default=1.0)
    positive = is_duration(unit) or unit.endswith("/s")
    return lowest if positive and lowest <= 0 else None


def above_roof(record: Record, roofs: dict[str, Figure], threads: int) -> Iterator[Doubt]:
    """Rates above the highest roof of their kind; the roofs of a CPU are those of one thread."""
    for id_, unit, value in _rates(record):
        found = rate(value, unit)
        limit = roofs.get(found[0]) if found else None
        if found is None or limit is None:
            continue
        top = rate(ceiling(limit), limit.unit)
        assert top is not None  # a roof is a rate
        if found[1] > threads * top[1]:
            said = quantity(value, unit), quantity(threads * ceiling(limit), limit.unit)
            text = f"{id_}: {said[0]}이(가) 같은 기계에서 잰 한계 {said[1]}을(를) 넘습니다"
            yield Doubt("record-above-roof", text)


def needs_roof(record: Record) -> bool:
    """Whether a record has rates that something has to stand above."""
    return any(rate(value, unit) for _, unit, value in _rates(record))


def roofs_of(record: Record) -> dict[str, Figure]:
    """The highest roof of each kind that a record measured: ``B/s`` and ``FLOP/s``."""
    best: dict[str, Figure] = {}
    for name in ROOFS.get(record.experiment, ()):
        figure = record.figures.get(f"{record.experiment}.{name}")
        found = rate(figure.value, figure.unit) if figure else None
        if figure is None or found is None:
            continue
        kind, value = found
        held = rate(best[kind].value, best[kind].unit) if kind in best else None
        if held is None or value > held[1]:
            best[kind] = figure
    return best


def _rates(record: Record) -> Iterator[tuple[str, str, float]]:
    for one in record.figures.values():
        if one.id not in IN_CACHE:
            yield one.id, one.unit, one.value
    for series in record.series.values():
        for point in series.points:
            yield series.id, series.unit, point.value
