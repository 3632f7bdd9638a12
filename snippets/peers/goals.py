"""What our engine has to reach beside the others; each goal is a claim that may be refuted."""

from __future__ import annotations

from collections.abc import Iterator

from ..evidence.claim import Claim
from ..evidence.predicate import at_least, at_most


def claims() -> Iterator[Claim]:
    """One test a goal; the sentences stand in the declaration of the experiment."""
    yield Claim(id="bench.beats_generate", test=at_least("bench.base_decode1_generate", 2.0))
    yield Claim(id="bench.near_llama", test=at_least("bench.base_decode1_llama", 0.8))
    yield Claim(id="bench.near_llama8", test=at_least("bench.base_decode1_llama8", 0.85))
    yield Claim(id="bench.beats_prefill", test=at_least("bench.base_prefill_forward", 1.2))
    yield Claim(id="bench.reads", test=at_least("bench.base_read_ours", 60))
    yield Claim(id="bench.multiplies", test=at_least("bench.base_matmul_ours", 50))
    yield Claim(id="bench.flat", test=at_most("bench.large_step", 1.25))
    yield Claim(id="bench.continuous", test=at_least("bench.static", 3.0))
