"""One take, one time, by the device's own clock: marks in the queue before and after the work."""

from __future__ import annotations

import math
from collections.abc import Callable

from ..evidence.problem import GuideError
from ..evidence.stopwatch import Take
from .device import Device

LEAST_S = 0.002
"""Shortest stretch between two marks. Events resolve half a microsecond: far below a thousandth."""

MOST_CALLS = 4096


def event_watch(device: Device, subject: Callable[[], object]) -> Take:
    """Time calls of ``subject`` as the device ran them.

    The first call of each take lies before the first mark. The device is then still busy with it
    while the next ones are queued, so no time of the host's, for Python or for launching, lies
    between the marks.

    Returns:
        What runs the subject some times and says how many seconds one call took.
    """
    calls = 1
    while calls < MOST_CALLS and (once := _stretch(device, subject, calls)) < LEAST_S:
        calls = min(MOST_CALLS, max(2 * calls, math.ceil(1.2 * calls * LEAST_S / once)))

    def take() -> float:
        return _stretch(device, subject, calls) / calls

    return take


def _stretch(device: Device, subject: Callable[[], object], calls: int) -> float:
    """Seconds of the device's clock that so many calls took.

    Raises:
        GuideError: ``device-clock``, when its clock did not go forward.
    """
    start, end = device.mark(), device.mark()
    with device.queue():
        subject()
        start.record()
        for _ in range(calls):
            subject()
        end.record()
    end.synchronize()
    seconds = start.elapsed_time(end) / 1e3
    if not (math.isfinite(seconds) and seconds > 0):
        raise GuideError(
            "",
            1,
            "device-clock",
            f"장치의 시계가 앞으로 가지 않았습니다: {seconds:g} s",
            "드라이버와 torch의 판이 맞는지 보고 다시 재세요",
        )
    return seconds
