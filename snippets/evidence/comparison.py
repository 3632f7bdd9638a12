"""Two records of one experiment, figure by figure: what changed, and whether that is noise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from .claim import Verdict
from .conditions import Conditions
from .display import spread_text, value_text
from .figure import Figure
from .record import Record

WORDS = {Verdict.SUPPORTED: "지지", Verdict.REFUTED: "반박", Verdict.UNDECIDED: "판정불가"}


class Change(StrEnum):
    """What became of a figure."""

    SAME = "같음"
    NOISE = "잡음 안"
    DIFFERENT = "달라짐"
    NEW = "새로 생김"
    GONE = "없어짐"


@dataclass(frozen=True)
class Line:
    """One figure, before and after."""

    id: str
    before: Figure | None
    after: Figure | None

    @property
    def change(self) -> Change:
        """Whether the two can be told apart: exact values by value, others by their intervals.

        Two 95 % intervals that overlap do not show a difference; two that do not, do.
        """
        if self.before is None:
            return Change.NEW
        if self.after is None:
            return Change.GONE
        if self.before.exact or self.after.exact:
            same = self.before.value == self.after.value
            return Change.SAME if same else Change.DIFFERENT
        return Change.NOISE if _overlap(self.before, self.after) else Change.DIFFERENT

    @property
    def percent(self) -> str:
        """Relative change, such as ``+12%``."""
        if self.before is None or self.after is None or not self.before.value:
            return "—"
        return f"{100 * (self.after.value / self.before.value - 1):+.0f}%"


def compare(before: Record | None, after: Record) -> tuple[Line, ...]:
    """All figures of both records, in the order of the new one."""
    old = before.figures if before else {}
    names = [*after.figures, *(name for name in old if name not in after.figures)]
    return tuple(Line(name, old.get(name), after.figures.get(name)) for name in names)


def conditions_changed(before: Conditions, after: Conditions) -> tuple[str, ...]:
    """Conditions that differ, each as ``name: old → new``; times of day are left out."""
    return tuple(_differing(before, after))


def markdown(before: Record | None, after: Record, heads: tuple[str, str]) -> str:
    """A table for a pull request, and below it the conditions that changed."""
    rows = [
        f"| 수치 | {heads[0]} | {heads[1]} | 변화 | 판단 |",
        "|---|---|---|---|---|",
        *(
            f"| `{line.id}` {_label(line)} | {_text(line.before)} | {_text(line.after)} "
            f"| {line.percent} | {line.change} |"
            for line in compare(before, after)
        ),
    ]
    flipped = [f"- {one}" for one in verdicts_changed(before, after)] if before else []
    verdicts = ["", "뒤집힌 판정:", "", *(flipped or ["- 없음"])] if after.claims else []
    changed = conditions_changed(before.conditions, after.conditions) if before else ()
    said = [f"- {one}" for one in changed] or ["- 없음" if before else "- 견줄 기록이 없습니다"]
    return "\n".join([*rows, *verdicts, "", "바뀐 조건:", "", *said]) + "\n"


def verdicts_changed(before: Record, after: Record) -> tuple[str, ...]:
    """Claims whose verdict is another now, each as ``id sentence: old → new``."""
    return tuple(
        f"`{name}` {new.claim.sentence}: {WORDS[old.verdict]} → {WORDS[new.verdict]}"
        for name, new in after.claims.items()
        if (old := before.claims.get(name)) and old.verdict is not new.verdict
    )


def _differing(before: Conditions, after: Conditions) -> Iterator[str]:
    if before.hardware != after.hardware:
        yield f"기계: {before.hardware.summary} → {after.hardware.summary}"
    for table in ("software", "workload", "procedure"):
        old, new = getattr(before, table), getattr(after, table)
        for key in sorted(old.keys() | new.keys()):
            if old.get(key) != new.get(key):
                yield f"{key}: {old.get(key, '없음')} → {new.get(key, '없음')}"
    for key in sorted(before.calibration.keys() & after.calibration.keys()):
        old, new = before.calibration[key], after.calibration[key]
        if old and abs(new / old - 1) > 0.1:
            yield f"기준 커널 {key}: {old:g} → {new:g}"


def _overlap(a: Figure, b: Figure) -> bool:
    ends = (a.low, a.high, b.low, b.high)
    return None not in ends and a.low <= b.high and b.low <= a.high  # type: ignore[operator]


def _label(line: Line) -> str:
    figure = line.after or line.before
    return figure.label if figure else ""


def _text(figure: Figure | None) -> str:
    return f"{value_text(figure)} {spread_text(figure)}".strip() if figure else "—"
