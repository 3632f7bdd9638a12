"""The races: who takes part in each, and which figures come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ..evidence.experiment import Condition, Evidence
from ..evidence.guard import Guard, Guarded
from ..evidence.paired import Pass, in_turn
from ..evidence.sampling import observed
from ..evidence.scale import repeats
from ..evidence.stopwatch import Take
from . import batching, shares
from .case import PREFILL, ROWS, decode
from .findings import comparisons, over, speeds
from .gguf_file import BITS as GGUF_BITS
from .line_up import EAGER, FORWARD, GENERATE, LLAMA, LLAMA8, OURS, OURS8, LineUp
from .shares import MATMUL, READ, decode_gb, prefill_gflop, share

ROUNDS = repeats(8, quick=6)
PATIENCE_S = 30  # for each race: a neighbour's burst passes

MODELS = {"base": (repeats(24, 8), repeats(16, 4)), "large": (repeats(12, 4), repeats(8, 2))}
"""Model → tokens a sample, alone and sixteen together: long enough to be steady."""

DECODERS = (OURS, OURS8, EAGER, GENERATE, FORWARD, LLAMA, LLAMA8)
READERS = (OURS, OURS8, FORWARD, LLAMA, LLAMA8)
"""A prompt is never compiled, and ``generate`` reads it by the same pass as the bare loop."""

ONE_ROW = "one row"

Found = Iterator[Evidence | Condition]


def alone(model: str, line: LineUp) -> Found:
    """One request decodes; beside it, how fast this machine reads."""
    steps, _ = MODELS[model]
    line.ready(decode(1, steps))
    kernel, read = shares.roofs()[READ]
    subjects = {name: partial(line.decode_s, name, 1, steps) for name in DECODERS}
    taken = _raced(subjects | {READ: read})
    yield _account(f"{model} decode 1", taken)
    prefix = f"bench.{model}_decode1"
    yield from speeds(prefix, taken, tokens=1)
    yield from comparisons(prefix, taken, DECODERS[2:])
    for name, bits in ((OURS, 16), (OURS8, 8), (LLAMA, GGUF_BITS["BF16"])):
        work = decode_gb(line.config, bits)
        yield share(f"bench.{model}_read_{name}", taken, name, work, READ, kernel)
    if model == "base":
        yield shares.rate("bench.read", kernel, taken.column(READ))


def together(model: str, line: LineUp) -> Found:
    """Sixteen requests decode; beside them, the first of ours alone."""
    _, steps = MODELS[model]
    line.ready(decode(ROWS, steps))
    subjects = {name: partial(line.decode_s, name, ROWS, steps) for name in DECODERS}
    taken = _raced(subjects | {ONE_ROW: partial(line.decode_s, OURS, 1, steps)})
    yield _account(f"{model} decode {ROWS}", taken)
    prefix = f"bench.{model}_decode{ROWS}"
    yield from speeds(prefix, taken, tokens=ROWS)
    yield from comparisons(prefix, taken, DECODERS[2:])
    yield over(f"bench.{model}_step", taken, OURS, ONE_ROW, OURS)


def prompt(model: str, line: LineUp) -> Found:
    """A prompt is read; beside it, how fast this machine multiplies."""
    kernel, multiply = shares.roofs()[MATMUL]
    subjects = {name: partial(line.prefill_s, name, PREFILL) for name in READERS}
    taken = _raced(subjects | {MATMUL: multiply})
    yield _account(f"{model} prefill", taken)
    prefix = f"bench.{model}_prefill"
    yield from speeds(prefix, taken, tokens=PREFILL.context)
    yield from comparisons(prefix, taken, READERS[2:])
    work = prefill_gflop(line.config)
    yield share(f"bench.{model}_matmul_{OURS}", taken, OURS, work, MATMUL, kernel)
    if model == "base":
        yield shares.rate("bench.matmul", kernel, taken.column(MATMUL))


RACES: dict[str, Callable[[str, LineUp], Found]] = {
    "decode, 요청 1개": alone,
    f"decode, 요청 {ROWS}개": together,
    f"prefill {PREFILL.context}토큰": prompt,
}


def policies() -> Found:
    """Our two ways to make batches, with the same requests at the same times."""
    with batching.server("continuous") as ours, batching.server("static") as other:
        subjects = {
            "continuous": partial(batching.ttft_s, ours),
            "static": partial(batching.ttft_s, other),
        }
        taken = _raced(subjects)
    yield _account("배칭", taken)
    yield observed("bench.ttft", "ms", taken.column("continuous"), scale=1000)
    yield over("bench.static", taken, "static", "continuous", "continuous")


def _raced(subjects: dict[str, Take]) -> Guarded[Pass]:
    return in_turn(subjects, ROUNDS, 0, Guard(PATIENCE_S))


def _account(name: str, taken: Guarded[Pass]) -> Condition:
    return Condition(f"잡음 감시, {name}", taken.account)
