"""Chapter 07: a schedule with many requests, counted in steps on the planner that serves."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from .evidence.claim import Claim
from .evidence.experiment import Step, Yielded, experiment
from .evidence.figure import counted
from .evidence.predicate import above, equal
from .evidence.series import counted_series
from .serving.limits import Limits
from .serving.simulate import Arrival, Load, simulate

REQUESTS, SEED = 256, 7
PROMPT, MEAN, LONGEST = 32, 64, 512  # tokens: prompts, mean output, longest output
SLOTS = (4, 8, 16, 32)
ROOMY = 32 * -(-(PROMPT + LONGEST) // 16)  # blocks with which nobody ever loses a place
TIGHT = 160  # blocks: some 2,500 tokens for 32 guests
SHARED, OWN = 448, 64  # tokens with which all prompts begin, and what each adds
CHAT, BUDGET = 24, 512  # guests with such prompts, one a step; tokens a step


@experiment(
    "ch07_batching",
    title="스텝으로 센 배칭: 정적과 연속, 모자란 블록, 같은 앞부분",
    timeout_s=60,
    figures={
        "ch07_batching.mean": ("토큰", "제각각인 출력 길이의 평균"),
        "ch07_batching.static_8": ("번", "자리 8개, 정적: 다 끝날 때까지의 스텝"),
        "ch07_batching.continuous_8": ("번", "자리 8개, 연속: 다 끝날 때까지의 스텝"),
        "ch07_batching.static_full_8": ("개", "자리 8개, 정적: 한 스텝이 만든 토큰"),
        "ch07_batching.continuous_full_8": ("개", "자리 8개, 연속: 한 스텝이 만든 토큰"),
        "ch07_batching.static_ttft_8": ("번", "자리 8개, 정적: 첫 토큰까지의 스텝 평균"),
        "ch07_batching.continuous_ttft_8": ("번", "자리 8개, 연속: 첫 토큰까지의 스텝 평균"),
        "ch07_batching.ratio_8": ("배", "자리 8개: 정적의 스텝 ÷ 연속의 스텝"),
        "ch07_batching.ratio_32": ("배", "자리 32개: 정적의 스텝 ÷ 연속의 스텝"),
        "ch07_batching.ratio_even": (
            "배",
            "자리 8개, 길이가 모두 같을 때: 정적의 스텝 ÷ 연속의 스텝",
        ),
        "ch07_batching.tight_blocks": ("블록", "모자란 메모리의 블록"),
        "ch07_batching.tight_preempted": ("번", "블록이 모자랄 때: 선점한 횟수"),
        "ch07_batching.tight_redone": (
            "%",
            "블록이 모자랄 때: 돌아온 요청 때문에 더 prefill한 토큰의 몫",
        ),
        "ch07_batching.tight_steps": ("번", "블록이 모자랄 때: 다 끝날 때까지의 스텝"),
        "ch07_batching.roomy_steps": ("번", "블록이 넉넉할 때: 다 끝날 때까지의 스텝"),
        "ch07_batching.alone_prefill": ("토큰", "접두 캐시 없이 prefill한 토큰"),
        "ch07_batching.shared_prefill": ("토큰", "접두 캐시로 prefill한 토큰"),
    },
    series={"ch07_batching.ratio": ("배", "정적의 스텝 ÷ 연속의 스텝")},
    claims={
        "ch07_batching.twice": (
            "출력 길이가 제각각이면, 자리 8개에서 정적 배칭은 연속 배칭의 2배 넘는 스텝을 쓴다."
        ),
        "ch07_batching.even": "출력 길이가 모두 같으면, 자리 8개에서 두 배칭의 스텝 수가 똑같다.",
    },
    workload={
        "배칭": "요청 256개가 한꺼번에 옴. 프롬프트 32토큰. 출력은 평균 64토큰의 지수 분포를 "
        "1–512로 자른 것, 또는 모두 64토큰",
        "모자란 블록": "자리 32개, 16토큰짜리 블록 160개(넉넉할 때는 1,088개)",
        "접두 캐시": "요청 24개가 한 스텝에 하나씩 옴. 프롬프트 512토큰의 앞 448토큰이 같음. "
        "한 스텝에 512토큰까지, 출력 8토큰",
    },
    procedure={
        "세는 법": "서빙 시스템의 플래너에 넣고 스텝을 셈. 모델과 시계는 없음",
        "씨앗": "출력 길이는 씨앗 7로 뽑음",
    },
    packages=(),
)
def batching() -> Iterator[Yielded]:
    """Count steps under two policies, with few blocks, and with beginnings that are alike."""
    uneven, even = guests(lengths()), guests([MEAN] * REQUESTS)
    yield counted("ch07_batching.mean", "토큰", mean(one.output for one in uneven))
    ratios: dict[tuple[str, float], float] = {}
    for slots in SLOTS:
        static, continuous = (run(Limits(slots, ROOMY, policy=p), uneven) for p in POLICIES)
        ratios["제각각", slots] = static.steps / continuous.steps
        static_even, continuous_even = (run(Limits(slots, ROOMY, policy=p), even) for p in POLICIES)
        ratios["모두 같음", slots] = static_even.steps / continuous_even.steps
        if slots == 8:
            yield from at_eight(static, continuous)
    yield counted_series(
        "ch07_batching.ratio", "배", ratios, x_label="자리", x_unit="", x_scale="log"
    )
    for slots in (8, 32):
        yield counted(f"ch07_batching.ratio_{slots}", "배", ratios["제각각", slots])
    yield counted("ch07_batching.ratio_even", "배", ratios["모두 같음", 8])
    twice = above("ch07_batching.ratio_8", 2)
    yield Claim(id="ch07_batching.twice", test=twice, deterministic=True)
    same = equal("ch07_batching.ratio_even", 1)
    yield Claim(id="ch07_batching.even", test=same, deterministic=True)
    yield Step("정적과 연속", 1, 3)
    yield from few_blocks(uneven)
    yield Step("모자란 블록", 2, 3)
    yield from alike()


POLICIES = ("static", "continuous")


@dataclass(frozen=True)
class Counted:
    """What a schedule took.

    Attributes:
        steps: Until the last token.
        made: Tokens that came out, on average, of a step.
        ttft: Steps until the first token, on average.
        prefill: Tokens of prompts that were computed, those of a request that came back included.
        preempted: How often a request lost its place.
    """

    steps: int
    made: float
    ttft: float
    prefill: int
    preempted: int


def run(limits: Limits, arrivals: Sequence[Arrival]) -> Counted:
    """Serve all; a step is the unit of time."""
    prefill = 0

    def a_step(load: Load) -> float:
        nonlocal prefill
        prefill += load.prefill
        return 1.0

    served = simulate(limits, arrivals, a_step)
    steps = round(max(one.tokens_at[-1] for one in served))
    return Counted(
        steps,
        made=sum(one.output for one in arrivals) / steps,
        ttft=mean(one.ttft for one in served),
        prefill=prefill,
        preempted=sum(one.preempted for one in served),
    )


def lengths() -> list[int]:
    """Outputs as different as those of a chat: exponential, cut off at both ends."""
    draw = random.Random(SEED)  # noqa: S311  no secret
    return [min(LONGEST, max(1, round(draw.expovariate(1 / MEAN)))) for _ in range(REQUESTS)]


def guests(outputs: Sequence[int]) -> list[Arrival]:
    """All at once, prompts of one length, no two alike."""
    return [Arrival(0.0, tuple([turn] * PROMPT), output) for turn, output in enumerate(outputs)]


def at_eight(static: Counted, continuous: Counted) -> Iterator[Yielded]:
    """Both policies with eight slots, side by side."""
    for name, seen in (("static", static), ("continuous", continuous)):
        yield counted(f"ch07_batching.{name}_8", "번", seen.steps)
        yield counted(f"ch07_batching.{name}_full_8", "개", seen.made)
        yield counted(f"ch07_batching.{name}_ttft_8", "번", seen.ttft)


def few_blocks(arrivals: Sequence[Arrival]) -> Iterator[Yielded]:
    """The same requests with blocks for all, and with too few."""
    roomy, tight = (run(Limits(32, blocks), arrivals) for blocks in (ROOMY, TIGHT))
    yield counted("ch07_batching.tight_blocks", "블록", TIGHT)
    yield counted("ch07_batching.roomy_steps", "번", roomy.steps)
    yield counted("ch07_batching.tight_steps", "번", tight.steps)
    yield counted("ch07_batching.tight_preempted", "번", tight.preempted)
    again = 100 * (tight.prefill - roomy.prefill) / tight.prefill
    yield counted("ch07_batching.tight_redone", "%", again)


def alike() -> Iterator[Yielded]:
    """Prompts that begin alike, with a prefix cache and without."""
    start = range(SHARED)
    wants = [Arrival(float(turn), (*start, *[10_000 + turn] * OWN), 8) for turn in range(CHAT)]
    for name, sharing in (("alone", False), ("shared", True)):
        limits = Limits(CHAT, ROOMY, token_budget=BUDGET, prefix_caching=sharing)
        seen = run(limits, wants)
        yield counted(f"ch07_batching.{name}_prefill", "토큰", seen.prefill)
