"""Marks inside the worker: two clock readings and a tuple, so that looking costs little."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .clock import now_ns
from .messages import Mark


class Probe:
    """Divides one forward pass into marks, each from the end of the one before.

    Several requests share a pass. They share its times, while bytes are counted for each.
    """

    def __init__(self, phase: str) -> None:
        self._phase = phase
        self._passed: list[tuple[str, int, int, Sequence[int]]] = []
        self._since = now_ns()

    def mark(self, name: str, moved: Callable[[], Sequence[int]]) -> None:
        """Note that what ran since the last mark was ``name``.

        Args:
            name: Stop name; without a dot, it belongs to the phase (``prefill.matmul``).
            moved: Gives the bytes moved, one number a request in the pass. Called only here,
                after the clock was read, so counting is neither paid untraced nor timed.
        """
        end = now_ns()
        full = name if "." in name else f"{self._phase}.{name}"
        self._passed.append((full, self._since, end, moved()))
        self._since = now_ns()

    def marks_of(self, row: int) -> tuple[Mark, ...]:
        """The marks of the request at place ``row`` of the pass."""
        return tuple(Mark(name, start, end, moved[row]) for name, start, end, moved in self._passed)


class NoProbe(Probe):
    """Stands in for a probe when nobody asked for a trace."""

    def __init__(self) -> None:
        super().__init__("")

    def mark(self, name: str, moved: Callable[[], Sequence[int]]) -> None:
        """Do nothing."""
