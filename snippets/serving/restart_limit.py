"""How often a dead worker is replaced: not for ever."""

from __future__ import annotations

from collections import deque


class RestartLimit:
    """Allows ``most`` restarts within any ``window_s`` seconds.

    A worker that dies now and then is replaced. One that dies of what it is asked, or of too
    little memory, would die again and again; then it is kinder to say so than to seem alive.
    """

    def __init__(self, most: int = 3, window_s: float = 60) -> None:
        self._window_s = window_s
        self._last: deque[float] = deque(maxlen=most)

    def allows(self, now_s: float) -> bool:
        """Whether there may be one more, at this moment; if so, it is counted."""
        if len(self._last) == self._last.maxlen and now_s - self._last[0] < self._window_s:
            return False
        self._last.append(now_s)
        return True
