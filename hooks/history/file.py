"""The files of a history: ``snippets/records/<profile>/history/<experiment>.jsonl``.

They only grow. They are committed beside the records, so a build needs no git to show the past.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from snippets.evidence.problem import GuideError
from snippets.evidence.profile import profiles

from .entry import Entry, chained

FOLDER = "history"
HINT = "이 파일은 늘어나기만 합니다. 고친 줄을 되돌린 뒤 python -m hooks.history add 하세요"


@dataclass(frozen=True)
class Shelf:
    """The histories of one profile."""

    root: Path
    profile: str

    @property
    def records(self) -> Path:
        """Where the profile's records lie."""
        return self.root / "snippets/records" / self.profile

    def path(self, experiment: str) -> Path:
        """File of an experiment's history."""
        return self.records / FOLDER / f"{experiment}.jsonl"

    def read(self, experiment: str) -> tuple[Entry, ...]:
        """An experiment's history, oldest first.

        Raises:
            GuideError: ``history-broken``, at the line in question.
        """
        path = self.path(experiment)
        if not path.is_file():
            return ()
        found: list[Entry] = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found.append(self._entry(path, number, line, chained(found[-1]) if found else ""))
        return tuple(found)

    def _entry(self, path: Path, number: int, line: str, before: str) -> Entry:
        try:
            entry = Entry.model_validate_json(line)
        except ValidationError:
            entry = None
        if entry is None or entry.before != before or entry.line() != line:
            name = path.relative_to(self.root).as_posix()
            said = "이 줄이나 앞줄을 고친 흔적이 있습니다"
            raise GuideError(name, number, "history-broken", said, HINT)
        return entry

    def append(self, experiment: str, entries: tuple[Entry, ...]) -> None:
        """Put entries at the end of an experiment's history."""
        path = self.path(experiment)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{entry.line()}\n" for entry in entries)

    def committed(self) -> Iterator[str]:
        """Experiments that have a record in this profile."""
        return (file.stem for file in sorted(self.records.glob("*.json")))


def shelves(root: Path) -> list[Shelf]:
    """The histories of every profile."""
    return [Shelf(root, profile.name) for profile in profiles(root)]
