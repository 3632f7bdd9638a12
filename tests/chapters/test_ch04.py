"""Chapter 04's own pieces: the kernels, the way of asking for them, and a CPU without a unit."""

from __future__ import annotations

import pytest
import torch

from snippets import ch04_accelerators as ch04
from snippets.accelerator import products
from snippets.accelerator.launch import Kernel, feed_forward, launch
from snippets.evidence.claim import Claim, Verdict, judge
from snippets.evidence.guard import Guarded
from snippets.evidence.predicate import at_least
from snippets.evidence.trace import Path
from snippets.evidence.withheld import Withheld


def test_the_kernels_are_two_layers_of_a_feed_forward_network() -> None:
    torch.manual_seed(0)
    kernels = feed_forward(3, 8, 16)
    torch.manual_seed(0)
    x = torch.randn(3, 8)  # (T, d)
    for _ in range(2):
        gate, up, down = torch.randn(8, 16), torch.randn(8, 16), torch.randn(16, 8)
        x = (torch.nn.functional.silu(x @ gate) * (x @ up)) @ down  # (T, d)
    for kernel in kernels:
        out = kernel.run()
    assert [kernel.name for kernel in kernels] == ["gate", "up", "gating", "down"] * 2
    assert torch.allclose(out, x, rtol=1e-4)  # type: ignore[arg-type]
    assert kernels[0].bytes == 4 * (3 * 8 + 8 * 16 + 3 * 16)


def test_a_launch_leaves_its_spans_in_order_of_cause() -> None:
    order: list[int] = []
    kernels = [Kernel("mark", lambda i=i: order.append(i), 8) for i in range(3)]
    seen = launch(kernels, "ch04.launch")
    assert order == [0, 1, 2]
    causes = {span.id: span.after for span in seen.trace.spans}
    assert causes == {
        "launch0": None,
        "launch1": "launch0",
        "launch2": "launch1",
        **{f"take{i}": f"launch{i}" for i in range(3)},
        **{f"kernel{i}": f"take{i}" for i in range(3)},
        "sync": "launch2",
        "done": "kernel2",
    }
    data = [span for span in seen.trace.spans if span.path is Path.DATA]
    assert [span.name for span in data] == ["kernel.mark"] * 3
    assert 0 < seen.asked_s <= seen.done_s
    assert 0 < seen.busy < 1


def test_without_a_matrix_unit_the_claim_is_undecided_and_says_why() -> None:
    found = {one.id: one for one in ch04.no_unit() if isinstance(one, Withheld)}
    assert len(found) == 2 * len(products.SIZES)
    judged = judge(Claim(id="ch04.unit_big", test=at_least("ch04.unit_1024", 3)), found.get)
    assert judged.verdict is Verdict.UNDECIDED
    assert "행렬 유닛이 없습니다" in judged.reason


def test_two_processes_are_compared_round_by_round() -> None:
    on = Guarded(((1.0, 1.0, 9.0), (2.0,)), (), 2, 0)
    off = Guarded(((4.0,), (6.0,)), (), 2, 1)
    assert ch04.paired(on, off).kept == ((4.0,), (3.0,))
    lost = Guarded(((4.0,),), ((7.0,),), 2, 1)
    assert ch04.paired(on, lost).kept == ((4.0,),)


@pytest.mark.parametrize(("value", "calls"), [(0.2, 1), (37.9, 37), (1e6, 200)])
def test_small_products_are_called_often_enough(value: float, calls: int) -> None:
    assert products.within(value, 1, 200) == calls


def test_the_loop_multiplies_what_the_product_does() -> None:
    torch.manual_seed(0)
    timed = products.ladder()
    assert all(timed[name]() > 0 for name in ("loop", "vector"))
