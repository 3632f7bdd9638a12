"""How much to measure: all of it, or a quick look that is never published."""

from __future__ import annotations

import os

QUICK_VARIABLE = "GUIDE_QUICK"


def is_quick() -> bool:
    """Whether this process was started for a quick look."""
    return os.environ.get(QUICK_VARIABLE) == "1"


def repeats(full: int, quick: int) -> int:
    """The number of repetitions for this run."""
    return quick if is_quick() else full
