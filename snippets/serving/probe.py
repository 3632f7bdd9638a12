"""Marks inside the worker: a clock reading and a tuple, so that looking costs little."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .clock import now_ns
from .messages import Mark


class Probe:
    """Divides one forward pass into marks, each from the end of the one before.

    Several requests share a pass. They share its times, while bytes are counted for each.
    """

    def __init__(self, phase: str, since_ns: int) -> None:
        self._phase = phase
        self._since_ns = since_ns
        self._passed: list[tuple[str, int, Callable[[], Sequence[int]]]] = []

    def mark(self, name: str, moved: Callable[[], Sequence[int]]) -> None:
        """Note that what ran since the last mark was ``name``.

        Args:
            name: Stop name; without a dot, it belongs to the phase (``prefill.matmul``).
            moved: Gives the bytes moved, one number a request in the pass. Called after the
                pass, so that counting falls into no mark and between none.
        """
        full = name if "." in name else f"{self._phase}.{name}"
        self._passed.append((full, now_ns(), moved))

    def marks(self) -> list[tuple[Mark, ...]]:
        """The marks of each request in the pass."""
        marks, start_ns = [], self._since_ns
        for name, end_ns, moved in self._passed:
            marks.append([Mark(name, start_ns, end_ns, size) for size in moved()])
            start_ns = end_ns
        return list(zip(*marks, strict=True))


class NoProbe(Probe):
    """Stands in for a probe when nobody asked for a trace."""

    def __init__(self) -> None:
        super().__init__("", 0)

    def mark(self, name: str, moved: Callable[[], Sequence[int]]) -> None:
        """Do nothing."""
