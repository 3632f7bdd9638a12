"""Appendix C: a model cut over two ranks gives the same answer, and a ring sends what it should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from .evidence.claim import Claim
from .evidence.experiment import Condition, Step, Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.guard import Guarded
from .evidence.predicate import at_most, equal
from .evidence.sampling import Value, observed
from .evidence.withheld import Withheld
from .parallel.launch import NoRanksError, on_ranks
from .parallel.link import Link, in_threads
from .parallel.sent import Sent, send
from .parallel.walked import Walk, trace, walk
from .serving.config import MODELS

MODEL = replace(MODELS["large"], n_layers=2, vocab=4096)
CONTEXT = 64  # tokens of the prompt
NUMBERS = 2_000_000  # in one message: 8 MB of fp32
MB, KB = 1e6, 1e3
ONCE = "한 번만 돌린 기록입니다. 차례와 바이트만 보세요"

T = TypeVar("T")


@experiment(
    "appc",
    title="둘로 나눈 모델, 그리고 all-reduce가 보내는 바이트",
    timeout_s=360,
    figures={
        "appc.weights": ("MB", "두 층의 행렬"),
        "appc.weights_each": ("MB", "두 층의 행렬 가운데 랭크 하나의 몫"),
        "appc.error": ("%", "두 로짓의 가장 큰 차이 ÷ 가장 큰 로짓"),
        "appc.sums": ("번", "토큰 하나에 랭크끼리 더한 횟수"),
        "appc.sent": ("kB", "토큰 하나에 랭크 하나가 보낸 바이트"),
        "appc.message": ("MB", "더할 메시지의 크기"),
        "appc.ring_2": ("MB", "링, 랭크 둘: 하나가 보낸 바이트"),
        "appc.ring_4": ("MB", "링, 랭크 넷: 하나가 보낸 바이트"),
        "appc.steps_2": ("번", "링, 랭크 둘: 하나가 보낸 횟수"),
        "appc.steps_4": ("번", "링, 랭크 넷: 하나가 보낸 횟수"),
        "appc.apart": ("개", "링의 합이 바른 합과 다른 수"),
        "appc.wire_2": ("배", "라이브러리, 랭크 둘: 운영체제가 센 바이트 ÷ 메시지의 크기"),
        "appc.wire_4": ("배", "라이브러리, 랭크 넷: 운영체제가 센 바이트 ÷ 메시지의 크기"),
    },
    claims={
        "appc.same": "둘로 나눈 모델의 로짓은 나누지 않은 모델과 10만분의 1 안에서 같다.",
        "appc.right": "손으로 쓴 링의 합은 모든 수에서 바른 합과 같다.",
    },
    traces={"appc.layers": "둘로 나눈 두 층의 decode 한 스텝"},
    workload={
        "모델": "2층 · 폭 1,024 · 헤드 16개(KV 4개) · FFN 2,816 · fp32, 무작위 가중치",
        "스텝": "64토큰 prefill 뒤의 decode 한 번. 로짓은 둘 다 견줌",
        "메시지": "fp32 200만 개(정수 값), 랭크 둘과 넷",
    },
    procedure={
        "보낸 바이트": "send에 넘긴 텐서의 크기를 더함. 머리말은 세지 않음",
        "운영체제가 센 바이트": (
            "all-reduce 2번에 루프백으로 나간 바이트를 랭크 수로 나눔, 8회. "
            "머리말과 확인 응답까지 들어 있음"
        ),
    },
)
def tensor_parallel() -> Iterator[Yielded]:
    """Walk with two ranks, then count with two and with four."""
    yield Step("랭크 둘", 0, 2)
    pair, why_not = on_ranks_or_threads(two, 2)
    yield Step("랭크 넷", 1, 2)
    four, _ = on_ranks_or_threads(alone, 4)
    how = "torchrun이 띄운 프로세스, 루프백 위의 gloo, 저마다 스레드 1개"
    yield Condition("랭크", f"한 프로세스의 스레드 ({why_not})" if why_not else how)
    yield from walked([one for one, _ in pair])
    yield calculated("appc.message", "MB", 4 * NUMBERS / MB, "200만 × 4바이트", ("메시지",))
    rings = {"2": [one for _, one in pair], "4": four}
    for n, found in rings.items():
        yield passed(f"appc.ring_{n}", "MB", found[0].nbytes / MB)
        yield counted(f"appc.steps_{n}", "번", found[0].steps)
        yield on_the_wire(f"appc.wire_{n}", found[0].wire, why_not)
    yield counted("appc.apart", "개", sum(one.apart for found in rings.values() for one in found))
    yield Claim(id="appc.right", test=equal("appc.apart", 0), deterministic=True)


def walked(walks: list[Walk]) -> Iterator[Yielded]:
    """The trace of one step, what it read and sent, and whether its answer was right."""
    yield trace("appc.layers", walks).without_times(ONCE)
    for name, size in (("weights", walks[0].whole_nbytes), ("weights_each", walks[0].nbytes)):
        yield calculated(f"appc.{name}", "MB", size / MB, "텐서의 바이트를 더한 값", ("행렬",))
    sums = [moved for name, _, moved, *_ in walks[0].stops if name.endswith("_sum")]
    yield counted("appc.sums", "번", len(sums))
    yield passed("appc.sent", "kB", sum(sums) / KB)
    yield counted("appc.error", "%", 100 * max(one.error for one in walks))
    yield Claim(id="appc.same", test=at_most("appc.error", 0.001), deterministic=True)


def passed(id: str, unit: str, size: float) -> Yielded:  # noqa: A002
    """Bytes that a rank handed over: sizes of tensors, no look at a wire."""
    return calculated(id, unit, size, "send에 넘긴 텐서의 바이트를 더한 값", ("보낸 텐서",))


def on_the_wire(id: str, wire: tuple[float, ...], why_not: str) -> Value:  # noqa: A002
    """What the kernel counted, where it did."""
    if not any(wire):
        reason = why_not or "이 운영체제는 루프백으로 나간 바이트를 알려 주지 않습니다"
        return Withheld(id=id, unit="배", reason=reason)
    rounds = tuple((one,) for one in wire)
    return observed(id, "배", Guarded(rounds, (), len(rounds), 0))


def on_ranks_or_threads(work: Callable[[Link], T], ranks: int) -> tuple[list[T], str]:
    """What each rank gave, and why they were threads of this process, if they were."""
    try:
        return on_ranks(work, ranks), ""
    except NoRanksError as error:
        return in_threads(work, ranks), str(error)


def two(link: Link) -> tuple[Walk, Sent]:
    """All that one of two ranks does."""
    return walk(link, MODEL, CONTEXT), send(link, NUMBERS)


def alone(link: Link) -> Sent:
    """All that one of four does."""
    return send(link, NUMBERS)
