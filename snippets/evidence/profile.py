"""Committed records: ``snippets/records/<profile>/chNN.json``, a folder a kind of machine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from .machine import Machine
from .problem import GuideError
from .record import Record, RecordError, load, publish

WHOSE, THEIRS = "누구의 서버", "독자가 이름을 댄 서버"
"""Condition of a record that tells of no server of this site, and so belongs to no profile."""


@dataclass(frozen=True)
class Profile:
    """The committed records of one kind of machine."""

    name: str
    folder: Path

    def record(self, experiment: str) -> Record:
        """A committed record.

        Raises:
            RecordError: When there is none, or it cannot be used.
        """
        return load(self.folder / f"{experiment}.json")

    def approve(self, record: Record) -> None:
        """Make a record the committed one.

        Raises:
            GuideError: ``record-quick``, ``record-elsewhere`` or ``profile-machine``.
        """
        path = self.folder / f"{record.experiment}.json"
        name = f"snippets/records/{self.name}/{path.name}"
        if record.quick:
            raise GuideError(
                name,
                1,
                "record-quick",
                "빠르게 돌린 기록은 실을 수 없습니다",
                f"--quick 없이 python -m snippets run {record.experiment} 로 다시 재세요",
            )
        if record.conditions.procedure.get(WHOSE) == THEIRS:
            raise GuideError(
                name,
                1,
                "record-elsewhere",
                "다른 서버를 잰 기록은 실을 수 없습니다",
                f"--endpoint 없이 python -m snippets run {record.experiment} 로 다시 재세요",
            )
        others = [one for one in self._machines() if one != record.conditions.hardware]
        if others:
            raise GuideError(
                name,
                1,
                "profile-machine",
                f"이 자리에는 다른 기계의 기록이 있습니다: {others[0].summary}",
                "--profile 로 다른 이름을 주세요",
            )
        publish(record, path)

    def _machines(self) -> set[Machine]:
        found = set()
        for file in self.folder.glob("*.json"):
            try:
                found.add(load(file).conditions.hardware)
            except RecordError:
                continue  # a record that cannot be read does not say whose it is
        return found


def profiles(root: Path) -> list[Profile]:
    """All committed profiles, by name."""
    folders = sorted((root / "snippets/records").glob("*/"))
    return [Profile(folder.name, folder) for folder in folders]


def profile_for(root: Path, machine: Machine) -> Profile:
    """The profile to show: ``PROFILE``, else this machine's kind, else the first there is.

    Raises:
        GuideError: ``profile-unknown`` when ``PROFILE`` names none.
    """
    known = {profile.name: profile for profile in profiles(root)}
    asked = os.environ.get("PROFILE")
    if asked is not None and asked not in known:
        raise GuideError(
            "PROFILE", 1, "profile-unknown", f"그런 기계가 없습니다: {asked}", ", ".join(known)
        )
    name = asked or (machine.slug if machine.slug in known else next(iter(known), machine.slug))
    return Profile(name, root / "snippets/records" / name)


def record_anywhere(root: Path, machine: Machine, experiment: str) -> Record:
    """The committed record of an experiment that builds do not run.

    That of the profile to show; a profile without one borrows from the first that has it.

    Raises:
        GuideError: As ``profile_for``.
        RecordError: When there is none, or the one to show cannot be used.
    """
    chosen = profile_for(root, machine)
    file = f"{experiment}.json"
    having = [one for one in profiles(root) if (one.folder / file).exists()]
    return (chosen if chosen in having or not having else having[0]).record(experiment)
