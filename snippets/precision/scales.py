"""Weights as small integers with a scale: one for all, one a row, or one a group."""

from __future__ import annotations

import torch
from torch import Tensor

ROWS, WIDTH = 256, 1024
"""Outputs and inputs of the matrix."""

OUTLIERS, TIMES = 0.001, 20
"""One weight in a thousand is so many times larger."""

INPUTS = 64
"""Rows that the matrix is multiplied with, to see what the rounding does to its output."""

GROUPS = {"tensor": ROWS * WIDTH, "row": WIDTH, "128": 128, "32": 32}
"""Name → how many neighbours share a scale; neighbours lie in one row."""


def weights(outliers: bool) -> Tensor:
    """A seeded matrix (ROWS, WIDTH) in fp64, the same with and without outliers otherwise."""
    source = torch.Generator().manual_seed(0)
    weight = 0.02 * torch.randn(ROWS, WIDTH, generator=source, dtype=torch.float64)
    large = torch.rand(ROWS, WIDTH, generator=source) < OUTLIERS  # (ROWS, WIDTH)
    return torch.where(large, TIMES * weight, weight) if outliers else weight


def inputs() -> Tensor:
    """Seeded inputs (INPUTS, WIDTH) in fp64."""
    source = torch.Generator().manual_seed(1)
    return torch.randn(INPUTS, WIDTH, generator=source, dtype=torch.float64)


def rounded(weight: Tensor, bits: int, group: int) -> Tensor:
    """The matrix after it was stored: integers of so many bits, a scale in fp16 for each group.

    The range is symmetric, such as -7 to 7 for 4 bits: the lowest integer is left unused.
    """
    most = 2 ** (bits - 1) - 1
    groups = weight.reshape(-1, group)  # (n, group)
    step = (groups.abs().amax(dim=1, keepdim=True) / most).half().double()  # (n, 1)
    return ((groups / step).round().clamp(-most, most) * step).view_as(weight)


def output_error(weight: Tensor, stored: Tensor, x: Tensor) -> float:
    """How far the output of ``stored`` is from that of ``weight``: norm over norm, in percent."""
    exact = x @ weight.T  # (INPUTS, ROWS)
    return 100 * ((x @ stored.T - exact).norm() / exact.norm()).item()
