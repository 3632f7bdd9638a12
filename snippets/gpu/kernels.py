"""Work of known size for a device: its roofs, and points to place under them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle

import torch

from .device import Device

GIB = 2**30


@dataclass(frozen=True)
class Sizes:
    """How large the work is; a test takes less.

    Attributes:
        numbers: fp32 numbers of each long vector. 1 GiB: twenty times the largest L2 of today.
        order: Of the square matrices of the peaks.
        width: Of the weight that meets ever more columns, 128 MiB in bf16.
        copies: So many weights take turns, that none waits in a cache.
        columns: The batches.
    """

    numbers: int = GIB // 4
    order: int = 8192
    width: int = 8192
    copies: int = 4
    columns: tuple[int, ...] = (1, 16, 64, 256, 1024)


@dataclass(frozen=True)
class Work:
    """A kernel, and what it does in a call: FLOP, bytes, or both."""

    flop: float
    nbytes: float
    run: Callable[[], object]


DTYPES = {
    "fp32": torch.float32,
    "tf32": torch.float32,
    "bf16": torch.bfloat16,
    "fp16": torch.float16,
}
"""TF32 is a way to multiply numbers that are kept in fp32."""


def roofs(device: Device, formats: tuple[str, ...], sizes: Sizes) -> dict[str, Work]:
    """Reading, copying, and a product of square matrices in each format."""
    where = device.where
    with device.queue():
        source = torch.ones(sizes.numbers, device=where)  # (numbers,)
        target = torch.empty_like(source)
    size = source.nbytes
    found = {
        "read": Work(2 * sizes.numbers, size, lambda: torch.dot(source, source)),
        "copy": Work(0, 2 * size, lambda: target.copy_(source)),
    }
    return found | {name: _product(device, name, sizes.order) for name in formats}


def _product(device: Device, name: str, order: int) -> Work:
    """A square product into memory that is there already; random numbers, as in real work."""
    with device.queue():
        left = torch.randn(order, order, device=device.where).to(DTYPES[name])  # (n, n)
        right = torch.randn(order, order, device=device.where).to(DTYPES[name])  # (n, n)
        out = torch.empty_like(left)
    precision = "high" if name == "tf32" else "highest"

    def multiply() -> None:
        torch.set_float32_matmul_precision(precision)
        torch.mm(left, right, out=out)

    return Work(2 * order**3, 3 * left.nbytes, multiply)


def points(device: Device, name: str, sizes: Sizes) -> dict[str, Work]:
    """An addition of vectors, and a weight in the format ``name`` with ever more columns."""
    where, kind = device.where, DTYPES[name]
    with device.queue():
        a, b = (torch.ones(sizes.numbers, device=where) for _ in range(2))  # (numbers,) each
        total = torch.empty_like(a)
        weights = [
            torch.randn(sizes.width, sizes.width, device=where).to(kind)  # (width, width)
            for _ in range(sizes.copies)
        ]
    turns = cycle(weights)

    def batch(columns: int) -> Work:
        with device.queue():
            x = torch.randn(columns, sizes.width, device=where).to(kind)  # (b, width)
            out = torch.empty_like(x)
        return Work(
            2 * columns * sizes.width**2,
            weights[0].nbytes + 2 * x.nbytes,
            lambda: torch.mm(x, next(turns), out=out),
        )

    add = Work(sizes.numbers, 3 * a.nbytes, lambda: torch.add(a, b, out=total))
    return {"add": add} | {f"b{columns}": batch(columns) for columns in sizes.columns}


def formats_of(capability: tuple[int, int], hip: bool = False) -> tuple[str, ...]:
    """Formats that a device multiplies by itself; one that it only imitates is no roof."""
    if hip:
        return ("fp32", "bf16", "fp16")
    return ("fp32", "tf32", "bf16", "fp16") if capability >= (8, 0) else ("fp32", "fp16")
