"""A product with 4-bit weights, taken apart: store, read, widen, multiply, add up.

Every piece is really carried out and noted as a span. A fast kernel does the same within one
loop, in registers; here each piece leaves its result in memory, so that it can be seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor

from ..evidence.trace import Path, Span, Trace

MOST, ZERO = 7, 8  # integers from -7 to 7, stored as 1 to 15: a half byte has no sign


@dataclass
class Diary:
    """Notes pieces of work as spans, each caused by the one before."""

    start: float = 0.0
    spans: list[Span] = field(default_factory=list)

    def note(
        self, name: str, work: Callable[[], Tensor], also: int = 0, step: int | None = None
    ) -> Tensor:
        """Do a piece of work; it moved its result and ``also`` bytes besides."""
        begun = time.perf_counter()
        self.start = self.start if self.spans else begun
        made = work()
        ended = time.perf_counter()
        self.spans.append(
            Span(
                id=str(len(self.spans)),
                after=self.spans[-1].id if self.spans else None,
                name=name,
                path=Path.DATA,
                start_us=1e6 * (begun - self.start),
                duration_us=1e6 * (ended - begun),
                step=step,
                bytes=made.nbytes + also,
            )
        )
        return made

    def trace(self, name: str) -> Trace:
        """What was noted so far."""
        return Trace(id=name, spans=tuple(self.spans))


def scales(weight: Tensor, group: int) -> Tensor:
    """The size of a step in each group of a row: (n_out, n_in / group) fp16."""
    groups = weight.unflatten(1, (-1, group))  # (n_out, n_in / group, group)
    return (groups.abs().amax(dim=2) / MOST).half()


def packed(weight: Tensor, scale: Tensor, group: int) -> Tensor:
    """Two weights a byte: (n_out, n_in / 2) uint8."""
    steps = weight / scale.float().repeat_interleave(group, dim=1)  # (n_out, n_in)
    whole = (steps.round().clamp(-MOST, MOST) + ZERO).to(torch.uint8)  # (n_out, n_in)
    return whole[:, 0::2] | whole[:, 1::2] << 4


def widened(some: Tensor, scale: Tensor) -> Tensor:
    """One group of every row, (n_out, group / 2) bytes and (n_out, 1) scales, as bf16 weights."""
    halves = torch.stack((some & 15, some >> 4), dim=2).flatten(1)  # (n_out, group) uint8
    return ((halves.float() - ZERO) * scale.float()).bfloat16()  # (n_out, group)


def stored_and_widened(weight: Tensor, group: int) -> Tensor:
    """The matrix (n_out, n_in) as the product sees it, in bf16: what 4 bits have left of it."""
    scale = scales(weight, group)  # (n_out, n_in / group) fp16
    parts = packed(weight, scale, group).split(group // 2, dim=1)  # each (n_out, group / 2)
    pairs = zip(parts, scale.split(1, dim=1), strict=True)
    return torch.cat([widened(*pair) for pair in pairs], dim=1)  # (n_out, n_in)


def product(x: Tensor, weight: Tensor, group: int, diary: Diary) -> Tensor:
    """``x`` (n, n_in) bf16 times ``weight`` (n_out, n_in), transposed, by way of 4 bits.

    Returns:
        (n, n_out) bf16.
    """
    scale = scales(weight, group)  # (n_out, n_in / group) fp16
    store = diary.note("weights.store", lambda: packed(weight, scale, group), scale.nbytes)
    total = torch.zeros(len(x), len(weight))  # (n, n_out) fp32: the vessel for the sum
    for step in range(scale.shape[1]):
        here = slice(step * group // 2, (step + 1) * group // 2)
        own = scale[:, step : step + 1].contiguous()  # (n_out, 1)
        some = diary.note("weights.read", store[:, here].contiguous, own.nbytes, step)
        wide = diary.note("weights.widen", lambda some=some, own=own: widened(some, own), 0, step)
        part = x[:, step * group : (step + 1) * group]  # (n, group) bf16
        # bf16 times bf16 is exact in fp32: what a matrix unit does, only slower.
        share = diary.note(
            "product.multiply",
            lambda part=part, wide=wide: part.float() @ wide.float().T,  # (n, n_out) fp32
            part.nbytes + wide.nbytes,
            step,
        )
        diary.note("product.add", lambda share=share: total.add_(share), share.nbytes, step)
    return diary.note("product.give", total.bfloat16)
