"""Typed arrays, and the check that comes before any timing."""

from __future__ import annotations

import pytest

from .script import run

MADE = "const shape = { rows: 8, k: 32 }; const made = engine(shape, 32); const all = [0, 3, 7];"


@pytest.mark.parametrize("batch", [1, 2, 4, 8, 16, 32])
def test_typed_arrays_multiply(batch: int) -> None:
    assert run(f"{MADE} return [made.kind, right(made, shape, {batch}, all)]") == ["array", True]


def test_the_matrices_are_full_of_different_numbers_from_minus_one_to_one() -> None:
    found = run(f"{MADE} return [new Set(made.w).size, Math.min(...made.w), Math.max(...made.w)]")
    assert found[0] == 256
    assert -1 <= found[1] < -0.9
    assert 0.9 < found[2] <= 1


@pytest.mark.parametrize(
    "wrong",
    [
        "y[3] += 1e-3",
        "y[7] = NaN",
        "y[8 * columns - 1] = 0",
        "y[8] = y[0]",
    ],
)
def test_a_wrong_sum_is_found(wrong: str) -> None:
    found = run(
        f"{MADE} const {{ y, multiply }} = made;"
        "const bad = { ...made, multiply: (rows, k, columns) => {"
        f" multiply(rows, k, columns); {wrong}; }} }};"
        "return right(bad, shape, 4, all)"
    )
    assert found is False


def test_a_product_that_writes_nothing_is_found() -> None:
    assert run(f"{MADE} return right({{ ...made, multiply() {{}} }}, shape, 1, all)") is False
