"""What of the project an experiment can reach, kept until any of the project's code changes.

Working it out parses some hundred sources; whether one of them has changed is seen by their bytes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from snippets.evidence.validity import Validity, of_module

from . import code, whole_file


@dataclass(frozen=True)
class Reached:
    """The code as it stands.

    Attributes:
        root: The project's folder.
        cache: Where what was worked out is kept, a file an experiment.
        state: What every source says, and which code reads them.
    """

    root: Path
    cache: Path
    state: str

    @classmethod
    def at(cls, root: Path) -> Reached:
        """Look at the code as it is now."""
        now = code.state(root)  # and in a preview, the code that runs may be older than that
        return cls(root, root / ".cache/reached", f"{code.LOADED} {now}")

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
                kept = json.dumps({"state": self.state, "sources": sources})
                whole_file.write(file, kept.encode())
        return Validity(sources=sources, packages={})


def _kept(file: Path, state: str) -> dict[str, str] | None:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept["sources"] if kept.get("state") == state else None
