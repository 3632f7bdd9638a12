"""What new measurements changed, round by round: verdicts that flipped, figures that moved.

Records that one commit brought are one round; those that no commit is known of, those of one day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .change import Flip, Move, flips, moves
from .past import Past

NEWEST = 8
"""Rounds on the page and in the feed, so that the one never leads to what the other lacks."""


@dataclass(frozen=True)
class Change:
    """What one new taking of an experiment changed.

    Attributes:
        past: The experiment.
        take: Which of its takings.
    """

    past: Past
    take: int
    flips: tuple[Flip, ...]
    moves: tuple[Move, ...]

    @property
    def started(self) -> str:
        """When it was taken."""
        return self.past.entries[self.take].started

    @property
    def round(self) -> str:
        """What it was published with."""
        entry = self.past.entries[self.take]
        return entry.commit or entry.day


@dataclass(frozen=True)
class Round:
    """Everything that the takings of one round changed, in the order of the chapters.

    Attributes:
        key: The commit, or the day.
    """

    key: str
    changes: tuple[Change, ...]

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return f"round-{self.key}"

    @property
    def taken(self) -> str:
        """When the last of them was taken."""
        return max(change.started for change in self.changes)

    @property
    def subject(self) -> str:
        """What the commit said; empty without one."""
        first = self.changes[0]
        return first.past.entries[first.take].subject

    @property
    def flipped(self) -> int:
        """How many verdicts became another."""
        return sum(len(change.flips) for change in self.changes)

    @property
    def moved(self) -> int:
        """How many figures left their interval."""
        return sum(len(change.moves) for change in self.changes)

    @property
    def title(self) -> str:
        """One line for all of it."""
        parts = [
            f"판정 {self.flipped}개 뒤집힘" if self.flipped else "",
            f"수치 {self.moved}개 달라짐" if self.moved else "",
        ]
        return ", ".join(part for part in parts if part)


def rounds(pasts: Iterable[Past]) -> tuple[Round, ...]:
    """Newest first; a round in which nothing could be told apart is not there."""
    found: dict[str, list[Change]] = {}
    for past in pasts:
        for change in _changes(past):
            found.setdefault(change.round, []).append(change)
    made = [Round(key, tuple(changes)) for key, changes in found.items()]
    return tuple(sorted(made, key=lambda one: (one.taken, one.key), reverse=True)[:NEWEST])


def _changes(past: Past) -> Iterator[Change]:
    for take in range(1, len(past.entries)):
        before, after = past.entries[take - 1], past.entries[take]
        change = Change(past, take, flips(before, after), moves(before, after))
        if change.flips or change.moves:
            yield change
