"""The product Y = W·X in WebAssembly, four lanes at a time.

W has ``rows`` rows of k floats; X and Y hold one column after the other (k and ``rows`` floats
each). A tile is 4 rows by 1, 2 or 4 columns, whose sums stay in registers. With one column a
weight that was read serves one multiplication; with more it serves them all, and between tiles
the four rows wait in the nearest cache. So memory is read once, however many columns there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from . import assembler as wasm
from .assembler import I32, V128, Function, constant, get, load_lanes, loop, put

SITE_PATH = "assets/device/kernel.wasm"
WIDTHS = (1, 2, 4)
ROWS, UNROLL, LANES = 4, 4, 4
STEP = UNROLL * LANES
"""k is a multiple of this, and ``rows`` one of ``ROWS``: nothing is left over."""

PARAMETERS = 6
W, X, Y, ROW_COUNT, STRIDE, COLUMNS = range(
    PARAMETERS
)  # addresses, and the stride of a row, in bytes
W_END, X_END, Y_AT, ROW_END = range(PARAMETERS, 10)


def kernel() -> bytes:
    """The module: ``columns1``, ``columns2`` and ``columns4``.

    Each takes ``(w, x, y, rows, stride, columns)``, with a number of columns that it divides.
    """
    return wasm.module(map(_tiles, WIDTHS))


@dataclass(frozen=True)
class _Tile:
    """The locals of a tile of ``width`` columns, by number, after parameters and ends.

    Attributes:
        row_at: Where each row is read next.
        column_at: Where each column is.
        weight: Four weights of the row at hand.
        values: Four values of each column.
        sums: Four sums for each row and column.
    """

    row_at: list[int]
    column_at: list[int]
    weight: int
    values: list[int]
    sums: list[list[int]]

    @classmethod
    def of(cls, width: int) -> _Tile:
        free = count(ROW_END + 1)

        def take(number: int) -> list[int]:
            return [next(free) for _ in range(number)]

        rows, columns = take(ROWS), take(width)
        return cls(rows, columns, next(free), take(width), [take(width) for _ in rows])

    @property
    def types(self) -> tuple[bytes, ...]:
        """Of all locals that are no parameters."""
        pointers = ROW_END + 1 - PARAMETERS + len(self.row_at) + len(self.column_at)
        vectors = 1 + len(self.values) * (1 + len(self.row_at))
        return (I32,) * pointers + (V128,) * vectors


def _tiles(width: int) -> Function:
    """Every tile of ``width`` columns."""
    tile = _Tile.of(width)
    pointers = (*tile.row_at, *tile.column_at)
    along_k = loop(
        *(_multiply(4 * LANES * part, tile) for part in range(UNROLL)),
        *(_move(at, constant(4 * STEP)) for at in pointers),
        _before(tile.row_at[0], ROW_END),
    )
    along_columns = loop(
        _start(tile),
        along_k,
        _finish(tile.sums),
        _move(X, _times(constant(width), STRIDE)),
        _before(X, X_END),
    )
    along_rows = loop(
        get(Y) + put(Y_AT),
        along_columns,
        _move(Y, constant(4 * ROWS)),
        _move(W, _times(constant(ROWS), STRIDE)),
        get(X_END) + _times(get(COLUMNS), STRIDE) + wasm.SUBTRACT + put(X),
        _before(W, W_END),
    )
    w_end = get(W) + _times(get(ROW_COUNT), STRIDE) + wasm.ADD + put(W_END)
    x_end = get(X) + _times(get(COLUMNS), STRIDE) + wasm.ADD + put(X_END)
    return Function(f"columns{width}", PARAMETERS, tile.types, w_end + x_end + along_rows)


def _start(tile: _Tile) -> bytes:
    """Point at the first weight of each row and value of each column; the sums begin at zero."""
    pointers = (
        get(base) + _times(constant(number), STRIDE) + wasm.ADD + put(at)
        for base, places in ((W, tile.row_at), (X, tile.column_at))
        for number, at in enumerate(places)
    )
    zeros = (wasm.ZERO + put(one) for row in tile.sums for one in row)
    return _all(pointers) + _all(zeros) + get(W) + get(STRIDE) + wasm.ADD + put(ROW_END)


def _multiply(offset: int, tile: _Tile) -> bytes:
    """Four steps along k: four weights of each row times four values of each column."""
    loads = (
        get(at) + load_lanes(offset) + put(value)
        for at, value in zip(tile.column_at, tile.values, strict=True)
    )
    products = (
        get(at) + load_lanes(offset) + put(tile.weight) + _all(_add(tile, row))
        for at, row in zip(tile.row_at, tile.sums, strict=True)
    )
    return _all(loads) + _all(products)


def _add(tile: _Tile, row: list[int]) -> Iterator[bytes]:
    for value, one in zip(tile.values, row, strict=True):
        product = get(tile.weight) + get(value) + wasm.MULTIPLY_LANES
        yield product + get(one) + wasm.ADD_LANES + put(one)


def _finish(sums: list[list[int]]) -> bytes:
    """Add the lanes of every sum up and store it, column after column of Y."""
    return _all(
        _all(
            get(Y_AT) + _added_lanes(row[column]) + wasm.store_float(4 * number)
            for number, row in enumerate(sums)
        )
        + _move(Y_AT, get(ROW_COUNT) + constant(4) + wasm.MULTIPLY)
        for column in range(len(sums[0]))
    )


def _added_lanes(local: int) -> bytes:
    first, *others = (get(local) + wasm.lane(number) for number in range(LANES))
    return first + _all(other + wasm.ADD_FLOATS for other in others)


def _move(local: int, by: bytes) -> bytes:
    return get(local) + by + wasm.ADD + put(local)


def _times(amount: bytes, local: int) -> bytes:
    return amount + get(local) + wasm.MULTIPLY


def _before(local: int, end: int) -> bytes:
    return get(local) + get(end) + wasm.LESS


def _all(parts: Iterable[bytes]) -> bytes:
    return b"".join(parts)
