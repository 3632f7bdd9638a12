"""A claim: a sentence with a test over figures, and the verdict that its figures give it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict

from .figure import Figure
from .predicate import Bounds, Not, Predicate, Truth
from .predicate_text import text
from .term import ClaimError, Gap, Lookup
from .withheld import Withheld

Declared = Mapping[str, tuple[str, str]]


class Verdict(StrEnum):
    """What the figures of a build say about a claim."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class Claim(BaseModel):
    """A sentence and its test, as a record keeps them.

    Attributes:
        id: ``chNN.name``.
        sentence: What is claimed; filled in from the experiment's declaration.
        test: Over figures by id; the ``figures`` of the verdict are these.
        deterministic: It speaks of exact figures only, so anything but support is an error.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    sentence: str = ""
    test: Predicate
    deterministic: bool = False


class Judged(BaseModel):
    """A claim with its verdict.

    Attributes:
        claim: What was claimed.
        verdict: What the figures say.
        reason: Why, in Korean.
        figures: What the verdict rests on, in the order of the test.
        missing: Ids of figures that no record holds.
        test_text: The test in words.
        refutation: What would refute it, in words.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: Claim
    verdict: Verdict
    reason: str
    figures: tuple[Figure | Withheld, ...]
    missing: tuple[str, ...]
    test_text: str
    refutation: str


def judge(claim: Claim, lookup: Lookup, declared: Declared = MappingProxyType({})) -> Judged:
    """Hold a claim against figures.

    Args:
        claim: The claim.
        lookup: Id → figure, withheld figure, or ``None``.
        declared: Id → (unit, label), for figures that no record holds.

    Raises:
        ClaimError: ``claim-units``; for a deterministic claim also ``claim-not-exact`` and
            ``claim-broken``.
    """
    found = {name: lookup(name) for name in claim.test.ids}
    if claim.deterministic:
        _only_exact(claim, found)

    def names(id: str) -> tuple[str, str]:  # noqa: A002
        seen = found[id]
        return (seen.unit, seen.label or id) if seen else declared.get(id, ("", id))

    truth = claim.test.truth(lookup)
    judged = Judged(
        claim=claim,
        verdict=_verdict(truth),
        reason=_reason(claim.test, truth, lookup),
        figures=tuple(seen for seen in found.values() if seen),
        missing=tuple(name for name, seen in found.items() if not seen),
        test_text=text(claim.test, names),
        refutation=text(claim.test, names, negated=True),
    )
    if claim.deterministic and truth is not True:
        raise _broken(judged)
    return judged


def _verdict(truth: Truth) -> Verdict:
    if truth is None:
        return Verdict.UNDECIDED
    return Verdict.SUPPORTED if truth else Verdict.REFUTED


def _reason(test: Predicate, truth: Truth, lookup: Lookup) -> str:
    if truth is None:
        gaps = [gap.reason for gap in _gaps(test, lookup)]
        return "; ".join(dict.fromkeys(gaps)) or "95% 구간이 경계에 걸쳐 있습니다"
    exact = all(isinstance(seen := lookup(name), Figure) and seen.exact for name in test.ids)
    return (
        f"{'값이' if exact else '95% 구간 전체가'} 검사를 {'만족합니다' if truth else '어깁니다'}"
    )


def _gaps(test: Predicate, lookup: Lookup) -> list[Gap]:
    """The figures that are not there, of those parts of a test that are undecided."""
    if isinstance(test, Bounds):
        seen = test.term.interval(lookup)
        return [seen] if isinstance(seen, Gap) else []
    if isinstance(test, Not):
        return _gaps(test.inner, lookup)
    parts = (test.left, test.right)
    return [gap for part in parts if part.truth(lookup) is None for gap in _gaps(part, lookup)]


def _only_exact(claim: Claim, found: dict[str, Figure | Withheld | None]) -> None:
    spread = [name for name, seen in found.items() if isinstance(seen, Figure) and not seen.exact]
    if spread:
        raise ClaimError(
            "",
            1,
            "claim-not-exact",
            f"결정론적 주장 '{claim.id}'이 흩어지는 수치에 기댑니다: {', '.join(spread)}",
            "deterministic을 지우거나, counted·calculated 수치만 쓰세요",
        )


def _broken(judged: Judged) -> ClaimError:
    values = [
        f"{seen.id} = {seen.value:g}" if isinstance(seen, Figure) else f"{seen.id} 판정불가"
        for seen in judged.figures
    ] + [f"{name} 없음" for name in judged.missing]
    return ClaimError(
        "",
        1,
        "claim-broken",
        f"'{judged.claim.id}'이 더는 참이 아닙니다: {judged.test_text} ({', '.join(values)})",
        "코드가 달라졌다면 주장과 본문을 고치고, 아니면 코드를 되돌리세요",
    )
