"""Marks inside the worker: a clock reading and a tuple, so that looking costs little."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .clock import now_ns
from .messages import Mark

Moved = Callable[[], Sequence[int | None]]


class Probe:
    """Divides one forward pass into marks, each from the end of the one before.

    Several requests share a pass. They share its times, while bytes are counted for each, and
    what is a prefill to one is a decode to another.
    """

    def __init__(self, phases: Sequence[str], since_ns: int) -> None:
        self._phases = phases  # of each request in the pass
        self._since_ns = since_ns
        self._passed: list[tuple[str, int, Moved]] = []

    def mark(self, name: str, moved: Moved) -> None:
        """Note that what ran since the last mark was ``name``.

        Args:
            name: Stop name; without a dot, it belongs to a phase (``prefill.matmul``).
            moved: Gives the bytes moved, one number a request in the pass; ``None`` for a
                request that had no part in it. Called after the pass, so that counting falls
                into no mark and between none.
        """
        self._passed.append((name, now_ns(), moved))

    def marks(self) -> list[tuple[Mark, ...]]:
        """The marks of each request in the pass."""
        marks: list[list[Mark]] = [[] for _ in self._phases]
        start_ns = self._since_ns
        for name, end_ns, moved in self._passed:
            for own, phase, size in zip(marks, self._phases, moved(), strict=True):
                full = name if "." in name else f"{phase}.{name}"
                if size is not None:
                    own.append(Mark(full, start_ns, end_ns, size))
            start_ns = end_ns
        return [tuple(own) for own in marks]


class NoProbe(Probe):
    """Stands in for a probe when nobody asked for a trace."""

    def __init__(self) -> None:
        super().__init__((), 0)

    def mark(self, name: str, moved: Moved) -> None:
        """Do nothing."""
