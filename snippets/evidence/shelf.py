"""Records that wait for approval into a profile: ``.cache/profiles/<name>/chNN.json``.

``run --profile`` leaves them here, on the machine that measures; ``merge --profile`` brings them
here, on the machine that builds the site. A folder, so that it can be copied as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .problem import GuideError
from .record import Record, RecordError, load, publish

NAME = r"[a-z0-9]+(?:-[a-z0-9]+)*"
"""It is a folder, a part of addresses and the value of a form: nothing else may be in it."""


@dataclass(frozen=True)
class Read:
    """A record and the file it was read from, as errors name it."""

    path: str
    record: Record


@dataclass(frozen=True)
class Shelf:
    """The waiting records of one profile."""

    root: Path
    name: str

    @classmethod
    def of(cls, root: Path, name: str) -> Shelf:
        """The shelf of a profile.

        Raises:
            GuideError: ``profile-name``.
        """
        if not re.fullmatch(NAME, name) or len(name) > 40:
            raise GuideError(
                "--profile",
                1,
                "profile-name",
                f"기계의 이름으로 쓸 수 없습니다: {name}",
                "영어 소문자, 숫자, 붙임표로 40자까지 적으세요. 예: h200",
            )
        return cls(root, name)

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self.root / ".cache/profiles" / self.name

    def put(self, record: Record) -> Path:
        """Add a record, or replace it; returns its file."""
        path = self.folder / f"{record.experiment}.json"
        publish(record, path)
        return path


def read_folder(folder: Path, base: Path | None = None) -> tuple[list[Read], list[GuideError]]:
    """Every record below a folder, and what is wrong with those that cannot be read.

    History and labs are no records; a folder without any is an error too. Errors name
    files as given, or from ``base`` on.
    """

    def named(path: Path) -> str:
        return str(path.relative_to(base) if base else path)

    read, problems = [], []
    for path in sorted(folder.rglob("*.json")):
        if {"history", "labs"} & set(path.relative_to(folder).parts):
            continue
        try:
            read.append(Read(named(path), load(path)))
        except RecordError as error:
            problems.append(
                GuideError(
                    named(path),
                    1,
                    "record-unreadable",
                    str(error),
                    "옮기다가 깨졌는지 보고, 잰 기계에서 다시 가져오세요",
                )
            )
    if not read and not problems:
        problems.append(
            GuideError(
                named(folder),
                1,
                "record-none",
                "기록이 하나도 없습니다",
                "run --profile 이 남긴 .cache/profiles/이름 폴더를 주세요",
            )
        )
    return read, problems
