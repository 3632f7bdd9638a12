"""Weights as 8-bit integers: half the bytes of bf16, and an error that is known."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name


def in_steps(rows: Tensor) -> tuple[Tensor, Tensor]:
    """Rows as integers from -127 to 127, and the size (n, 1) of a step in each row."""
    step = (rows.abs().amax(dim=1, keepdim=True).float() / 127).clamp(min=1e-12)  # (n, 1)
    return (rows / step).round_().to(torch.int8), step  # (n, width), (n, 1)


class Widened:
    """Weights as 8-bit integers, each output with a scale of its own; half the bytes of bf16.

    A weight is off by at most half a step, 1/254 of the largest weight of its output. They are
    made bf16 again for every product, which runs everywhere and takes its time.
    """

    def __init__(self, weight: Tensor) -> None:
        self._steps, scale = in_steps(weight.float())  # (n_out, n_in) int8, (n_out, 1)
        self._scale = scale.flatten()  # (n_out,) fp32
        self.nbytes = self._steps.nbytes + self._scale.nbytes

    def __call__(self, x: Tensor) -> Tensor:
        """``x`` (n, n_in) times the matrix, transposed: (n, n_out)."""
        wide = F.linear(x, self._steps.to(x.dtype)).float()  # (n, n_out)
        return (wide * self._scale).to(x.dtype)  # (n, n_out)
