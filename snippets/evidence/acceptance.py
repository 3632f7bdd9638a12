"""Records taken elsewhere: what is looked at before one of them may stand on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .catalogue import Listing
from .claim import judge
from .figure import Figure
from .plausible import ROOFS, SHARED, above_roof, doubts, needs_roof, roofs_of
from .problem import GuideError
from .profile import THEIRS, WHOSE
from .record import Record
from .shelf import Read
from .term import ClaimError
from .validity import of_module

AGAIN = "그 기계에서 같은 커밋으로 다시 재세요"


@dataclass(frozen=True)
class Desk:
    """Where records are looked at.

    Attributes:
        known: The experiments of this site.
        root: Its folder.
        strict: Whether a rate without a roof is refused: so it is for a profile.
    """

    known: dict[str, Listing]
    root: Path
    strict: bool

    def refusals(self, read: Sequence[Read], beside: Sequence[Record] = ()) -> list[GuideError]:
        """Everything that speaks against the records; empty when all may be taken.

        Args:
            read: The records, all of one merge.
            beside: Records that are already accepted and may hold the roofs.
        """
        problems = [problem for one in read for problem in self._alone(one)]
        problems += _twice(read)
        if self.strict:
            problems += _machines(read, beside)
        everything = [*beside, *(one.record for one in read)]
        return problems + [p for one in read for p in self._under_roofs(one, everything)]

    def _alone(self, one: Read) -> Iterator[GuideError]:
        record = one.record
        listing = self.known.get(record.experiment)
        if listing is None or listing.module != record.module:
            yield _error(one, "record-unknown", "이 사이트에 없는 실험의 기록입니다")
            return
        if record.quick:
            yield _error(one, "record-quick", "빠르게 돌린 기록입니다", "--quick 없이 다시 재세요")
        if record.conditions.procedure.get(WHOSE) == THEIRS:
            hint = "--endpoint 없이 다시 재세요"
            yield _error(one, "record-elsewhere", "다른 서버를 잰 기록입니다", hint)
        stale = of_module(self.root, listing.module).sources_against(record.validity)
        if stale:
            more = f" 외 {len(stale) - 1}개" if len(stale) > 1 else ""
            yield _error(one, "record-stale", f"지금 코드로 잰 기록이 아닙니다: {stale[0]}{more}")
            return  # what it declared and judged belongs to another code
        if odd := _undeclared(record, listing):
            yield _error(one, "record-undeclared", f"선언과 다릅니다: {', '.join(odd)}")
        for doubt in doubts(record):
            yield _error(one, doubt.code, doubt.text)
        if wrong := _misjudged(record, listing):
            text = f"수치에서 나오는 판정이 아닙니다: {', '.join(wrong)}"
            yield _error(one, "record-verdict", text)

    def _under_roofs(self, one: Read, everything: Sequence[Record]) -> Iterator[GuideError]:
        record, listing = one.record, self.known.get(one.record.experiment)
        if listing is None or not needs_roof(record):
            return
        whose = record.experiment if record.experiment in ROOFS else SHARED
        found = _roofs(whose, record, everything)
        if not found:
            if self.strict:
                hint = f"{whose}도 같은 기계에서 재서 함께 합치세요"
                yield _error(one, "record-roofless", f"{whose}에 이 기계의 지붕이 없습니다", hint)
            return
        threads = listing.threads if whose != record.experiment else 1
        for doubt in above_roof(record, found, threads):
            yield _error(one, doubt.code, doubt.text)


def _roofs(whose: str, record: Record, everything: Sequence[Record]) -> dict[str, Figure]:
    """What a record stands under: its own roofs, or those of the same machine, the latest given."""
    if whose == record.experiment:
        return roofs_of(record)
    for other in reversed(everything):
        here = other.conditions.hardware == record.conditions.hardware
        if other.experiment == whose and here:
            return roofs_of(other)
    return {}


def _twice(read: Sequence[Read]) -> Iterator[GuideError]:
    """The same experiment of the same machine, with other numbers."""
    seen: dict[tuple[str, str], Read] = {}
    for one in read:
        key = (one.record.experiment, one.record.conditions.hardware.fingerprint)
        first = seen.setdefault(key, one)
        if first.record != one.record:
            yield _error(
                one,
                "record-duplicate",
                f"{one.record.experiment}의 기록이 둘이고 서로 다릅니다: {first.path}",
                "둘 가운데 하나만 남기세요",
            )


def _machines(read: Sequence[Read], beside: Sequence[Record]) -> Iterator[GuideError]:
    """A profile is one machine."""
    whose = [
        *(one.conditions.hardware for one in beside),
        *(o.record.conditions.hardware for o in read),
    ]
    for one in read:
        machine = one.record.conditions.hardware
        if machine != whose[0]:
            yield _error(
                one,
                "profile-machine",
                f"기계가 다릅니다: {machine.summary}, 다른 기록은 {whose[0].summary}",
                "기계마다 --profile 로 다른 이름을 주세요",
            )


def _undeclared(record: Record, listing: Listing) -> list[str]:
    """Ids that are missing, too many, or in another unit."""
    units = {**listing.figures, **listing.series}
    made = {name: one.unit for name, one in record.figures.items()}
    made |= {name: one.unit for name, one in record.withheld.items()}
    made |= {name: one.unit for name, one in record.series.items()}
    odd = {name for name, unit in made.items() if units.get(name, ("",))[0] != unit}
    ids = {*made, *record.claims, *record.traces}
    return sorted(odd | (ids ^ {*units, *listing.claims, *listing.traces}))


def _misjudged(record: Record, listing: Listing) -> list[str]:
    """Claims whose verdict does not follow from the figures beside it."""
    wrong = []
    for name, judged in record.claims.items():
        try:
            again = judge(judged.claim, record.value, listing.figures)
        except ClaimError:
            wrong.append(name)
            continue
        if (again.verdict, again.figures) != (judged.verdict, judged.figures):
            wrong.append(name)
    return wrong


def _error(one: Read, code: str, message: str, hint: str = AGAIN) -> GuideError:
    return GuideError(one.path, 1, code, message, hint)
