"""What a number becomes in each format, and what becomes of sums of such numbers."""

from __future__ import annotations

import torch
from torch import Tensor

FORMATS: dict[str, torch.dtype] = {
    "fp32": torch.float32,
    "fp16": torch.float16,
    "bf16": torch.bfloat16,
    "e4m3": torch.float8_e4m3fn,
    "e5m2": torch.float8_e5m2,
}
"""Name in the ids of figures → format."""


def stops_at(dtype: torch.dtype) -> int:
    """The sum at which adding 1 changes nothing any more, when every sum is stored in ``dtype``.

    Up to there every sum is the next whole number. So instead of adding millions of times, one
    step is taken from every whole number at once, and the first that stays where it is counts.
    """
    total = torch.arange(2**24 + 1, dtype=torch.float32)  # (n,) all exact: fp32 is the widest
    more = (total + 1).to(dtype).float()  # (n,) rounded to nearest, ties to even
    return int((more == total).nonzero()[0])


def error_of_a_tenth(dtype: torch.dtype) -> float:
    """By how many percent the nearest number to 0.1 misses it; positive is too large."""
    nearest = torch.tensor(0.1, dtype=torch.float64).to(dtype).double().item()
    return 100 * (nearest / 0.1 - 1)


def square(side: float, dtype: torch.dtype) -> float:
    """A number times itself, stored in the same format."""
    one = torch.tensor(side, dtype=dtype)
    return (one * one).item()


def portions(count: int, seed: int = 0) -> Tensor:
    """So many random amounts between 0 and 1, as bf16 (count,)."""
    source = torch.Generator().manual_seed(seed)
    return torch.rand(count, generator=source).bfloat16()  # (count,)


def poured(amounts: Tensor, vessel: torch.dtype) -> float:
    """The sum of ``amounts`` (n,), one after the other into a total that is kept as ``vessel``."""
    total = torch.zeros((), dtype=vessel)  # ()
    for amount in amounts:
        total += amount
    return total.item()
