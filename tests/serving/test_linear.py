"""Every back end gives the product, within the error of its dtype."""

import pytest
import torch
from torch.nn import functional as F  # noqa: N812

from snippets.serving import linear as module
from snippets.serving.linear import FEW_ROWS, Int8, Packed, Plain, backend, linear
from snippets.serving.quantized import Widened

ROWS = [1, FEW_ROWS, FEW_ROWS + 1, 16, 200]
WEIGHT = torch.randn(96, 64, generator=torch.Generator().manual_seed(0))


@pytest.fixture(autouse=True)
def no_memory():
    """The choice is made once a process; here it is made anew."""
    module._choice.cache_clear()
    yield
    module._choice.cache_clear()


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(
    ("kind", "error"), [(Plain, 0.0), (Packed, 0.01), (Widened, 0.01), (Int8, 0.02)]
)
def test_a_product_is_right_within_the_error_of_its_dtype(kind, error, rows):
    if kind is not Plain and not module._works(kind):
        pytest.skip("this machine does not have it")
    dtype = torch.float32 if kind is Plain else torch.bfloat16
    x = torch.randn(rows, 64, generator=torch.Generator().manual_seed(rows)).to(dtype)
    exact = F.linear(x.float(), WEIGHT)
    product = kind(WEIGHT.to(dtype))(x)
    assert (product.dtype, product.shape) == (dtype, (rows, 96))
    assert (product.float() - exact).std() <= error * exact.std()


def test_a_row_does_not_change_another():
    if not module._works(Int8):
        pytest.skip("this machine has no integer product")
    product = Int8(WEIGHT)
    rows = torch.randn(20, 64, generator=torch.Generator().manual_seed(1)).bfloat16()
    louder = torch.cat([rows[:10], 100 * rows[10:]])
    assert product(louder)[:10].equal(product(rows)[:10])


def test_bytes_are_those_that_a_product_reads():
    assert linear(WEIGHT, "fp32").nbytes == 96 * 64 * 4
    assert linear(WEIGHT, "bf16").nbytes == 96 * 64 * 2
    assert linear(WEIGHT, "int8").nbytes == 96 * 64 + 96 * 4


def test_a_row_of_zeros_stays_one():
    weight = WEIGHT.clone()
    weight[3] = 0
    assert linear(weight, "int8")(torch.ones(1, 64).bfloat16())[0, 3] == 0


def test_fp32_is_never_laid_out_in_advance():
    assert isinstance(linear(WEIGHT, "fp32"), Plain)
    assert backend("fp32") == "fp32, F.linear"


@pytest.mark.parametrize("fault", ["missing", "wrong"])
@pytest.mark.parametrize(
    ("dtype", "fast", "fallback"),
    [("bf16", "mkldnn._linear_pointwise", Plain), ("int8", "_weight_int8pack_mm", Widened)],
)
def test_a_back_end_that_is_missing_or_wrong_is_replaced(monkeypatch, dtype, fast, fallback, fault):
    def broken(x, *_):
        if fault == "missing":
            raise NotImplementedError
        return x + 1

    owner = torch.ops.mkldnn if "." in fast else torch
    monkeypatch.setattr(owner, fast.split(".")[-1], broken)
    product = linear(WEIGHT, dtype)
    assert type(product) is fallback
    assert backend(dtype) in ("bf16, F.linear", "int8 가중치, 곱할 때마다 bf16으로 되돌림")
    x = torch.ones(3, 64).bfloat16()
    assert torch.allclose(product(x).float(), F.linear(x.float(), WEIGHT), atol=0.3)
