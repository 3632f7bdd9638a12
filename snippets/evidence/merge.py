"""Records from shards and from other machines, brought together by one job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .acceptance import Desk
from .catalogue import Listing
from .problem import GuideError
from .profile import Profile
from .record import Record, RecordError, load, publish
from .shelf import Read, Shelf, read_folder


@dataclass(frozen=True)
class Merge:
    """Takes all records that are given, or none of them.

    Attributes:
        root: Folder of the project.
        known: Its experiments.
        profile: Where they are to wait for approval; without it they go among this project's own
            fresh records, each under the machine that took it.
    """

    root: Path
    known: dict[str, Listing]
    profile: str | None = None

    def merge(
        self, folders: Sequence[Path], expected: Sequence[str] = ()
    ) -> tuple[list[Path], list[GuideError]]:
        """Look at everything below the folders; put it in its place when nothing speaks against it.

        Args:
            folders: What was copied here.
            expected: Experiments that have to be there.

        Raises:
            GuideError: ``profile-name``.
        """
        shelf = Shelf.of(self.root, self.profile) if self.profile else None
        read, problems = _all(folders)
        beside = accepted(self.root, shelf) if shelf else []
        desk = Desk(self.known, self.root, strict=shelf is not None)
        problems += desk.refusals(read, beside)
        problems += _missing(folders, read, expected)
        if problems:
            return [], problems
        return [self._put(one.record, shelf) for one in read], []

    def _put(self, record: Record, shelf: Shelf | None) -> Path:
        if shelf:
            return shelf.put(record)
        machine = record.conditions.hardware.fingerprint
        path = self.root / ".cache/records" / machine / f"{record.experiment}.json"
        publish(record, path)
        return path


def approve(shelf: Shelf, names: Sequence[str], known: dict[str, Listing]) -> list[GuideError]:
    """Make waiting records the committed ones of their profile: all that are named, or none.

    Raises:
        GuideError: As ``Profile.approve``.
    """
    read, problems = read_folder(shelf.folder, shelf.root)
    chosen = [one for one in read if not names or one.record.experiment in names]
    beside = accepted(shelf.root, shelf) + [one.record for one in read if one not in chosen]
    problems += Desk(known, shelf.root, strict=True).refusals(chosen, beside)
    problems += _missing([shelf.folder.relative_to(shelf.root)], read, names)
    if problems:
        return problems
    profile = _profile(shelf)
    for one in chosen:
        profile.approve(one.record)
    return []


def accepted(root: Path, shelf: Shelf) -> list[Record]:
    """What a profile already holds; a record that cannot be used holds nothing."""
    found = []
    for path in sorted((root / "snippets/records" / shelf.name).glob("*.json")):
        try:
            found.append(load(path))
        except RecordError:
            continue  # the build says so
    return found


def _profile(shelf: Shelf) -> Profile:
    return Profile(shelf.name, shelf.root / "snippets/records" / shelf.name)


def _all(folders: Sequence[Path]) -> tuple[list[Read], list[GuideError]]:
    read, problems = [], []
    for folder in folders:
        more, wrong = read_folder(folder)
        read += more
        problems += wrong
    return read, problems


def _missing(
    folders: Sequence[Path], read: Sequence[Read], expected: Sequence[str]
) -> list[GuideError]:
    gone = sorted(set(expected) - {one.record.experiment for one in read})
    if not gone:
        return []
    where = " ".join(map(str, folders))
    hint = "빠진 실험을 재서 함께 주세요"
    text = f"기록이 없는 실험: {', '.join(gone)}"
    return [GuideError(where, 1, "merge-incomplete", text, hint)]
