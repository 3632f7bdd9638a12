"""One decode step of a split model, stop by stop, held against the model that is not split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from torch import Tensor

from ..evidence.trace import Path, Span, Trace
from ..serving.batch import Batch, Part
from ..serving.clock import now_ns
from ..serving.config import ModelConfig
from ..serving.kv_cache import ContiguousKVCache
from ..serving.model import Model
from ..serving.probe import NoProbe
from ..serving.weights import random_weights
from .link import Counted, Link
from .ring import all_reduce
from .split import SplitModel

TOKEN = 7  # any one


@dataclass
class Walk:
    """What one rank did.

    Attributes:
        whole_nbytes: Matrices of all layers.
        nbytes: This rank's part of them.
        error: Largest difference of two logits over the largest logit.
        stops: Of the decode step: name, layer, bytes moved, start and end in nanoseconds.
    """

    whole_nbytes: int
    nbytes: int
    error: float = 0.0
    stops: list[tuple[str, int, int, int, int]] = field(default_factory=list)

    def note(self, name: str, layer: int, moved: int) -> None:
        """A stop has ended; it began where the one before did end."""
        since = self.stops[-1][-1] if self.stops else self.began
        self.stops.append((name, layer, moved, since, now_ns()))

    def begin(self) -> None:
        """Forget the step before."""
        self.stops.clear()
        self.began = now_ns()


def walk(link: Link, config: ModelConfig, context: int) -> Walk:
    """A prompt of ``context`` tokens and one more token, by the split model and by the whole."""
    weights = random_weights(config)
    whole, split = Model(config, weights), SplitModel(config, weights, link.rank, link.size)
    cache, part_of_cache = ContiguousKVCache(config, 1), ContiguousKVCache(split.share, 1)
    sending = Counted(link)

    def reduce(part: Tensor) -> int:
        before = sending.sent
        all_reduce(part, sending)
        return sending.sent - before

    matrices = [(one.qkv, one.o, one.gate_up, one.down) for one in weights.layers]
    walked = Walk(sum(one.nbytes for layer in matrices for one in layer), split.nbytes)
    for part in (Part(range(context), 0, [0]), Part([TOKEN], context, [0])):
        expected = whole.forward(Batch.of([part], cache), cache, NoProbe())  # (1, vocab)
        batch = Batch.of([part], part_of_cache)
        walked.begin()
        hidden = split.hidden(batch, part_of_cache, reduce, walked.note)  # (n, d_model)
        apart = whole.logits(hidden[batch.ends]) - expected  # (1, vocab)
        walked.error = max(walked.error, float(apart.abs().max() / expected.abs().max()))
    return walked


def trace(id: str, walks: Sequence[Walk]) -> Trace:  # noqa: A002
    """The last step of all ranks, which share a clock; ``step`` of its spans is the layer."""
    began = min(one.stops[0][3] for one in walks)
    spans = [
        Span(
            id=f"r{rank}s{place}",
            after=f"r{rank}s{place - 1}" if place else None,
            name=f"rank{rank}.{name}",
            path=Path.DATA,
            start_us=(start - began) / 1e3,
            duration_us=(end - start) / 1e3,
            step=layer,
            bytes=moved,
        )
        for rank, one in enumerate(walks)
        for place, (name, layer, moved, start, end) in enumerate(one.stops)
    ]
    return Trace(id=id, spans=tuple(sorted(spans, key=lambda span: span.start_us)))
