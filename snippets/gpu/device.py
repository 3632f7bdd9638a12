"""An accelerator, as far as measuring needs one: a queue of work with marks in it.

Everything here can be played by an object without any device: see ``tests/machines/fake.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import torch

from ..evidence.problem import GuideError


class Mark(Protocol):
    """A point in the queue; the device notes its own time when it gets there."""

    def record(self) -> None:
        """Put the mark into the queue."""

    def synchronize(self) -> None:
        """Wait until the device has got there."""

    def elapsed_time(self, end: Mark) -> float:
        """Milliseconds of the device's clock from this mark to a later one."""


class Device(Protocol):
    """A device and one queue of it."""

    where: str
    """Where tensors are put, as torch calls it."""

    def mark(self) -> Mark:
        """A new mark for the queue."""

    def queue(self) -> AbstractContextManager[object]:
        """Inside, all work and all marks go to this device's queue."""


@dataclass(frozen=True)
class Cuda:
    """One CUDA device (or one that torch calls so) and a stream of its own."""

    stream: torch.cuda.Stream
    where: str = "cuda:0"

    def mark(self) -> Mark:
        """An event that notes the time; it is recorded on the current stream, see ``queue``."""
        return _Event(torch.cuda.Event(enable_timing=True), self.stream)

    def queue(self) -> AbstractContextManager[object]:
        """The stream, made the current one: torch queues its kernels there."""
        return torch.cuda.stream(self.stream)


@dataclass(frozen=True)
class _Event:
    event: torch.cuda.Event
    stream: torch.cuda.Stream

    def record(self) -> None:
        self.event.record(self.stream)

    def synchronize(self) -> None:
        self.event.synchronize()

    def elapsed_time(self, end: Mark) -> float:
        assert isinstance(end, _Event)
        return self.event.elapsed_time(end.event)


def cuda(
    built_for: Callable[[], str | None] = lambda: torch.version.cuda or torch.version.hip,
    available: Callable[[], bool] = torch.cuda.is_available,
) -> Cuda:
    """The first device that this process may see.

    Raises:
        GuideError: ``device-torch`` when torch was built for none, ``device-absent`` when none is
            there. An experiment that raises it leaves no record, and so no figure.
    """
    if built_for() is None:
        raise GuideError(
            "",
            1,
            "device-torch",
            "이 torch는 CPU만 압니다",
            "GPU가 있는 기계에 CUDA판 torch를 설치하고 다시 재세요",
        )
    if not available():
        raise GuideError(
            "",
            1,
            "device-absent",
            "이 기계에서 GPU를 찾지 못했습니다",
            "nvidia-smi 가 장치를 보여 주는지, CUDA_VISIBLE_DEVICES 가 비어 있지 않은지 보세요",
        )
    return Cuda(torch.cuda.Stream(0))
