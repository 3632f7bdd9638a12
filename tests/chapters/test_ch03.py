"""Chapter 03: what its text works out by hand is what its code does."""

from __future__ import annotations

import contextlib
import io
import re
import struct

import pytest
import torch

from hooks import source
from snippets.precision import formats, pieces, scales
from tests.conftest import ROOT

CHAPTER = "docs/03-precision.md"


def text() -> str:
    return (ROOT / CHAPTER).read_text(encoding="utf-8")


def test_the_bits_of_a_tenth_are_those_of_the_page() -> None:
    (bits,) = struct.unpack(">H", struct.pack(">f", 0.1)[:2])
    bits += struct.pack(">f", 0.1)[2] >= 0x80  # to nearest; 0.1 is no tie
    written = f"{bits:016b}"
    assert f"`{written[0]} {written[1:9]} {written[9:]}`" in text()
    value = torch.tensor(bits, dtype=torch.int16).view(torch.bfloat16).item()
    assert value == torch.tensor(0.1).bfloat16().item()
    assert repr(value) in text()


def test_the_code_on_the_page_prints_what_it_says() -> None:
    (fence,) = source.read(CHAPTER, text()).fences_of("python")
    said = re.search(r"print\(total\)  # (\S+)", fence.body)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(fence.body, {})
    assert said is not None
    assert printed.getvalue().strip() == said[1]


@pytest.mark.parametrize(
    ("numbers", "step", "integers"),
    [
        ((0.05, -0.11, 0.03, 0.28), 0.04, (1, -3, 1, 7)),
        ((0.05, -0.11, 0.03, 2.8), 0.4, (0, 0, 0, 7)),
    ],
)
def test_the_tables_of_the_page_are_quantized_right(
    numbers: tuple[float, ...], step: float, integers: tuple[int, ...]
) -> None:
    stored = scales.rounded(torch.tensor([numbers], dtype=torch.float64), 4, 4)
    wanted = step * torch.tensor([integers], dtype=torch.float64)
    assert torch.allclose(stored, wanted, rtol=1e-3)  # the scale itself is rounded to fp16
    row = " | ".join(str(one).replace("-", "−") for one in integers)
    assert f"| 정수(척도 {step}) | {row} |" in text()


@pytest.mark.parametrize(("name", "at"), [("e5m2", 8), ("e4m3", 16), ("bf16", 256), ("fp16", 2048)])
def test_looking_at_all_steps_at_once_is_adding_one_by_one(name: str, at: int) -> None:
    dtype, total = formats.FORMATS[name], 0.0
    while (more := torch.tensor(total + 1).to(dtype).item()) != total:
        total = more
    assert total == formats.stops_at(dtype) == at


def test_two_weights_a_byte_come_back_in_order() -> None:
    weight = torch.tensor([[7.0, -7, 1, 0, -3, 2, 5, -6]])  # (1, 8), steps of 1
    scale = torch.ones(1, 2, dtype=torch.float16)
    halves = pieces.packed(weight, scale, 4)
    assert halves.dtype is torch.uint8
    assert halves.shape == (1, 4)
    both = [pieces.widened(some, scale[:, :1]) for some in halves.split(2, dim=1)]
    assert torch.cat(both, dim=1).tolist() == weight.tolist()


def test_the_product_in_pieces_is_that_of_the_widened_weights() -> None:
    torch.manual_seed(0)
    weight, x = torch.randn(16, 64), torch.randn(3, 64).bfloat16()
    diary = pieces.Diary()
    made = pieces.product(x, weight, 32, diary)
    wanted = x.float() @ pieces.stored_and_widened(weight, 32).float().T
    assert torch.allclose(made.float(), wanted, rtol=1e-2, atol=1e-2)
    names = [span.name for span in diary.spans]
    assert names[0] == "weights.store"
    assert names.count("weights.widen") == 2
    assert names[-1] == "product.give"
    # 16 × 64 weights at half a byte, and two scales a row at two bytes.
    assert diary.spans[0].bytes == 16 * 32 + 16 * 2 * 2
