"""Outputs for a lab: reuse those that hold, run the lab when they do not, say why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from snippets.evidence.conditions import Watch
from snippets.evidence.machine import MEMORY
from snippets.evidence.problem import GuideError
from snippets.evidence.profile import profile_for
from snippets.evidence.record import RecordError
from snippets.evidence.store import Store

from ..evidence import How
from ..take import Measure
from .cells import Lab
from .reach import validity
from .record import LabRecord, cells, load, publish

Say = Callable[[str], None]


@dataclass(frozen=True)
class Taken:
    """What a build has of a lab.

    Attributes:
        record: ``None`` when nothing was run and no outputs of this very code are at hand.
        how: How the build came by it.
        here: Whether it was run on this machine.
        since: What it imports has changed in these places since it was run.
    """

    record: LabRecord | None
    how: How
    here: bool = True
    since: tuple[str, ...] = ()


@dataclass(frozen=True)
class Taker:
    """Gets the outputs of labs."""

    store: Store
    measure: Measure
    say: Say

    def take(self, lab: Lab) -> Taken:
        """Get the outputs of one lab.

        Raises:
            GuideError: When a cell fails, at that cell; ``record-unreadable`` for outputs that
                are there and cannot be used.
        """
        if self.measure is Measure.RECORDED:
            return self._recall(lab)
        if self.measure is Measure.PREVIEW and self.reasons(lab):
            return self._recall(lab)
        kept = None if self.measure is Measure.FRESH else self._kept(lab)
        return Taken(kept, How.REUSED) if kept else self._execute(lab)

    def path(self, lab: Lab) -> Path:
        """Where this machine keeps the outputs between builds."""
        return self.store.cache / "labs" / self.store.machine.fingerprint / f"{lab.name}.json"

    def committed(self, lab: Lab) -> Path:
        """Where the outputs are that a build without running shows."""
        return profile_for(self.store.root, self.store.machine).folder / "labs" / f"{lab.name}.json"

    def reasons(self, lab: Lab) -> tuple[str, ...]:
        """Why the lab has to be run; empty when its outputs hold."""
        try:
            record = load(self.path(lab))
        except RecordError as error:
            return (str(error),)
        reasons = validity(lab, self.store.root).reasons_against(record.validity)
        return reasons or (() if cells(lab) == record.cells else (f"{lab.path} 셀 바뀜",))

    def _kept(self, lab: Lab) -> LabRecord | None:
        return None if self.reasons(lab) else load(self.path(lab))

    def _recall(self, lab: Lab) -> Taken:
        """Outputs belong to the code that gave them: of other code none are shown."""
        path = self.committed(lab)
        if not path.exists():
            return Taken(None, How.RECORDED)
        try:
            record = load(path)
        except RecordError as error:
            name = path.relative_to(self.store.root).as_posix()
            hint = f"python -m hooks.labs run {lab.name} 뒤에 approve {lab.name} 하세요"
            raise GuideError(name, 1, "record-unreadable", str(error), hint) from None
        if cells(lab) != record.cells:
            return Taken(None, How.RECORDED)
        return Taken(
            record,
            How.RECORDED,
            here=record.conditions.hardware == self.store.machine,
            since=validity(lab, self.store.root).sources_against(record.validity),
        )

    def _execute(self, lab: Lab) -> Taken:
        from . import kernel  # noqa: PLC0415  takes half a second, and most builds run nothing

        with self.store.measuring(lambda: self.say("다른 빌드가 재고 있어 기다립니다 …")):
            if self.measure is not Measure.FRESH and (kept := self._kept(lab)):
                return Taken(kept, How.REUSED)  # another build ran it while this one waited
            why = "; ".join(self.reasons(lab)) or "MEASURE=fresh"
            self.say(f"{lab.path} 실행 시작: {why}")
            holds, watch = validity(lab, self.store.root), Watch(self.store.root / MEMORY)
            outputs = kernel.run(lab, self.store.root)
            packages = tuple(name for name in holds.packages if name != "Python")
            record = LabRecord(
                lab=lab.name,
                cells=cells(lab),
                outputs=outputs,
                validity=holds,
                conditions=watch.conditions({}, {}, {}, packages),
            )
            publish(record, self.path(lab))
        return Taken(record, How.EXECUTED)
