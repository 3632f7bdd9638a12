"""A host that asks for kernels and goes on, and a device that works them off in order.

The device is a thread of this process. What it shares with an accelerator is the way of asking:
orders go into a queue, the one who asks does not wait for each, and at the end waits for all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue

import torch
from torch.nn.functional import silu

from ..evidence.trace import Path, Span, Trace

LAYERS = 2


@dataclass(frozen=True)
class Kernel:
    """One order to the device; ``bytes`` are those of the tensors that it reads and writes."""

    name: str
    run: Callable[[], object]
    bytes: int


@dataclass(frozen=True)
class Launched:
    """One run: its spans, when the host had asked for everything, when all was done (seconds)."""

    trace: Trace
    asked_s: float
    done_s: float

    @property
    def busy(self) -> float:
        """Share of the time in which the device worked on a kernel."""
        kernels = (s.duration_us for s in self.trace.spans if s.path is Path.DATA)
        return sum(kernels) / 1e6 / self.done_s


def feed_forward(tokens: int, width: int, inner: int) -> list[Kernel]:
    """The kernels of the FFN of ``LAYERS`` layers: two products, a gate, one product back."""
    x = torch.randn(tokens, width)  # (T, d)
    found = []
    for _ in range(LAYERS):
        gate, up = (torch.randn(width, inner) for _ in range(2))  # (d, f)
        down = torch.randn(inner, width)  # (f, d)
        g, u = (torch.empty(tokens, inner) for _ in range(2))  # (T, f)
        y = torch.empty(tokens, width)  # (T, d)
        found += [product("gate", x, gate, g), product("up", x, up, u)]
        found.append(Kernel("gating", lambda g=g, u=u: silu(g, inplace=True).mul_(u), 5 * g.nbytes))
        found.append(product("down", g, down, y))
        x = y
    return found


def product(name: str, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> Kernel:
    """One matrix product, which reads ``a`` and ``b`` and writes ``out``."""
    moved = a.nbytes + b.nbytes + out.nbytes
    return Kernel(name, lambda: torch.mm(a, b, out=out), moved)


def launch(kernels: Sequence[Kernel], id: str) -> Launched:  # noqa: A002
    """Ask for all kernels, then wait; every stop of host and device leaves a span."""
    log = _Log(time.perf_counter())
    queue: SimpleQueue[tuple[int, Kernel] | None] = SimpleQueue()
    done = threading.Event()

    def device() -> None:
        while (order := queue.get()) is not None:
            step, kernel = order
            taken = log.now()
            begun = log.note("device.take", step, taken, after=f"launch{step}")
            kernel.run()
            log.note(f"kernel.{kernel.name}", step, begun, f"take{step}", kernel.bytes)
        log.finished = log.now()
        done.set()

    worker = threading.Thread(target=device)
    worker.start()
    log.start = time.perf_counter()  # starting the thread is no part of it
    for step, kernel in enumerate(kernels):
        begun = log.now()
        queue.put((step, kernel))
        log.note("host.launch", step, begun, after=f"launch{step - 1}" if step else None)
    asked = log.now()
    queue.put(None)
    log.note("host.sync", None, asked, after=f"launch{len(kernels) - 1}")
    done.wait()
    woken = log.note("device.done", None, log.finished, after=f"kernel{len(kernels) - 1}")
    worker.join()
    spans = tuple(sorted(log.spans, key=lambda span: span.start_us))
    return Launched(Trace(id=id, spans=spans), asked, woken)


class _Log:
    """Spans from two threads, on one clock; ``list.append`` needs no lock."""

    def __init__(self, start: float) -> None:
        self.start = start
        self.finished = 0.0
        self.spans: list[Span] = []

    def now(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.start

    def note(
        self, name: str, step: int | None, begun: float, after: str | None, moved: int | None = None
    ) -> float:
        """Write down what ends now, and say when that is."""
        ended = self.now()
        place, what = name.split(".")
        kind = "kernel" if place == "kernel" else what
        span = Span(
            id=kind if step is None else f"{kind}{step}",
            after=after,
            name=name,
            path=Path.DATA if place == "kernel" else Path.CONTROL,
            start_us=1e6 * begun,
            duration_us=1e6 * (ended - begun),
            step=step,
            bytes=moved,
        )
        self.spans.append(span)
        return ended
