"""A matrix product with fixed weights, by the fastest back end that this machine has.

The only file that calls private operators of torch. Each back end is tried on a small product
first: where it is missing or wrong, plain ``F.linear`` takes its place, and ``backend`` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name

from .config import Dtype
from .quantized import Widened, in_steps

FEW_ROWS = 4
"""Up to this many rows, int8 weights are multiplied by bf16 inputs: the fastest way, and the most
precise. That operator goes row by row; with more rows the inputs become int8 too, and the time
is almost the same for any number of rows."""

ACTIVATIONS: dict[Dtype, torch.dtype] = {
    "fp32": torch.float32,
    "bf16": torch.bfloat16,
    "int8": torch.bfloat16,
}
"""What goes in and comes out. int8 weights want bf16 inputs: with fp32 they are 2.5 times slower
than fp32 weights would be."""


class Linear(Protocol):
    """Multiplies rows by a weight matrix."""

    nbytes: int
    """Bytes of weights that one product reads."""

    def __call__(self, x: Tensor) -> Tensor:
        """``x`` (n, n_in) times the matrix (n_out, n_in), transposed: (n, n_out)."""


class Plain:
    """``F.linear``: runs everywhere."""

    def __init__(self, weight: Tensor) -> None:
        self._weight = weight  # (n_out, n_in)
        self.nbytes = weight.nbytes

    def __call__(self, x: Tensor) -> Tensor:
        """See ``Linear``."""
        return F.linear(x, self._weight)  # (n, n_out)


class Packed:
    """oneDNN with the weights laid out in advance, as its bf16 kernels want to read them.

    Only for bf16: with fp32 and one row, the same step makes a product slower.
    """

    def __init__(self, weight: Tensor) -> None:
        self.nbytes = weight.nbytes
        self._weight = torch.ops.mkldnn._reorder_linear_weight(weight.contiguous())  # opaque

    def __call__(self, x: Tensor) -> Tensor:
        """See ``Linear``."""
        return torch.ops.mkldnn._linear_pointwise(x, self._weight, None, "none", [], "")


class Int8(Widened):
    """The same weights by integer products, without making them wide first."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__(weight)
        self._coarse_scale = self._scale.bfloat16()  # (n_out,)
        # The operator for many rows wants a layout of its own. A product reads one of the two.
        self._packed = torch.ops.onednn.qlinear_prepack(self._steps, None)  # opaque
        self._no_offsets = torch.zeros(len(self._scale), dtype=torch.int32)  # (n_out,)

    def __call__(self, x: Tensor) -> Tensor:
        """See ``Linear``."""
        return self._few(x) if len(x) <= FEW_ROWS else self._many(x)  # (n, n_out)

    def _few(self, x: Tensor) -> Tensor:
        """Inputs in bf16."""
        return torch._weight_int8pack_mm(x, self._steps, self._coarse_scale)  # (n, n_out)

    def _many(self, x: Tensor) -> Tensor:
        """Inputs as integers too, each row with a scale of its own, so no row changes another."""
        steps, scale = in_steps(x)  # (n, n_in) int8, (n, 1)
        product = torch.ops.onednn.qlinear_pointwise(
            steps,
            1.0,  # scale and offset of the inputs: theirs differ by row, and come after
            0,
            self._packed,
            self._scale,
            self._no_offsets,
            None,  # no bias
            1.0,  # scale and offset of the outputs, which are not integers
            0,
            torch.float32,
            "none",
            [],
            "",
        )  # (n, n_out)
        return (product * scale).to(x.dtype)  # (n, n_out)


def linear(weight: Tensor, dtype: Dtype) -> Linear:
    """Bring a matrix (n_out, n_in) of any float dtype into the form that ``dtype`` asks for."""
    kind, _ = _choice(dtype)
    return kind(weight.to(ACTIVATIONS[dtype]) if dtype != "int8" else weight)


def backend(dtype: Dtype) -> str:
    """The back end in words, for the conditions of a measurement."""
    return _choice(dtype)[1]


@cache
def _choice(dtype: Dtype) -> tuple[Callable[[Tensor], Linear], str]:
    if dtype == "bf16" and _works(Packed):
        return Packed, "bf16, oneDNN에 맞춰 미리 배치한 가중치"
    if dtype == "int8" and _works(Int8):
        return Int8, f"int8 가중치, 활성값은 {FEW_ROWS}행까지 bf16, 그 위는 int8"
    if dtype == "int8":
        return Widened, "int8 가중치, 곱할 때마다 bf16으로 되돌림"
    return Plain, f"{dtype}, F.linear"


def _works(kind: Callable[[Tensor], Linear]) -> bool:
    """Whether a back end exists here and gives the right answer to small products."""
    weight = torch.eye(32).bfloat16()  # (32, 32)
    few, many = torch.ones(1, 32).bfloat16(), torch.ones(2 * FEW_ROWS, 32).bfloat16()  # (n, 32)
    try:
        product = kind(weight)
        return all(torch.allclose(product(x), x, atol=0.02) for x in (few, many))
    except (RuntimeError, AttributeError, NotImplementedError):
        return False  # an operator that this build or this processor does not have
