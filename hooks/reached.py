"""What of the project an experiment can reach, kept until any of the project's code changes.

Working it out parses some hundred sources; whether one of them has changed is seen by their bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from snippets.evidence.validity import Validity, of_module

CODE = (".py", ".cpp")
PASSED = {"__pycache__", "node_modules", "site"}
"""Folders that could be imported by their name, and hold none of the project's code."""


@dataclass(frozen=True)
class Reached:
    """The code as it stands.

    Attributes:
        root: The project's folder.
        cache: Where what was worked out is kept, a file an experiment.
        state: Digest of every source, and of the Python that reads them.
    """

    root: Path
    cache: Path
    state: str

    @classmethod
    def at(cls, root: Path) -> Reached:
        """Look at the code as it is now."""
        digest = hashlib.sha256(sys.version.encode())
        for path in _code(root):
            digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
            if path.is_file():
                digest.update(hashlib.sha256(path.read_bytes()).digest())
        return cls(root, root / ".cache/reached", digest.hexdigest())

    def by(self, module: str) -> Validity:
        """The validity of an experiment, without the packages it uses.

        Raises:
            GuideError: ``experiment-unreadable``, when a reachable source does not parse.
        """
        file = self.cache / f"{module}.json"
        sources = _kept(file, self.state)
        if sources is None:
            sources = of_module(self.root, module).sources
            if Reached.at(self.root) == self:  # nobody has saved a file meanwhile
                _keep(file, {"state": self.state, "sources": sources})
        return Validity(sources=sources, packages={})


def _code(root: Path) -> Iterator[Path]:
    """Every folder and source that an import could name, in an order of their own."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(one for one in folders if one.isidentifier() and one not in PASSED)
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        yield Path(folder)
        yield from (Path(folder, one) for one in sorted(files) if one.endswith(CODE))


def _kept(file: Path, state: str) -> dict[str, str] | None:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept["sources"] if kept.get("state") == state else None


def _keep(file: Path, content: object) -> None:
    """Put it in its place whole: another build may be reading."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_text(json.dumps(content), encoding="utf-8")
    draft.replace(file)
