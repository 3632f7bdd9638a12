"""Experiments shared out among machines that measure at the same time: ``--shard 1/4``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .catalogue import Listing
from .problem import GuideError
from .profile import profiles
from .record import RecordError

START_S = 5.0
"""What every experiment costs besides: a process, torch, the two kernels timed beside it."""


@dataclass(frozen=True)
class Shard:
    """One of ``of`` shares; the first is 1."""

    number: int
    of: int

    @classmethod
    def read(cls, text: str) -> Shard:
        """Read ``1/4``.

        Raises:
            GuideError: ``shard-malformed``.
        """
        found = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", text)
        if found and 1 <= int(found[1]) <= int(found[2]):
            return cls(int(found[1]), int(found[2]))
        raise GuideError(
            "--shard",
            1,
            "shard-malformed",
            f"몫을 읽을 수 없습니다: {text}",
            "1/4, 2/4처럼 적으세요",
        )

    def of_names(self, names: Iterable[str], seconds: dict[str, float]) -> list[str]:
        """The names of this share, in the order given."""
        wanted = list(names)
        mine = set(shares(wanted, seconds, self.of)[self.number - 1])
        return [name for name in wanted if name in mine]


def shares(names: Iterable[str], seconds: dict[str, float], count: int) -> list[list[str]]:
    """Longest first, each to the share with the least to do; every name is in exactly one.

    The same on every machine: nothing but names and committed durations decides, and ties go to
    the name that comes first and to the first share.
    """
    made: list[list[str]] = [[] for _ in range(count)]
    loads = [0.0] * count
    for name in sorted(set(names), key=lambda one: (-seconds[one], one)):
        least = loads.index(min(loads))
        made[least].append(name)
        loads[least] += seconds[name]
    return made


def durations(root: Path, known: dict[str, Listing]) -> dict[str, float]:
    """Seconds that each experiment takes, by committed records; by its time limit without one.

    Of all profiles, never of this machine's own: the machines of a matrix differ, and must still
    agree on who does what.
    """
    return {name: START_S + _longest(root, listing) for name, listing in known.items()}


def _longest(root: Path, listing: Listing) -> float:
    found = []
    for profile in profiles(root):
        try:
            found.append(profile.record(listing.id).conditions.duration_s)
        except RecordError:
            continue  # this machine never took it
    return max(found, default=listing.timeout_s)
