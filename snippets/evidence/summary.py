"""All experiments beside what is published: what a reviewer has to see first, then every table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .claim import Verdict
from .comparison import Change, compare, markdown, verdicts_changed
from .record import Record

HEADS = ("실린 값", "새 값")


@dataclass(frozen=True)
class Pair:
    """One experiment: the published record and the new one; either may be missing."""

    id: str
    title: str
    before: Record | None
    after: Record | None


def summary(pairs: Sequence[Pair]) -> str:
    """Markdown: flipped verdicts, refuted claims, experiments without a record; then the tables."""
    flipped = [one for pair in pairs for one in _flipped(pair)]
    refuted = [one for pair in pairs for one in _refuted(pair)]
    missing = [f"`{one.id}` {one.title}" for one in pairs if one.after is None]
    parts = [
        _listed("뒤집힌 판정", flipped),
        _listed("반박된 주장", refuted),
        _listed("새 기록이 없는 실험", missing),
        f"{_changes(pairs)}\n",
        *(_table(pair, pair.after) for pair in pairs if pair.after is not None),
    ]
    return "\n".join(parts)


def _flipped(pair: Pair) -> tuple[str, ...]:
    return verdicts_changed(pair.before, pair.after) if pair.before and pair.after else ()


def _refuted(pair: Pair) -> Iterator[str]:
    for name, judged in pair.after.claims.items() if pair.after else ():
        if judged.verdict is Verdict.REFUTED:
            yield f"`{name}` {judged.claim.sentence}"


def _listed(head: str, lines: Sequence[str]) -> str:
    body = "\n".join(f"- {line}" for line in lines) or "- 없음"
    return f"## {head} {len(lines)}개\n\n{body}\n"


def _changes(pairs: Sequence[Pair]) -> str:
    lines = [one for pair in pairs if pair.after for one in compare(pair.before, pair.after)]
    counts = ((change, sum(one.change is change for one in lines)) for change in Change)
    return f"## 수치 {len(lines)}개\n\n" + " · ".join(f"{change} {n}개" for change, n in counts)


def _table(pair: Pair, after: Record) -> str:
    return f"### {pair.id} {pair.title}\n\n{markdown(pair.before, after, HEADS)}"
