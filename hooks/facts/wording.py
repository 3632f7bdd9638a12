"""A fact in Korean words: the same on its card, among the sources and on the page of facts."""

from __future__ import annotations

from snippets.evidence.facts.fact import Fact, Grade
from snippets.evidence.facts.value import quantity_text

from ..words import CLAIM_TYPE

GRADE = {
    Grade.PRIMARY: "만들거나 잰 쪽이 스스로 낸 자료입니다",
    Grade.REPRODUCTION: "다른 이가 다시 재어 공개한 자료입니다",
    Grade.SECONDARY: "다른 자료를 옮기거나 해설한 것입니다",
}
UNVERIFIED = ("원문 미확인", "원 출처를 읽지 못해 다른 자료로만 대조했습니다")
GROUPS = {
    "U": "단위",
    "W": "모델",
    "P": "정밀도",
    "A": "가속기",
    "N": "연결",
    "B": "병목",
    "H": "메모리",
    "Q": "스케줄링",
    "K": "지표",
}
"""First letter of an id → what the fact is about, in the order of the page."""


def badge(fact: Fact) -> tuple[str, str]:
    """``PRIMARY · 보고``, and what both words mean."""
    word, meaning = CLAIM_TYPE[fact.claim_type]
    return f"{fact.grade} · {word}", f"{GRADE[fact.grade]}. {meaning}"


def rows(fact: Fact) -> list[tuple[str, str]]:
    """Everything that belongs to a fact but its statement and its value, in reading order."""
    word, meaning = CLAIM_TYPE[fact.claim_type]
    found = [
        ("조건", fact.conditions),
        ("등급", f"{fact.grade} — {GRADE[fact.grade]}"),
        ("유형", f"{word}({fact.claim_type}) — {meaning}"),
        ("출처", source(fact)),
        ("위치", fact.source.locator),
        ("확인", checked(fact)),
    ]
    if fact.supported_by is not None:
        found.append(("함께 대조", supported(fact)))
    if fact.note is not None:
        found.append(("덧붙임", fact.note))
    return found


def source(fact: Fact) -> str:
    """``NVIDIA, NVIDIA H100 datasheet (2023)``."""
    return f"{fact.source.org}, {fact.source.title} ({fact.source.year})"


def checked(fact: Fact) -> str:
    """How far somebody looked."""
    return fact.verified_via if fact.verified else f"{UNVERIFIED[0]} — {fact.verified_via}"


def supported(fact: Fact) -> str:
    """The second source, with its own grade."""
    other = fact.supported_by
    return f"{other.title}, {other.locator} ({other.grade})" if other else ""


def quantities(fact: Fact) -> list[tuple[str, str]]:
    """The fact's values as (label, text); one without a label when there is only one."""
    if isinstance(fact.value, tuple):
        return [(part.label, quantity_text(part.value, part.unit)) for part in fact.value]
    return [("", quantity_text(fact.value, fact.unit or ""))]


def chapter(name: str) -> str:
    """``05장``, or ``부록 C``."""
    return f"{name}장" if name.isdigit() else f"부록 {name}"
