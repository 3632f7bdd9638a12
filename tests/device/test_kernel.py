"""The kernel, run by wasmtime and held against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
import wasmtime

from hooks.device.assembler import signed, unsigned
from hooks.device.kernel import ROWS, STEP, WIDTHS, kernel
from hooks.device.texts import ROWS as ROWS_OF_W
from hooks.device.texts import K

PAGE = 65_536


def multiply(w: np.ndarray, x: np.ndarray, width: int, guard: float = 7.5) -> np.ndarray:
    """Y for W (rows, k) and X (columns, k), as (columns, rows) and 16 floats beyond it."""
    (rows, k), columns = w.shape, len(x)
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, kernel())
    y_at = w.nbytes + x.nbytes
    pages = -(-(y_at + 4 * (columns * rows + 16)) // PAGE)
    memory = wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(pages, None)))
    exports = wasmtime.Instance(store, module, [memory]).exports(store)
    y = np.full(columns * rows + 16, guard, np.float32)
    memory.write(store, w.tobytes() + x.tobytes() + y.tobytes(), 0)
    exports[f"columns{width}"](store, 0, w.nbytes, y_at, rows, 4 * k, columns)
    return np.frombuffer(bytes(memory.read(store, y_at, y_at + y.nbytes)), np.float32)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("tiles", [1, 2, 3])
@pytest.mark.parametrize(("rows", "k"), [(ROWS, STEP), (3 * ROWS, 5 * STEP), (8, 1664)])
def test_every_sum_is_right_and_nothing_else_is_written(
    width: int, tiles: int, rows: int, k: int
) -> None:
    chance = np.random.default_rng(k + rows)
    w = chance.uniform(-1, 1, (rows, k)).astype(np.float32)
    x = chance.uniform(-1, 1, (width * tiles, k)).astype(np.float32)
    found = multiply(w, x, width)
    wanted = x.astype(np.float64) @ w.T.astype(np.float64)
    np.testing.assert_allclose(found[: wanted.size], wanted.ravel(), atol=1e-5 * k**0.5)
    assert found[wanted.size :].tolist() == [7.5] * 16


def test_the_matrix_of_the_page_leaves_nothing_over() -> None:
    assert (ROWS_OF_W % (64 * ROWS), K % STEP) == (0, 0)
    assert 64e6 < 4 * ROWS_OF_W * K < 70e6  # what the page says of the memory


@pytest.mark.parametrize(
    ("number", "plain", "with_sign"),
    [
        (0, b"\x00", b"\x00"),
        (63, b"\x3f", b"\x3f"),
        (64, b"\x40", b"\xc0\x00"),
        (127, b"\x7f", b"\xff\x00"),
        (128, b"\x80\x01", b"\x80\x01"),
        (624_485, b"\xe5\x8e\x26", b"\xe5\x8e\x26"),
    ],
)
def test_numbers_of_any_size(number: int, plain: bytes, with_sign: bytes) -> None:
    assert (unsigned(number), signed(number)) == (plain, with_sign)


def test_a_negative_number() -> None:
    assert signed(-123_456) == b"\xc0\xbb\x78"
