"""Chapter 06: two requests that begin alike, on their way through block manager and KV cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter_ns
from typing import TypeVar

from torch import Tensor

from .evidence.claim import Claim
from .evidence.experiment import Yielded, experiment
from .evidence.figure import counted
from .evidence.predicate import equal
from .evidence.trace import Path, Span, Trace
from .serving.batch import Batch, Part
from .serving.blocks import BlockPool
from .serving.config import MODELS
from .serving.kv_cache import Choice, PagedKVCache
from .serving.limits import Limits
from .serving.model import Model
from .serving.planner import Planner
from .serving.probe import NoProbe
from .serving.sequence import Sequence as Scheduled
from .serving.weights import random_weights

MODEL, BLOCKS = MODELS["nano"], 16
SHARED = range(1, 33)  # the 32 tokens with which both prompts begin: two blocks
FIRST, SECOND = range(100, 120), range(200, 220)  # 20 tokens of each request's own
OUTPUT = 16  # tokens: enough to fill the last block of the prompt and to need one more
WALKED_ONCE = "한 번만 돌린 기록입니다"

T = TypeVar("T")


@experiment(
    "ch06_walk",
    title="앞부분이 같은 두 요청이 블록을 받고, 늘리고, 돌려주는 길",
    timeout_s=60,
    figures={
        "ch06_walk.prompt": ("개", "프롬프트의 토큰"),
        "ch06_walk.output": ("개", "내보낸 토큰"),
        "ch06_walk.first_found": ("개", "첫 손님: 캐시에서 찾은 토큰"),
        "ch06_walk.second_found": ("개", "둘째 손님: 캐시에서 찾은 토큰"),
        "ch06_walk.first_taken": ("개", "첫 손님: 새로 받은 블록"),
        "ch06_walk.second_taken": ("개", "둘째 손님: 새로 받은 블록"),
        "ch06_walk.first_written": ("kB", "첫 손님: KV 캐시에 쓴 바이트"),
        "ch06_walk.second_written": ("kB", "둘째 손님: KV 캐시에 쓴 바이트"),
        "ch06_walk.rows": ("개", "첫 손님: 모델에 통과시킨 토큰(캐시 있음)"),
        "ch06_walk.rows_redone": ("개", "첫 손님: 모델에 통과시킨 토큰(캐시 없음)"),
        "ch06_walk.same": ("개", "캐시 없이 다시 계산해도 같은 토큰"),
    },
    claims={
        "ch06_walk.same_answer": (
            "캐시를 쓰든, 남의 블록을 함께 쓰든, 매번 처음부터 다시 계산하든 "
            "두 손님이 받는 토큰 32개는 모두 같다."
        ),
    },
    traces={
        "ch06_walk.first": "첫 손님: 캐시에 아무것도 없을 때",
        "ch06_walk.second": "둘째 손님: 앞부분이 캐시에 있을 때",
    },
    workload={
        "모델": "nano(2층 · KV 헤드 2개 · fp32), 무작위 가중치, greedy",
        "요청": "토큰 52개짜리 프롬프트 둘, 앞의 32개가 같음, 차례로 하나씩",
        "캐시": "16토큰짜리 블록 16개, 접두 캐시 켬",
    },
    procedure={"추적": "블록 풀과 KV 캐시의 함수가 불릴 때마다 한 줄씩 적음. 시간은 보지 않음"},
)
def walk() -> Iterator[Yielded]:
    """Serve the two, one after the other, and compute both once more without a cache."""
    kitchen = Kitchen()
    same = 0
    for name, own in (("first", FIRST), ("second", SECOND)):
        prompt = [*SHARED, *own]
        answer, found = kitchen.serve(prompt)
        trace = Trace(id=f"ch06_walk.{name}", spans=tuple(kitchen.notes.spans))
        yield trace.without_times(WALKED_ONCE)
        yield counted(f"ch06_walk.{name}_found", "개", found)
        yield counted(f"ch06_walk.{name}_taken", "개", kitchen.notes.taken)
        written = sum(span.bytes or 0 for span in trace.spans if span.name == "cache.write")
        yield counted(f"ch06_walk.{name}_written", "kB", written / 1e3)
        redone = [kitchen.from_scratch([*prompt, *answer[:made]]) for made in range(OUTPUT)]
        same += sum(a == b for a, b in zip(answer, redone, strict=True))
        if name == "first":
            yield counted("ch06_walk.prompt", "개", len(prompt))
            yield counted("ch06_walk.output", "개", len(answer))
            yield counted("ch06_walk.rows", "개", kitchen.rows)
            yield counted("ch06_walk.rows_redone", "개", kitchen.rows_redone)
    yield counted("ch06_walk.same", "개", same)
    yield Claim(id="ch06_walk.same_answer", test=equal("ch06_walk.same", 2 * OUTPUT))


class Notes:
    """Spans of one request in the order in which they happen: each is caused by the last."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forget the request before."""
        self.spans: list[Span] = []
        self.step: int | None = None
        self.taken = 0
        self._zero = perf_counter_ns()

    def note(
        self,
        name: str | Callable[[T], str],
        path: Path,
        run: Callable[[], T],
        moved: Callable[[T], int] | None = None,
    ) -> T:
        """Run something and write down that it happened, and how many bytes it moved.

        What it is called, and what it moved, may depend on what came of it.
        """
        start = perf_counter_ns()
        result = run()
        end = perf_counter_ns()
        span = Span(
            id=f"s{len(self.spans)}",
            after=self.spans[-1].id if self.spans else None,
            name=name if isinstance(name, str) else name(result),
            path=path,
            start_us=(start - self._zero) / 1e3,
            duration_us=(end - start) / 1e3,
            step=self.step,
            bytes=moved(result) if moved else None,
        )
        self.spans.append(span)
        return result


class WatchedPool(BlockPool):
    """The pool of the serving system; whoever asks it for something is noted."""

    def __init__(self, blocks: int, notes: Notes) -> None:
        super().__init__(blocks)
        self._notes = notes

    def share(self, wanted: Iterator[bytes]) -> list[int]:
        """Look for blocks that begin the request."""
        call = partial(super().share, wanted)
        return self._notes.note(_found, Path.CONTROL, call)

    def take(self, n: int) -> list[int]:
        """Take blank blocks; most steps want none."""
        self._notes.taken += n
        call = partial(super().take, n)
        return self._notes.note("block.take", Path.CONTROL, call) if n else call()

    def publish(self, block: int, digest: bytes) -> None:
        """Let others share a full block."""
        call = partial(super().publish, block, digest)
        return self._notes.note("block.publish", Path.CONTROL, call)

    def give_back(self, table: Sequence[int]) -> None:
        """Let go of all blocks."""
        return self._notes.note("block.release", Path.CONTROL, partial(super().give_back, table))


def _found(blocks: Sequence[int]) -> str:
    return "block.hit" if blocks else "block.miss"


class WatchedCache(PagedKVCache):
    """The paged cache of the serving system; what it stores and reads is noted, in bytes."""

    notes: Notes

    def append(self, layer: int, places: Tensor, k: Tensor, v: Tensor) -> None:
        """Store keys and values (n, kv_heads, head_dim) of the new tokens."""
        call = partial(super().append, layer, places, k, v)
        self.notes.note("cache.write", Path.DATA, call, lambda _: k.nbytes + v.nbytes)

    def read(self, layer: int, choice: Choice, length: int) -> tuple[Tensor, Tensor]:
        """Keys and values (1, kv_heads, length, head_dim) of all tokens so far."""
        call = partial(super().read, layer, choice, length)
        return self.notes.note(
            "cache.read", Path.DATA, call, lambda kv: kv[0].nbytes + kv[1].nbytes
        )


class Kitchen:
    """Planner, model and cache, put together as scheduler and worker put them."""

    def __init__(self) -> None:
        self.notes = Notes()
        limits = Limits.paged(MODEL, max_batch=1, blocks=BLOCKS, prefix_caching=True)
        self.planner = Planner(limits)
        self.planner.blocks.pool = WatchedPool(BLOCKS, self.notes)
        self.cache = WatchedCache(MODEL, BLOCKS)
        self.cache.notes = self.notes
        self.model = Model(MODEL, random_weights(MODEL))
        self.rows = self.rows_redone = 0

    def serve(self, prompt: list[int]) -> tuple[list[int], int]:
        """Serve one request alone: its answer, and how many tokens were found in the cache."""
        self.notes.begin()
        self.rows = self.rows_redone = found = 0
        sequence = Scheduled(list(prompt))
        self.planner.add(sequence)
        for step in range(OUTPUT):
            self.notes.step = step
            plan = self.planner.next_step()
            (share,) = plan.shares
            found = found if step else sequence.computed
            part = Part(sequence.tokens[sequence.computed :], sequence.computed, sequence.table)
            batch = Batch.of([part], self.cache)
            logits = self.model.forward(batch, self.cache, NoProbe())  # (1, vocab)
            self.rows += len(part.tokens)
            self.planner.done(plan, {share.slot: int(logits.argmax())})
        self.notes.step = None
        self.planner.drop(sequence)
        return sequence.tokens[len(prompt) :], found

    def from_scratch(self, tokens: list[int]) -> int:
        """The token after ``tokens`` when nothing was kept: a blank cache each time."""
        cache = PagedKVCache(MODEL, BLOCKS)
        batch = Batch.of([Part(tokens, 0, range(BLOCKS))], cache)
        self.rows_redone += len(tokens)
        return int(self.model.forward(batch, cache, NoProbe()).argmax())  # of (1, vocab)
