"""Chapter 06: bytes of real KV caches, and how much of the memory that is given away lies empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch

from .evidence.claim import Claim
from .evidence.experiment import Step, Yielded, experiment
from .evidence.figure import calculated, counted
from .evidence.predicate import above, at_most, difference, equal
from .evidence.series import counted_series
from .serving.config import BLOCK_SIZE, ModelConfig
from .serving.kv_cache import PagedKVCache
from .serving.limits import Limits
from .serving.planner import Planner
from .serving.sequence import Sequence as Scheduled
from .serving.simulate import TOKEN, Arrival, poisson

# Layers, width, heads, KV heads: all that a KV cache needs to know of a model.
SHAPES = {
    "llama3_8b": (32, 4096, 32, 8),
    "llama3_70b": (80, 8192, 64, 8),
    "llama2_7b": (32, 4096, 32, 32),
    "qwen25_7b": (28, 3584, 28, 4),
    "qwen25_05b": (24, 896, 14, 2),
    "opt_13b": (40, 5120, 40, 40),
}
LONGEST = 2048  # tokens that a request may have: what a reservation has to set aside
MEMORY = 16 * LONGEST  # tokens for which there is room, however it is cut up
REQUESTS, SEED = 250, 6
MIXES = {"short": ((16, 256), (16, 384)), "long": ((512, 1024), (256, 1024))}  # prompt, output
KOREAN = {"short": "짧은 요청", "long": "긴 요청"}
SIZES = (8, BLOCK_SIZE, 32, 64, 128, 256, 512, 1024, LONGEST)


@experiment(
    "ch06_blocks",
    title="KV 캐시의 바이트, 그리고 예약과 블록의 낭비",
    timeout_s=120,
    figures={
        "ch06_blocks.kv_llama3_8b": ("B/토큰", "Llama 3 8B: 토큰 하나의 KV(잰 값)"),
        "ch06_blocks.kv_llama3_70b": ("B/토큰", "Llama 3 70B: 토큰 하나의 KV(잰 값)"),
        "ch06_blocks.kv_llama2_7b": ("B/토큰", "Llama 2 7B: 토큰 하나의 KV(잰 값)"),
        "ch06_blocks.kv_qwen25_7b": ("B/토큰", "Qwen2.5 7B: 토큰 하나의 KV(잰 값)"),
        "ch06_blocks.kv_qwen25_05b": ("B/토큰", "Qwen2.5 0.5B: 토큰 하나의 KV(잰 값)"),
        "ch06_blocks.kv_opt_13b": ("B/토큰", "OPT-13B: 토큰 하나의 KV(잰 값)"),
        "ch06_blocks.kv_8192": ("GiB", "Llama 3 8B: 8,192토큰의 KV 텐서(잰 값)"),
        "ch06_blocks.room": ("토큰", "나눠 줄 자리"),
        "ch06_blocks.longest": ("토큰", "요청 하나의 최대 길이"),
        "ch06_blocks.short_mean": ("토큰", "짧은 요청: 끝났을 때의 평균 길이"),
        "ch06_blocks.long_mean": ("토큰", "긴 요청: 끝났을 때의 평균 길이"),
        "ch06_blocks.short_reserved_waste": ("%", "짧은 요청, 최대 길이 예약: 빈 자리"),
        "ch06_blocks.short_paged_waste": ("%", "짧은 요청, 16토큰 블록: 빈 자리"),
        "ch06_blocks.long_reserved_waste": ("%", "긴 요청, 최대 길이 예약: 빈 자리"),
        "ch06_blocks.long_paged_waste": ("%", "긴 요청, 16토큰 블록: 빈 자리"),
        "ch06_blocks.short_reserved_running": ("개", "짧은 요청, 최대 길이 예약: 함께 돈 요청"),
        "ch06_blocks.short_paged_running": ("개", "짧은 요청, 16토큰 블록: 함께 돈 요청"),
        "ch06_blocks.long_reserved_running": ("개", "긴 요청, 최대 길이 예약: 함께 돈 요청"),
        "ch06_blocks.long_paged_running": ("개", "긴 요청, 16토큰 블록: 함께 돈 요청"),
        "ch06_blocks.short_preempted": ("번", "짧은 요청, 16토큰 블록: 자리를 빼앗긴 횟수"),
        "ch06_blocks.long_preempted": ("번", "긴 요청, 16토큰 블록: 자리를 빼앗긴 횟수"),
    },
    series={"ch06_blocks.waste": ("%", "나눠 준 자리 가운데 빈 자리")},
    claims={
        "ch06_blocks.one_gib": "Llama 3 8B(bf16)의 KV는 8,192토큰에 정확히 1 GiB다.",
        "ch06_blocks.small_waste": (
            "16토큰 블록으로 나눠 주면 빈 자리는 두 분포 모두 나눠 준 자리의 4%를 넘지 않는다."
        ),
        "ch06_blocks.reserved_depends": (
            "최대 길이를 예약하면 빈 자리의 몫이 요청의 길이에 따라 20%p 넘게 달라진다."
        ),
    },
    workload={
        "자리": "32,768토큰: 2,048토큰짜리 16칸, 또는 16토큰짜리 블록 2,048개",
        "짧은 요청": "250개, 프롬프트 16–256토큰, 출력 16–384토큰, 균등 분포",
        "긴 요청": "250개, 프롬프트 512–1,024토큰, 출력 256–1,024토큰, 균등 분포",
    },
    procedure={
        "세는 법": (
            "줄이 있는 동안, 스텝마다 prefill을 마친 요청의 자리와 그 안에 든 토큰을 더함. "
            "함께 돈 요청은 prefill 중인 것까지 셈"
        ),
        "씨앗": "길이는 씨앗 6으로 뽑음. 실제 서빙의 스케줄러와 블록 관리자를 씀. 시계는 없음",
    },
)
def blocks() -> Iterator[Yielded]:
    """Weigh real caches, then cut one memory up in many ways."""
    for name, shape in SHAPES.items():
        cached = cache_bytes(shape, BLOCK_SIZE) / BLOCK_SIZE
        yield counted(f"ch06_blocks.kv_{name}", "B/토큰", cached)
    yield counted("ch06_blocks.kv_8192", "GiB", cache_bytes(SHAPES["llama3_8b"], 8192) / 2**30)
    yield Claim(id="ch06_blocks.one_gib", test=equal("ch06_blocks.kv_8192", 1), deterministic=True)
    yield calculated("ch06_blocks.room", "토큰", MEMORY, "16 × 2,048", ("실험의 조건",))
    yield calculated("ch06_blocks.longest", "토큰", LONGEST, "조건", ("실험의 조건",))
    waste: dict[tuple[str, float], float] = {}
    for turn, (mix, (prompt, output)) in enumerate(MIXES.items()):
        arrivals = poisson(REQUESTS, gap=1e-9, prompt=prompt, output=output, seed=SEED)
        lengths = [len(one.prompt) + one.output for one in arrivals]
        yield counted(f"ch06_blocks.{mix}_mean", "토큰", sum(lengths) / REQUESTS)
        found = {size: serve(size, arrivals) for size in SIZES}
        waste |= {(KOREAN[mix], float(size)): one.waste for size, one in found.items()}
        for how, size in (("reserved", LONGEST), ("paged", BLOCK_SIZE)):
            yield counted(f"ch06_blocks.{mix}_{how}_waste", "%", found[size].waste)
            yield counted(f"ch06_blocks.{mix}_{how}_running", "개", found[size].running)
        yield counted(f"ch06_blocks.{mix}_preempted", "번", found[BLOCK_SIZE].preempted)
        yield Step("요청을 흘려 보내기", turn + 1, len(MIXES))
    yield counted_series(
        "ch06_blocks.waste",
        "%",
        waste,
        x_label="블록 하나의 크기",
        x_unit="토큰",
        x_scale="log",
    )
    small = at_most("ch06_blocks.short_paged_waste", 4)
    small &= at_most("ch06_blocks.long_paged_waste", 4)
    yield Claim(id="ch06_blocks.small_waste", test=small, deterministic=True)
    apart = difference("ch06_blocks.short_reserved_waste", "ch06_blocks.long_reserved_waste")
    yield Claim(id="ch06_blocks.reserved_depends", test=above(apart, 20), deterministic=True)


def cache_bytes(shape: tuple[int, int, int, int], tokens: int) -> int:
    """Bytes of the tensors of a real bf16 cache with room for ``tokens`` tokens."""
    layers, width, heads, kv_heads = shape
    config = ModelConfig("", 1, width, layers, heads, kv_heads, 1, context_len=tokens, tied=True)
    cache = PagedKVCache(config, tokens // BLOCK_SIZE, dtype=torch.bfloat16)
    # One tensor a layer each: (tokens, kv_heads, head_dim).
    return sum(rows.nbytes for rows in (*cache.keys, *cache.values))


@dataclass(frozen=True)
class Served:
    """Means over the steps in which somebody waits: only then is memory short.

    Attributes:
        waste: Share of the given places without a token, in %.
        running: Requests that run.
        preempted: How often a running request lost its blocks.
    """

    waste: float
    running: float
    preempted: int


def serve(block_size: int, arrivals: Sequence[Arrival]) -> Served:
    """Let the planner that serves hand out ``MEMORY`` in blocks of this size, to the last token."""
    rooms = MEMORY // block_size
    limits = Limits(max_batch=min(rooms, REQUESTS), blocks=rooms, block_size=block_size)
    planner, left = Planner(limits), dict[Scheduled, int]()
    for arrival in arrivals:
        sequence = Scheduled(list(arrival.prompt))
        left[sequence] = arrival.output
        planner.add(sequence)
    given = filled = steps = ran = 0
    while left:
        made = planner.done(planner.next_step(), dict.fromkeys(range(limits.max_batch), TOKEN))
        if planner.waiting:
            # While a prompt is on its way in, its places are no waste: they are being filled.
            grown = [one for one in planner.running.values() if one.decoding]
            given += block_size * sum(len(one.table) for one in grown)
            filled += sum(one.computed for one in grown)
            steps, ran = steps + 1, ran + len(planner.running)
        for sequence in made:
            left[sequence] -= 1
            if not left[sequence]:
                planner.drop(sequence)
                del left[sequence]
    return Served(100 * (1 - filled / given), ran / steps, planner.preemptions)
