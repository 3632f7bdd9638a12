"""How a history says things, on the page and in the feed."""

from __future__ import annotations

from collections.abc import Iterable

from snippets.evidence.display import spread_text, value_text

from .. import chapters
from .change import Cause, Flip, Move, Reason
from .entry import Value
from .past import Past

SOME = 3
"""More names than this are counted instead."""


def chapter(experiment: str) -> str:
    """``ch05_step`` → ``05``, ``appc_time`` → ``C``, ``bench`` → ``bench``."""
    head = experiment.partition("_")[0]
    if head.startswith("ch"):
        return head.removeprefix("ch")
    return head.removeprefix("app").upper() if head.startswith("app") else head


def title(chapter_: str) -> str:
    """``05장``, ``부록 C``, or what an experiment of no chapter is called."""
    return "엔진 견주기" if chapter_ == "bench" else chapters.name(chapter_)


def value(name: str, seen: Value) -> str:
    """``12.3 ms [11.9–12.8]``."""
    figure = seen.figure(name)
    return f"{value_text(figure)} {spread_text(figure)}".strip()


def moment(started: str) -> str:
    """``2026-11-30 07:10``."""
    return started.removesuffix("Z").replace("T", " ")


def reason(found: Reason, own: str) -> str:
    """``코드: ch05_roofline.py 외 3개``; ``own`` is the experiment's source, and comes first."""
    if not found.details:
        return str(found.cause)
    names = sorted(found.details, key=lambda one: one != own)
    if found.cause is Cause.CODE:
        names = [name.removeprefix("snippets/") for name in names]
    more = f" 외\u00a0{len(names) - SOME}개" if len(names) > SOME else ""
    return f"{found.cause}: {', '.join(names[:SOME])}{more}"


def reasons(past: Past, take: int) -> str:
    """All that changed before a taking, in one line."""
    own = past.listing.path
    return " · ".join(reason(found, own) for found in past.reasons[take])


def move(found: Move) -> str:
    """``12.3 ms [11.9–12.8] → 10.1 ms [9.9–10.4]``."""
    return f"{value(found.id, found.before)} → {value(found.id, found.after)}"


def flip(found: Flip) -> str:
    """``지지 → 판정불가``."""
    return f"{found.before} → {found.after}"


def listed(parts: Iterable[str]) -> str:
    """Parts that are not empty, joined."""
    return " · ".join(part for part in parts if part)
