"""Chapter 07: guessing tokens ahead, as a game of chance and with two real models."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from .evidence.claim import Claim
from .evidence.experiment import Step, Yielded, experiment
from .evidence.figure import counted
from .evidence.predicate import at_most, equal
from .evidence.series import counted_series
from .serving.batch import Batch, Part
from .serving.config import MODELS, Dtype
from .serving.kv_cache import ContiguousKVCache
from .serving.model import Model
from .serving.probe import NoProbe
from .serving.weights import random_weights

RUNS, SEED = 20_000, 7
RATES, AHEAD = (50, 60, 70, 80, 90, 95), (1, 2, 4, 8)  # chance that a guess is right in %; guesses
MODEL = MODELS["mini"]
PROMPT, OUTPUT, GUESSES = range(1, 33), 96, 4  # tokens


@experiment(
    "ch07_guess",
    title="추측 디코딩: 몇 개를 맞히면 몇 토큰이 나오나",
    timeout_s=60,
    figures={
        "ch07_guess.tokens_80_4": ("개", "수용률 80%, 추측 4개: 한 번에 나온 토큰"),
        "ch07_guess.tokens_50_4": ("개", "수용률 50%, 추측 4개: 한 번에 나온 토큰"),
        "ch07_guess.tokens_50_8": ("개", "수용률 50%, 추측 8개: 한 번에 나온 토큰"),
        "ch07_guess.worst": ("%", "시뮬레이션이 식에서 가장 멀리 벗어난 몫"),
        "ch07_guess.output": ("개", "실제 두 모델: 받은 토큰"),
        "ch07_guess.same": ("개", "실제 두 모델: 하나씩 만든 것과 같은 토큰"),
        "ch07_guess.passes": ("번", "실제 두 모델: 큰 모델의 순전파"),
        "ch07_guess.drafts": ("번", "실제 두 모델: 초안 모델의 순전파"),
        "ch07_guess.accepted": ("%", "실제 두 모델: 견준 추측 가운데 맞은 몫"),
        "ch07_guess.each": (
            "개",
            "실제 두 모델: 큰 모델의 순전파 한 번에 나온 토큰(마지막에 넘친 것도 셈)",
        ),
    },
    series={"ch07_guess.tokens": ("개", "큰 모델의 순전파 한 번에 나온 토큰")},
    claims={
        "ch07_guess.near_formula": "시뮬레이션의 평균은 24가지 모두 식의 값과 2% 안에서 같다.",
        "ch07_guess.same_answer": (
            "추측을 쓰든 쓰지 않든 큰 모델이 내는 토큰은 하나도 다르지 않다."
        ),
    },
    workload={
        "시뮬레이션": "추측 하나하나가 서로 상관없이 같은 확률로 맞음. 경우마다 20,000번",
        "실제 두 모델": "큰 모델은 mini(fp32), 초안 모델은 같은 가중치를 int8로 담은 것. "
        "무작위 가중치, greedy, 프롬프트 32토큰, 출력 96토큰, 추측 4개씩",
    },
    procedure={"씨앗": "시뮬레이션은 씨앗 7. 시간은 재지 않고 순전파와 토큰을 셈"},
)
def guess() -> Iterator[Yielded]:
    """Play the game in many settings, then guess with one model for another."""
    made = {
        (f"추측 {ahead}개", float(rate)): play(rate / 100, ahead)
        for ahead in AHEAD
        for rate in RATES
    }
    for rate, ahead in ((80, 4), (50, 4), (50, 8)):
        yield counted(f"ch07_guess.tokens_{rate}_{ahead}", "개", made[f"추측 {ahead}개", rate])
    yield counted_series("ch07_guess.tokens", "개", made, x_label="수용률", x_unit="%")
    off = [
        abs(made[f"추측 {ahead}개", rate] / expected(rate / 100, ahead) - 1)
        for ahead in AHEAD
        for rate in RATES
    ]
    yield counted("ch07_guess.worst", "%", 100 * max(off))
    near = at_most("ch07_guess.worst", 2)
    yield Claim(id="ch07_guess.near_formula", test=near, deterministic=True)
    yield Step("시뮬레이션", 1, 2)
    yield from with_models()


def play(rate: float, ahead: int) -> float:
    """Mean number of tokens of a pass that checks ``ahead`` guesses, each right by chance."""
    draw = random.Random(SEED)  # noqa: S311  no secret
    tokens = 0
    for _ in range(RUNS):
        right = 0
        while right < ahead and draw.random() < rate:
            right += 1
        tokens += right + 1  # after the last right one, the large model's own token comes free
    return tokens / RUNS


def expected(rate: float, ahead: int) -> float:
    """The mean that Leviathan et al. give: 1 + α + … + α^γ."""
    return sum(rate**right for right in range(ahead + 1))


@dataclass
class Writer:
    """A model that goes on writing a text, with a cache of all but its last tokens."""

    dtype: Dtype
    passes: int = 0

    def __post_init__(self) -> None:
        self.model = Model(MODEL, random_weights(MODEL), self.dtype)
        self.cache = ContiguousKVCache(MODEL, 1, self.model.activations)
        self.cached = 0

    def likeliest(self, text: list[int], last: int = 1) -> list[int]:
        """What this model would write after each of the ``last`` last tokens of a text.

        All of them are computed in one pass. What the cache holds of a text that was given up
        since is written over.
        """
        self.cached = min(self.cached, len(text) - last)
        part = Part(text[self.cached :], self.cached, [0])
        batch = Batch.of([part], self.cache)
        batch.ends[:] = range(len(part.tokens) - last, len(part.tokens))  # logits of each
        logits: Tensor = self.model.forward(batch, self.cache, NoProbe())  # (last, vocab)
        self.cached, self.passes = len(text), self.passes + 1
        return logits.argmax(dim=-1).tolist()  # (last,)


def with_models() -> Iterator[Yielded]:
    """Write the same answer token by token, and with guesses of a coarser model."""
    torch.set_num_threads(1)
    plain, large, small = Writer("fp32"), Writer("fp32"), Writer("int8")
    text = list(PROMPT)
    for _ in range(OUTPUT):
        text += plain.likeliest(text)
    guessed, right, compared = list(PROMPT), 0, 0
    while len(guessed) < len(text):
        draft = list(guessed)
        for _ in range(GUESSES):
            draft += small.likeliest(draft)
        truth = large.likeliest(draft, GUESSES + 1)  # after the text, and after each guess
        guesses = draft[len(guessed) :]
        kept = next((i for i, (g, t) in enumerate(zip(guesses, truth, strict=False)) if g != t), 4)
        guessed += truth[: kept + 1]
        right, compared = right + kept, compared + min(kept + 1, GUESSES)
    yield counted("ch07_guess.output", "개", OUTPUT)
    pairs = zip(text, guessed[: len(text)], strict=True)
    yield counted("ch07_guess.same", "개", sum(a == b for a, b in pairs) - len(PROMPT))
    yield counted("ch07_guess.passes", "번", large.passes)
    yield counted("ch07_guess.drafts", "번", small.passes)
    yield counted("ch07_guess.accepted", "%", 100 * right / compared)
    yield counted("ch07_guess.each", "개", (len(guessed) - len(PROMPT)) / large.passes)
    same = equal("ch07_guess.same", OUTPUT)
    yield Claim(id="ch07_guess.same_answer", test=same)
