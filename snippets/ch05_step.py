"""Chapter 05: one decode step, layer by layer, with the bytes that each stop has to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from .evidence.claim import Claim
from .evidence.experiment import Step, Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.guard import Guard
from .evidence.predicate import equal, ratio
from .evidence.scale import repeats
from .evidence.trace import Path, Span, Trace
from .evidence.withheld import machine_busy
from .serving.attention import attend
from .serving.batch import Batch, Part
from .serving.clock import now_ns
from .serving.config import MODELS, Dtype
from .serving.kv_cache import ContiguousKVCache
from .serving.layers import Layer, attention_out, fp32, nbytes, qkv, rms_norm, swiglu
from .serving.linear import ACTIVATIONS, linear
from .serving.model import Model
from .serving.probe import NoProbe
from .serving.rope import Rope
from .serving.weights import Weights, random_weights

MODEL = MODELS["base"]
CONTEXT = 512  # tokens before the one that is decoded
REQUESTS = 8
ROUNDS = repeats(4, quick=2)
READ = ("decode.qkv", "decode.ffn", "decode.head")  # stops that read weights, each all of its own
MB, GFLOP = 1e6, 1e9

Note = Callable[[str, int | None, int], None]
"""Notes that a stop has ended: its name, its layer, the bytes it moved."""


@experiment(
    "ch05_step",
    title="한 decode 스텝이 읽는 것",
    timeout_s=120,
    figures={
        "ch05_step.parameters": ("개", "모델의 파라미터 수"),
        "ch05_step.gains": ("개", "정규화의 파라미터 수"),
        "ch05_step.weight_bytes": ("MB", "한 스텝이 읽는 가중치"),
        "ch05_step.weight_bytes_8": ("MB", "요청 여덟을 묶은 스텝이 읽는 가중치"),
        "ch05_step.kv_bytes": ("MB", "한 스텝이 쓰고 읽는 KV 캐시"),
        "ch05_step.kv_bytes_8": ("MB", "요청 여덟을 묶은 스텝이 쓰고 읽는 KV 캐시"),
        "ch05_step.flop_1": ("GFLOP", "decode 한 스텝의 행렬 곱"),
        "ch05_step.flop_8": ("GFLOP", "요청 여덟을 묶은 스텝의 행렬 곱"),
        "ch05_step.flop_prefill": ("GFLOP", "512토큰 prefill의 행렬 곱"),
    },
    claims={
        "ch05_step.read_once": "요청 여덟을 묶어도 한 스텝이 읽는 가중치는 그대로다.",
        "ch05_step.work_eightfold": "요청 여덟을 묶으면 한 스텝의 행렬 곱은 여덟 배다.",
    },
    traces={"ch05_step.layers": "decode 한 스텝의 층"},
    workload={
        "모델": "base(12층 · 폭 768 · 어휘 32,000 · bf16), 무작위 가중치",
        "스텝": "512토큰 뒤에서 토큰 하나. 여덟을 묶은 스텝은 요청마다 하나",
    },
    procedure={
        "바이트": "곱셈마다 쓴 가중치 텐서의 크기와, 쓰고 읽은 KV 캐시의 크기를 더함",
        "연산": "torch의 FlopCounterMode가 센 aten.mm. fp32로 돌려 셈. 어텐션은 빠져 있음",
        "답": "층마다 멈춘 스텝과 서빙 시스템의 스텝이 같은 로짓을 내는지 확인",
        "시간": "스레드 1개, 조용한 회차에서 길이가 가운데인 스텝",
    },
    huge_pages=True,
)
def decode_step() -> Iterator[Yielded]:
    """Walk through the layers, then count the same work with a counter of torch's own."""
    weights = random_weights(MODEL)
    yield counted("ch05_step.parameters", "개", sum(one.numel() for one in weights.tensors()))
    gains = (2 * MODEL.n_layers + 1) * MODEL.d_model
    yield counted("ch05_step.gains", "개", gains)
    yield Step("층마다 멈추며 한 스텝", 0, 2)
    yield from walked(weights)
    yield Step("연산을 세기", 1, 2)
    yield from flops(weights)
    yield Claim(
        id="ch05_step.read_once",
        test=equal(ratio("ch05_step.weight_bytes_8", "ch05_step.weight_bytes"), 1),
        deterministic=True,
    )
    yield Claim(
        id="ch05_step.work_eightfold",
        test=equal(ratio("ch05_step.flop_8", "ch05_step.flop_1"), REQUESTS),
        deterministic=True,
    )


@dataclass
class Spelled:
    """The model of the serving system with its forward pass spelled out, so that it can stop."""

    weights: Weights
    dtype: Dtype

    def __post_init__(self) -> None:
        form = partial(linear, dtype=self.dtype)
        self.embedding = self.weights.embedding.to(ACTIVATIONS[self.dtype])  # (vocab, d_model)
        self.layers = [Layer.by(form, layer) for layer in self.weights.layers]
        self.norm = fp32(self.weights.norm)  # (d_model,)
        self.head = form(self.weights.head)  # d_model → vocab
        self.rope = Rope(MODEL, ACTIVATIONS[self.dtype])

    @torch.inference_mode()
    def step(self, batch: Batch, cache: ContiguousKVCache, note: Note) -> Tensor:
        """One new token for each request: logits (requests, vocab)."""
        x = self.embedding[batch.tokens]  # (n, d_model): one row a token, not the table
        note("decode.embed", None, x.nbytes)
        turn = self.rope.at(batch.positions)
        kept = sum(1 + part.end for part in batch.parts) * cache.token_nbytes  # written and read
        for i, layer in enumerate(self.layers):
            heads = qkv(x, layer, MODEL, turn)  # 3 × (n, heads, head_dim)
            note("decode.qkv", i, layer.nbytes_before)
            attended = attend(heads, i, batch, cache)  # (n, d_model)
            note("decode.kv_cache", i, kept)
            x = swiglu(attention_out(x, attended, layer), layer, MODEL)  # (n, d_model)
            note("decode.ffn", i, layer.nbytes_after)
        logits = self.head(rms_norm(x, self.norm, MODEL.norm_eps))  # (n, vocab)
        note("decode.head", None, nbytes(self.norm) + self.head.nbytes)
        return logits


def walked(weights: Weights) -> Iterator[Yielded]:
    """Bytes of a step with one request and with eight, and the trace of the first."""
    spelled, served = Spelled(weights, "bf16"), Model(MODEL, weights, "bf16")
    cache = ContiguousKVCache(MODEL, REQUESTS, torch.bfloat16)
    prompts = [Part(list(range(CONTEXT)), 0, (slot,)) for slot in range(REQUESTS)]
    served.forward(Batch.of(prompts, cache), cache, NoProbe())
    one, eight = (Batch.of(parts(n), cache) for n in (1, REQUESTS))
    for batch in (one, eight):  # what is spelled out is what serves
        answer = spelled.step(batch, cache, lambda *_: None)
        assert torch.equal(answer, served.forward(batch, cache, NoProbe()))

    taken = Guard(patience_s=5).rounds(lambda: traced(spelled, one, cache), ROUNDS)
    seen = sorted(taken.samples or taken.thrown[0], key=lambda trace: trace.spans[-1].end_us)
    trace = seen[len(seen) // 2]
    yield trace if taken.clean else trace.without_times(machine_busy(len(taken.kept), ROUNDS))
    for suffix, walk in (("", trace), ("_8", traced(spelled, eight, cache))):
        kept = sum(span.bytes or 0 for span in walk.spans if span.name == "decode.kv_cache")
        read = sum(span.bytes or 0 for span in walk.spans if span.name in READ)
        # Nobody watches the memory bus: these are the sizes of the tensors that were used.
        how, what = "쓴 텐서의 바이트를 더한 값", ("추적에 찍힌 텐서",)
        yield calculated(f"ch05_step.kv_bytes{suffix}", "MB", kept / MB, how, what)
        yield calculated(f"ch05_step.weight_bytes{suffix}", "MB", read / MB, how, what)


def parts(requests: int) -> list[Part]:
    """One new token for each request."""
    return [Part([7], CONTEXT, (slot,)) for slot in range(requests)]


def traced(model: Spelled, batch: Batch, cache: ContiguousKVCache) -> Trace:
    """One step as a trace; ``step`` of its spans is the layer."""
    start = now_ns()
    passed: list[tuple[str, int | None, int, int]] = []
    model.step(batch, cache, lambda *stop: passed.append((*stop, now_ns())))
    spans, since = [], start
    for place, (name, layer, moved, end) in enumerate(passed):
        spans.append(
            Span(
                id=f"s{place}",
                after=f"s{place - 1}" if place else None,
                name=name,
                path=Path.DATA,
                start_us=(since - start) / 1e3,
                duration_us=(end - since) / 1e3,
                step=layer,
                bytes=moved,
            )
        )
        since = end
    return Trace(id="ch05_step.layers", spans=tuple(spans))


def flops(weights: Weights) -> Iterator[Yielded]:
    """Products with weights as torch counts them: a decode step of one and of eight, a prefill."""
    model = Model(MODEL, weights, "fp32")
    cache = ContiguousKVCache(MODEL, REQUESTS)
    works = {
        "1": parts(1),
        "8": parts(REQUESTS),
        "prefill": [Part(list(range(CONTEXT)), 0, (0,))],
    }
    for name, work in works.items():
        batch = Batch.of(work, cache)
        with FlopCounterMode(display=False) as counter:
            model.forward(batch, cache, NoProbe())
        products = counter.get_flop_counts()["Global"][torch.ops.aten.mm]
        yield counted(f"ch05_step.flop_{name}", "GFLOP", products / GFLOP)
