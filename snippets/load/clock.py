"""The clock of one run: seconds since it began."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """Starts when it is made. It never jumps, and every event of a run is read from it."""

    def __init__(self) -> None:
        self._start_s = time.perf_counter()

    def now_s(self) -> float:
        """Seconds since the run began."""
        return time.perf_counter() - self._start_s

    async def until(self, at_s: float) -> None:
        """Sleep until ``at_s``; return at once when it has passed."""
        await asyncio.sleep(max(0.0, at_s - self.now_s()))
