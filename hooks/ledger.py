"""The ledger: what one build did. Declared = executed + reused + recorded + skipped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from snippets.evidence.catalogue import Listing
from snippets.evidence.problem import GuideError

from .evidence import Evidence, How


@dataclass(frozen=True)
class Ledger:
    """Experiments by what became of them; ``skipped`` says why."""

    declared: tuple[str, ...]
    executed: tuple[str, ...]
    reused: tuple[str, ...]
    recorded: tuple[str, ...]
    skipped: dict[str, str]

    @property
    def unaccounted(self) -> tuple[str, ...]:
        """Declared experiments of which the build does not know what became."""
        known = {*self.executed, *self.reused, *self.recorded, *self.skipped}
        return tuple(name for name in self.declared if name not in known)

    def to_json(self) -> str:
        """The ledger for download; no time of day, so that equal builds are equal."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def ledger(declared: Iterable[str], evidence: Evidence) -> Ledger:
    """Draw up the ledger of a build."""
    return Ledger(
        declared=tuple(declared),
        executed=evidence.came_by(How.EXECUTED),
        reused=evidence.came_by(How.REUSED),
        recorded=evidence.came_by(How.RECORDED),
        skipped=dict(sorted(evidence.skipped.items())),
    )


def check(declared: Mapping[str, Listing], evidence: Evidence) -> Iterator[GuideError]:
    """Name what a build cannot account for."""
    for name in ledger(declared, evidence).unaccounted:
        listing = declared[name]
        yield GuideError(
            listing.path,
            listing.line,
            "ledger-unaccounted",
            f"{name} 실험이 어떻게 되었는지 장부에 없습니다",
            "빌드의 잘못입니다. 알려 주세요",
        )
