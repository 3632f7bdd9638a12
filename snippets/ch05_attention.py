"""Chapter 05: the same attention twice: with the scores written to memory, and without."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812  its usual name
from torch.utils.flop_counter import FlopCounterMode

from .evidence.claim import Claim
from .evidence.experiment import Yielded, experiment
from .evidence.figure import counted
from .evidence.guard import Guard
from .evidence.paired import compare
from .evidence.predicate import at_least, at_most
from .evidence.scale import repeats
from .evidence.stopwatch import stopwatch

HEADS, TOKENS, WIDTH = 12, 2048, 64
ROUNDS = repeats(10, quick=6)
MB, GFLOP = 1e6, 1e9


@experiment(
    "ch05_attention",
    title="같은 어텐션, 덜 옮기기",
    timeout_s=120,
    figures={
        "ch05_attention.time": ("배", "점수를 메모리에 쓰는 어텐션의 시간 ÷ 쓰지 않는 어텐션"),
        "ch05_attention.score_bytes": ("MB", "점수 행렬의 크기"),
        "ch05_attention.input_bytes": ("MB", "Q, K, V와 결과를 합친 크기"),
        "ch05_attention.flop": ("GFLOP", "두 행렬 곱(QKᵀ와 점수·V)의 연산"),
        "ch05_attention.error": ("%", "두 답의 가장 큰 차이 ÷ 가장 큰 답"),
    },
    claims={
        "ch05_attention.same": "두 어텐션의 답은 1만분의 1 안에서 같다.",
        "ch05_attention.faster": "점수를 메모리에 쓰지 않으면 2배 이상 빠르다.",
    },
    workload={
        "어텐션": "헤드 12개, 토큰 2,048개, 헤드의 폭 64, fp32, 마스크 없음",
        "점수를 쓰는 쪽": "QKᵀ를 통째로 만들어 softmax를 하고 V를 곱함",
        "쓰지 않는 쪽": "torch의 scaled_dot_product_attention. 점수를 조각내어 만들고 버림",
    },
    procedure={"측정": "회차 10번, 회차마다 순서를 섞어 번갈아, 스레드 1개"},
)
def attention() -> Iterator[Yielded]:
    """Compare the two on the same inputs, after a look at whether they agree."""
    torch.manual_seed(0)
    q, k, v = (torch.randn(1, HEADS, TOKENS, WIDTH) for _ in range(3))  # (1, heads, tokens, width)
    with FlopCounterMode(display=False) as counter:
        found = plain(q, k, v)  # (1, heads, tokens, width)
    apart = (found - fused(q, k, v)).abs().max() / found.abs().max()
    yield counted("ch05_attention.error", "%", 100 * apart.item())
    yield counted("ch05_attention.flop", "GFLOP", counter.get_total_flops() / GFLOP)
    yield counted("ch05_attention.score_bytes", "MB", scores(q, k).nbytes / MB)
    yield counted("ch05_attention.input_bytes", "MB", 4 * q.nbytes / MB)
    subjects = {
        "fused": stopwatch(lambda: fused(q, k, v)),
        "plain": stopwatch(lambda: plain(q, k, v)),
    }
    with torch.inference_mode():
        ratio = compare(subjects, ROUNDS, guard=Guard(patience_s=10))["plain"]
    yield ratio.figure("ch05_attention.time")
    yield Claim(
        id="ch05_attention.same", test=at_most("ch05_attention.error", 0.01), deterministic=True
    )
    yield Claim(id="ch05_attention.faster", test=at_least("ch05_attention.time", 2))


def scores(q: Tensor, k: Tensor) -> Tensor:
    """How well each token's query fits each token's key: (1, heads, tokens, tokens)."""
    return q @ k.transpose(-1, -2) / WIDTH**0.5  # (1, heads, tokens, tokens)


def plain(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Attention as its formula stands: all scores at once."""
    return scores(q, k).softmax(-1) @ v  # (1, heads, tokens, width)


def fused(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """The same by one kernel, which keeps a few scores at a time."""
    return F.scaled_dot_product_attention(q, k, v)  # (1, heads, tokens, width)
