"""The machines beside this build's own that have records which still hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from snippets.evidence.catalogue import Listing
from snippets.evidence.profile import Profile, profiles
from snippets.evidence.record import RecordError
from snippets.evidence.validity import of_module

from .. import formulas
from ..evidence import Evidence, How, Standing
from ..known import Known

DEVICE = "ch05_device"
"""The experiment whose conditions describe an accelerator."""


@dataclass(frozen=True)
class Other:
    """A machine that a reader may pick.

    Attributes:
        slug: Its profile.
        evidence: What pages may show of it; never local.
        device: Its accelerator, in one line; empty without one.
    """

    slug: str
    evidence: Evidence
    device: str = ""

    @property
    def machine(self) -> str:
        """One line for the reader."""
        record = next(iter(self.evidence.records.values()))
        summary = record.conditions.hardware.summary
        return f"{summary} · {self.device}" if self.device else summary


def others(root: Path, known: Known, wanted: list[str], own: str) -> tuple[Other, ...]:
    """Every profile but ``own`` with a valid record of an experiment that is ``wanted``."""
    found = []
    for profile in profiles(root):
        if profile.name == own:
            continue
        standings = dict(_standings(root, profile, [known.experiments[name] for name in wanted]))
        if standings:
            evidence = Evidence(standings=standings)
            if formulas.work_out(known, evidence, root / ".cache"):
                evidence.outcomes.clear()  # the build of that machine says what is wrong
            found.append(Other(profile.name, evidence, _device(root, profile, known)))
    return tuple(found)


def _device(root: Path, profile: Profile, known: Known) -> str:
    """What a record of the accelerator says of it, used by a page or not."""
    listing = known.experiments.get(DEVICE)
    for _, standing in _standings(root, profile, [listing] if listing else []):
        return standing.record.conditions.procedure.get("장치", "")
    return ""


def _standings(
    root: Path, profile: Profile, listings: list[Listing]
) -> Iterator[tuple[str, Standing]]:
    for listing in listings:
        try:
            record = profile.record(listing.id)
        except RecordError:
            continue  # this machine never took it
        if not of_module(root, listing.module).sources_against(record.validity):
            yield listing.id, Standing(record, How.RECORDED, here=False)
