"""Matrix products in forms that torch's compiler knows how to put between its loops."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812  its usual name

from .config import Dtype
from .linear import ACTIVATIONS, Linear
from .quantized import in_steps
from .row_product import WIDTH, row_product


class _Matrix(nn.Module):
    """Weights that stay as they are; the compiler takes only those of a module as constants."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        self._weight = nn.Parameter(weight.contiguous(), requires_grad=False)
        self.nbytes = weight.nbytes


class Dense(_Matrix):
    """Weights (n_out, n_in) of 32 or 16 bits, for few rows."""

    def forward(self, x: Tensor) -> Tensor:
        """``x`` (n, n_in) times the matrix, transposed: (n, n_out)."""
        if len(x) == 1 and x.shape[1] % WIDTH == 0:
            return row_product(x.float(), self._weight).to(x.dtype)  # (1, n_out)
        return F.linear(x, self._weight)  # (n, n_out)


class Dense8(_Matrix):
    """Weights (n_out, n_in) of 8 bits, for one row."""

    def __init__(self, weight: Tensor) -> None:
        steps, scale = in_steps(weight.float())  # (n_out, n_in) int8, (n_out, 1)
        super().__init__(steps)
        self._scale = nn.Parameter(scale.flatten(), requires_grad=False)  # (n_out,)
        self.nbytes = steps.nbytes + scale.nbytes

    def forward(self, x: Tensor) -> Tensor:
        """``x`` (1, n_in) times the matrix, transposed: (1, n_out)."""
        wide = x.float()  # (1, n_in)
        if x.shape[1] % WIDTH == 0:
            product = row_product(wide, self._weight)  # (1, n_out)
        else:
            product = F.linear(wide, self._weight.float())  # (1, n_out)
        return (product * self._scale).to(x.dtype)  # (1, n_out)


class Wide(_Matrix):
    """Weights for many rows: kept as (n_in, n_out), which torch multiplies by fastest."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__(weight.T)  # (n_in, n_out)

    def forward(self, x: Tensor) -> Tensor:
        """``x`` (n, n_in) times the matrix: (n, n_out)."""
        return x @ self._weight  # (n, n_out)


def few_rows(weight: Tensor, dtype: Dtype) -> Linear:
    """Bring a matrix (n_out, n_in) of any float dtype into the form that decode wants."""
    return Dense8(weight) if dtype == "int8" else Dense(weight.to(ACTIVATIONS[dtype]))


def many_rows(weight: Tensor, dtype: Dtype) -> Linear:
    """The same for prompts."""
    return Wide(weight.to(ACTIVATIONS[dtype]))
