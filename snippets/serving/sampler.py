"""Logits become one token."""

from __future__ import annotations

import torch
from torch import Tensor

GREEDY_BELOW = 1e-5
"""Temperatures below this take the most likely token, as in vLLM.

Softmax would give it all the chances anyway, and a temperature that is 0 in fp32 gives NaN.
"""


class Sampler:
    """Chooses the tokens of one request.

    Each request has its own random numbers, one a token, so the same seed gives the same tokens
    whoever else is in the batch and however often the request is preempted.
    """

    def __init__(self, temperature: float, seed: int, made: int = 0) -> None:
        """Start with the random number of token ``made``."""
        self.greedy = temperature < GREEDY_BELOW
        self._temperature = temperature
        self._generator = torch.Generator().manual_seed(seed)
        for _ in range(made):
            self._draw()

    def _draw(self) -> Tensor:
        """The next number, uniform in [0, 1)."""
        return torch.rand(1, dtype=torch.float64, generator=self._generator)  # (1,)

    def sample(self, logits: Tensor) -> int:
        """One token id from ``logits`` (vocab,)."""
        if self.greedy:
            return int(logits.argmax())
        chance = self._draw()  # (1,)
        # Shifted first: a low temperature could otherwise overflow to inf, and inf - inf is NaN.
        scaled = (logits - logits.max()).double() / self._temperature  # (vocab,)
        up_to = torch.softmax(scaled, dim=-1).cumsum(dim=-1)  # (vocab,), the last is about 1
        # The first token at which the sum of chances exceeds the number drawn.
        token = torch.searchsorted(up_to, chance * up_to[-1], right=True)  # (1,)
        return min(int(token), len(logits) - 1)


def choose(samplers: list[Sampler], logits: Tensor) -> list[int]:
    """One token id from each row of ``logits`` (requests, vocab), by that request's sampler."""
    likeliest: list[int] = logits.argmax(dim=-1).tolist()  # (requests,), all rows at once
    return [
        token if sampler.greedy else sampler.sample(row)
        for sampler, token, row in zip(samplers, likeliest, logits, strict=True)
    ]
