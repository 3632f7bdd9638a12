"""Our own product of one row: right for every dtype and size, and clear where it cannot be."""

import shutil
import subprocess

import pytest
import torch

from snippets.serving import row_product


@pytest.fixture(scope="module", autouse=True)
def loaded():
    if not shutil.which("g++"):
        pytest.skip("there is no C++ compiler")
    row_product.load()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int8])
@pytest.mark.parametrize(("n_out", "n_in"), [(1, 32), (2, 32), (7, 96), (64, 768)])
def test_equals_the_product_in_fp64(dtype, n_out, n_in):
    generator = torch.Generator().manual_seed(n_out)
    x = torch.randn(1, n_in, generator=generator)  # (1, n_in)
    weight = (20 * torch.randn(n_out, n_in, generator=generator)).to(dtype)  # (n_out, n_in)
    expected = x.double() @ weight.double().T  # (1, n_out)
    found = row_product.row_product(x, weight)
    assert found.dtype == torch.float32
    torch.testing.assert_close(found.double(), expected, atol=1e-3, rtol=1e-5)


@pytest.mark.parametrize(
    ("x", "weight"),
    [
        (torch.ones(2, 32), torch.ones(3, 32)),
        (torch.ones(1, 64), torch.ones(3, 32)),
        (torch.ones(1, 33), torch.ones(3, 33)),
        (torch.ones(1, 32).bfloat16(), torch.ones(3, 32)),
        (torch.ones(1, 32), torch.ones(32, 3).T),
        (torch.ones(1, 32), torch.ones(3, 32).double()),
    ],
)
def test_refuses_what_it_cannot_read(x, weight):
    with pytest.raises(RuntimeError, match="row_product wants"):
        row_product.row_product(x, weight)


def test_denormals_are_left_alone():
    """A library built with -ffast-math would set them to 0 in the whole process."""
    assert torch.tensor([1e-40]) * 1 == torch.tensor([1e-40])


def test_without_a_compiler_it_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        RuntimeError, match=r"^there is no C\+\+ compiler; start without --compiled$"
    ):
        row_product._built()


def test_a_failed_compilation_leaves_nothing_behind(monkeypatch, tmp_path):
    broken = tmp_path / "broken.cpp"
    broken.write_text("not C++")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(row_product, "SOURCE", broken)
    with pytest.raises(RuntimeError, match=r"^the C\+\+ compiler failed: .*broken\.cpp:1:1: error"):
        row_product._built()
    assert list((tmp_path / "cache").rglob("*.so")) == []


def test_the_second_start_compiles_nothing(monkeypatch):
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("compiled again"))
    assert row_product._built().exists()
