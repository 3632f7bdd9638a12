"""Findings as text, and the exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .findings import Finding, Level


def lines(summary: str, found: Sequence[Finding]) -> Iterator[str]:
    """The report, for a person."""
    yield summary
    yield ""
    for one in found:
        yield f"[{one.level}] {one.name}: {one.said}"
        if one.mend:
            yield f"       → {one.mend}"
    yield ""
    yield _verdict(found)


def exit_code(found: Sequence[Finding]) -> int:
    """1 when measuring here and now is worthless."""
    return int(any(one.level is Level.BAD for one in found))


def _verdict(found: Sequence[Finding]) -> str:
    bad = [one.name for one in found if one.level is Level.BAD]
    if bad:
        return f"지금은 재지 마세요. 먼저 고칠 것: {', '.join(bad)}"
    doubts = [one.name for one in found if one.level is Level.DOUBT]
    if doubts:
        return f"재도 됩니다. 조건으로 알아둘 것: {', '.join(doubts)}"
    return "재도 됩니다."
