"""A device that is not there: a queue that runs at once, and a clock that moves when told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class FakeMark:
    device: FakeDevice
    at: float | None = None

    def record(self) -> None:
        assert self.device.inside, "a mark on another queue than the work"
        self.at = self.device.now
        self.device.log.append("mark")

    def synchronize(self) -> None:
        assert not self.device.inside
        self.device.waited += 1

    def elapsed_time(self, end: FakeMark) -> float:
        assert self.device.waited, "read before the device got there"
        assert self.at is not None
        assert end.at is not None
        return 1e3 * (end.at - self.at)


@dataclass
class FakeDevice:
    """Every call of ``work(seconds)`` moves its clock; the host's clock is nobody's business."""

    where: str = "cpu"
    now: float = 0.0
    inside: bool = False
    waited: int = 0
    log: list[str] = field(default_factory=list)

    def mark(self) -> FakeMark:
        return FakeMark(self)

    @contextmanager
    def queue(self) -> Iterator[None]:
        self.inside = True
        try:
            yield
        finally:
            self.inside = False

    def work(self, seconds: float) -> None:
        assert self.inside, "work on another queue than the marks"
        self.now += seconds
        self.log.append("work")
