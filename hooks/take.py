"""Records for a plan: reuse what holds, run what does not, say why, keep the last good one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from snippets.evidence import process
from snippets.evidence.catalogue import Listing
from snippets.evidence.problem import GuideError
from snippets.evidence.profile import profile_for, record_anywhere
from snippets.evidence.record import Record, RecordError
from snippets.evidence.store import Store

from .evidence import Evidence, How, Standing
from .plan import Plan, Use
from .preview import worth
from .reached import Reached

Say = Callable[[str], None]


class Measure(StrEnum):
    """``MEASURE``: run what has no valid record, everything, a little of everything, or nothing.

    ``preview`` is for ``make serve``: nothing either, but a record of older code is shown.
    """

    AUTO = "auto"
    FRESH = "fresh"
    QUICK = "quick"
    RECORDED = "recorded"
    PREVIEW = "preview"

    @classmethod
    def named(cls, text: str) -> Measure:
        """What ``MEASURE`` says.

        Raises:
            GuideError: ``measure-unknown``.
        """
        if text not in set(cls):
            raise GuideError(
                "MEASURE",
                1,
                "measure-unknown",
                f"모르는 값입니다: {text}",
                "auto, fresh, quick, recorded 가운데 하나",
            )
        return cls(text)


@dataclass(frozen=True)
class Taker:
    """Fills ``evidence`` with a record for every experiment a plan needs."""

    store: Store
    measure: Measure
    say: Say
    evidence: Evidence

    def take(self, plan: Plan, known: dict[str, Listing]) -> None:
        """Get one record after another: two experiments at once would measure each other."""
        for name, use in plan.first_use.items():
            try:
                self._take_one(known[name], use)
            except GuideError as error:
                self.evidence.problems.append(_at(use, known[name], error))
        for name in known.keys() - plan.first_use.keys():
            self.evidence.skipped[name] = "어느 페이지도 쓰지 않습니다"

    def _take_one(self, listing: Listing, use: Use) -> None:
        if listing.on_request or self.measure is Measure.RECORDED:
            self._recall(listing, use)
        elif self.measure is Measure.PREVIEW:
            self._keep(listing, use)
        elif not self._reuse(listing):
            self._execute(listing)

    def _recall(self, listing: Listing, use: Use) -> None:
        """Show the committed record, whatever machine it is from, and say what it is worth."""
        try:
            record = self._committed(listing)
        except RecordError as error:
            profile = profile_for(self.store.root, self.store.machine)
            self.evidence.problems.append(_not_recorded(use, listing, profile.name, str(error)))
            return
        now = self._reached.by(listing.module)
        self.evidence.standings[listing.id] = Standing(
            record,
            How.RECORDED,
            here=record.conditions.hardware == self.store.machine,
            since=now.sources_against(record.validity),
        )

    @cached_property
    def _reached(self) -> Reached:
        return Reached.at(self.store.root)

    def _keep(self, listing: Listing, use: Use) -> None:
        """Show the best record there is; ``hooks.preview`` takes it again beside the build."""
        found = worth.best(self.store, listing)
        if found is not None:
            self.evidence.standings[listing.id] = found
            return
        self.evidence.problems.append(
            GuideError(
                use.path,
                use.line,
                "record-missing",
                f"{listing.id} 실험을 아직 재지 않았습니다",
                "미리 보기가 뒤에서 잽니다. 끝나면 페이지가 나옵니다",
            )
        )

    def _committed(self, listing: Listing) -> Record:
        root, machine = self.store.root, self.store.machine
        if listing.on_request:
            return record_anywhere(root, machine, listing.id)  # most machines never took one
        return profile_for(root, machine).record(listing.id)

    def _reuse(self, listing: Listing) -> bool:
        if self.measure is Measure.FRESH:
            return False
        found = self.store.find(listing)
        if found.record is None or found.reasons:
            return False
        self.say(f"{listing.id} 기록을 다시 씁니다 ({found.record.conditions.started}에 잼)")
        self.evidence.standings[listing.id] = Standing(found.record, How.REUSED)
        return True

    def _execute(self, listing: Listing) -> None:
        with self.store.measuring(lambda: self.say("다른 빌드가 재고 있어 기다립니다 …")):
            if self._reuse(listing):
                return  # another build took it while this one waited
            why = "; ".join(self.store.find(listing).reasons) or "MEASURE=fresh"
            self.say(f"{listing.id} 재기 시작: {listing.title} — {why}")
            record = process.run(
                listing,
                self.store.root,
                _progress(listing, self.say),
                quick=self.store.quick,
            )
            self.store.publish(record)
        self.evidence.standings[listing.id] = Standing(record, How.EXECUTED)


def _progress(listing: Listing, say: Say) -> process.OnStep:
    def on_step(name: str, done: int, total: int, elapsed: float) -> None:
        left = elapsed / done * (total - done) if done else 0.0
        tail = f", 약 {left:.0f}초 남음" if done and done < total else ""
        say(f"{listing.id} {done}/{total} {name} · {elapsed:.0f}초 지남{tail}")

    return on_step


def _at(use: Use, listing: Listing, error: GuideError) -> GuideError:
    """Say of a failed experiment which line of which page needs it."""
    return GuideError(
        use.path,
        use.line,
        error.code,
        f"{listing.id} 실험이 실패했습니다: {error.path}:{error.line} {error.message}",
        error.hint,
    )


def _not_recorded(use: Use, listing: Listing, profile: str, why: str) -> GuideError:
    return GuideError(
        use.path,
        use.line,
        "record-missing",
        f"{listing.id} 실험의 기록이 snippets/records/{profile}/ 에 없습니다: {why}",
        "make bench 뒤에 python -m snippets approve bench 하세요"
        if listing.on_request
        else f"torch가 있는 기계에서 python -m snippets run {listing.id} 뒤에 approve 하세요",
    )
