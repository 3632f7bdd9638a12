"""What an experiment may reach: how much of the machine, and nothing beyond it.

Nothing of this is imported by an experiment. It prepares the process before the experiment's own
code is loaded, and everything that process starts inherits it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module confined, in whatever folder it is started.

    The project is found by its path only until this package is loaded: what runs sees the
    folders that it would see without us.
    """
    start = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
        "from snippets.evidence.confine.start import start; "
        f"sys.path.remove({str(ROOT)!r}); start()"
    )
    return [sys.executable, "-c", start, module, *arguments]
