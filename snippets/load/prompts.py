"""What is asked: made-up prompts of a given length, different from their first word on."""

from __future__ import annotations

import random
from dataclasses import dataclass

WORDS = ["bread", "river", "stone", "light", "paper", "garden", "window", "number", "music"]


@dataclass(frozen=True)
class Ask:
    """One request, as any OpenAI-compatible server understands it.

    Attributes:
        prompt: Text.
        max_tokens: Longest answer.
        temperature: 0 takes the likeliest token, so that runs compare.
        ignore_eos: Ask for exactly ``max_tokens``. The field is vLLM's; SGLang and llama.cpp
            know it too. It is sent only when true, because other servers refuse it.
    """

    prompt: str
    max_tokens: int
    temperature: float = 0.0
    ignore_eos: bool = False


def made_up(n: int, words: int, max_tokens: int, seed: int, ignore_eos: bool) -> tuple[Ask, ...]:
    """``n`` requests of ``words`` words each; the same seed gives the same ones.

    Each begins with a number of its own. Prompts that begin alike would be answered from the
    server's prefix cache, and the load would measure that.
    """
    draw = random.Random(seed)  # noqa: S311  a simulation, not a secret
    starts = draw.sample(range(10**6), n)
    return tuple(
        Ask(" ".join([str(start), *draw.choices(WORDS, k=words - 1)]), max_tokens, 0.0, ignore_eos)
        for start in starts
    )
