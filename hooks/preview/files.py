"""The files a preview is made from, as they were last seen.

What changed is found by looking, not by believing an event: editors save in many ways, and what a
build writes on its own account must not start another.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

FOLDERS = {"docs": (), "hooks": (".py", ".yaml"), "snippets": (".py", ".cpp", ".json")}
"""Folder → endings that count there; none given, all do."""
SINGLE = ("mkdocs.yml",)
UNSEEN = ("__pycache__", "node_modules")
TEMPORARY = ("~", ".swp", ".tmp", ".part")
"""Endings of what editors, and we, keep beside a file while they write it."""

Seen = Mapping[str, tuple[int, int, str]]
"""Path below the root → when saved, size, digest."""


@dataclass
class Files:
    """The project's sources.

    Attributes:
        root: The project's folder.
        seen: What stood there at the last look.
    """

    root: Path
    seen: Seen = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seen = self._look()

    def changed(self) -> set[str]:
        """Paths whose content is not what it was when this was last asked."""
        old, self.seen = self.seen, self._look()
        names = old.keys() | self.seen.keys()
        return {name for name in names if _digest(old, name) != _digest(self.seen, name)}

    def digest(self, name: str) -> str:
        """Of a file's content; empty for one that is not there."""
        return _digest(self.seen, name)

    def _look(self) -> Seen:
        return dict(self._one(path) for path in self._paths())

    def _paths(self) -> Iterator[Path]:
        yield from (path for name in SINGLE if (path := self.root / name).is_file())
        for folder, endings in FOLDERS.items():
            for place, inner, names in os.walk(self.root / folder):
                inner[:] = [one for one in inner if one not in UNSEEN and not one.startswith(".")]
                for name in names:
                    ours = not name.startswith((".", "#")) and not name.endswith(TEMPORARY)
                    if ours and name.endswith(endings or ""):
                        yield Path(place, name)

    def _one(self, path: Path) -> tuple[str, tuple[int, int, str]]:
        name = path.relative_to(self.root).as_posix()
        try:
            saved = path.stat()
            before = self.seen.get(name)
            if before and before[:2] == (saved.st_mtime_ns, saved.st_size):
                return name, before
            content = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:  # gone between the two looks
            return name, (0, 0, "")
        return name, (saved.st_mtime_ns, saved.st_size, content)


def _digest(seen: Seen, name: str) -> str:
    return seen[name][2] if name in seen else ""
