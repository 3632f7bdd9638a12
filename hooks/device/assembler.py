"""Just enough of WebAssembly's binary format for one kernel.

So the project needs no compiler and keeps no binary file. Instructions are named as in the
specification (WebAssembly 2.0, binary format).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

I32, V128 = b"\x7f", b"\x7b"


def unsigned(value: int) -> bytes:
    """LEB128."""
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + unsigned(value >> 7)


def signed(value: int) -> bytes:
    """LEB128 with a sign."""
    if -0x40 <= value < 0x40:
        return bytes([value & 0x7F])
    return bytes([value & 0x7F | 0x80]) + signed(value >> 7)


def _simd(number: int) -> bytes:
    return b"\xfd" + unsigned(number)


ADD, SUBTRACT, MULTIPLY, LESS = b"\x6a", b"\x6b", b"\x6c", b"\x49"  # i32; less: unsigned
ADD_FLOATS = b"\x92"
ADD_LANES, MULTIPLY_LANES = _simd(228), _simd(230)  # f32x4
ZERO = _simd(12) + bytes(16)  # v128.const
WORD = b"\x02"  # an alignment of 2² bytes, which is all that loads and stores here assume


def get(local: int) -> bytes:
    """Push a local."""
    return b"\x20" + unsigned(local)


def put(local: int) -> bytes:
    """Pop into a local."""
    return b"\x21" + unsigned(local)


def constant(value: int) -> bytes:
    """Push an i32."""
    return b"\x41" + signed(value)


def load_lanes(offset: int) -> bytes:
    """Pop an address and push the four floats that are ``offset`` bytes beyond it."""
    return _simd(0) + WORD + unsigned(offset)


def store_float(offset: int) -> bytes:
    """Pop a float and an address, and store it ``offset`` bytes beyond."""
    return b"\x38" + WORD + unsigned(offset)


def lane(number: int) -> bytes:
    """Pop four floats and push one of them."""
    return _simd(31) + bytes([number])


def loop(*body: bytes) -> bytes:
    """Run once, and again as long as the body leaves something other than 0."""
    return b"\x03\x40" + b"".join(body) + b"\x0d\x00\x0b"


@dataclass(frozen=True)
class Function:
    """An exported function without a result.

    Attributes:
        parameters: How many i32 it takes; they are the first locals.
        locals: Types of the further locals, in order.
    """

    name: str
    parameters: int
    locals: tuple[bytes, ...]
    body: bytes


def module(functions: Iterable[Function]) -> bytes:
    """A module whose functions share one imported memory, ``env.memory``."""
    functions = tuple(functions)
    types = [b"\x60" + _vector([I32] * one.parameters) + b"\x00" for one in functions]
    memory = _text("env") + _text("memory") + b"\x02\x00\x01"  # of at least one page
    exports = [_text(one.name) + b"\x00" + unsigned(i) for i, one in enumerate(functions)]
    bodies = [
        _sized(_vector([b"\x01" + type_ for type_ in one.locals]) + one.body + b"\x0b")
        for one in functions
    ]
    sections = {1: types, 2: [memory], 3: map(unsigned, range(len(types))), 7: exports, 10: bodies}
    written = (bytes([i]) + _sized(_vector(items)) for i, items in sections.items())
    return b"\x00asm\x01\x00\x00\x00" + b"".join(written)


def _sized(content: bytes) -> bytes:
    return unsigned(len(content)) + content


def _vector(items: Iterable[bytes]) -> bytes:
    items = tuple(items)
    return unsigned(len(items)) + b"".join(items)


def _text(text: str) -> bytes:
    return _sized(text.encode())
