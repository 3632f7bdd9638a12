"""Where requests wait: by priority, first come first served within one, and nobody for ever."""

from __future__ import annotations

from collections.abc import Iterator

from .sequence import Sequence

AGEING_STEPS = 256
"""Steps of waiting that raise a request by one priority, so that it cannot wait for ever."""


class WaitingQueue:
    """Sequences that wait for a slot and blocks."""

    def __init__(self) -> None:
        self._waiting: list[Sequence] = []
        self._arrived = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Sequence]:
        return iter(self._waiting)

    def put(self, sequence: Sequence, step: int) -> None:
        """Begin to wait at ``step``. Whoever comes back has the place of its first arrival."""
        if sequence.arrival < 0:
            sequence.arrival = self._arrived
            self._arrived += 1
        sequence.queued_at = step
        self._waiting.append(sequence)

    def first(self, step: int) -> Sequence:
        """Whose turn it is at ``step``; its rank is set accordingly.

        Raises:
            ValueError: When nobody waits.
        """
        for sequence in self._waiting:
            raised = (step - sequence.queued_at) // AGEING_STEPS
            sequence.rank = (max(0, sequence.priority - raised), sequence.arrival)
        return min(self._waiting, key=lambda sequence: sequence.rank)

    def remove(self, sequence: Sequence) -> None:
        """Stop waiting; nothing happens when the sequence is not here."""
        if sequence in self._waiting:
            self._waiting.remove(sequence)
