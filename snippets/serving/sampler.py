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

    Each request has its own random numbers, so the same seed gives the same tokens whoever
    else is in the batch.
    """

    def __init__(self, temperature: float, seed: int) -> None:
        self._temperature = temperature
        self._generator = torch.Generator().manual_seed(seed)

    def sample(self, logits: Tensor) -> int:
        """One token id from ``logits`` (vocab,)."""
        if self._temperature < GREEDY_BELOW:
            return int(logits.argmax())
        # Shifted first: a low temperature could otherwise overflow to inf, and inf - inf is NaN.
        scaled = (logits - logits.max()) / self._temperature  # (vocab,)
        chances = torch.softmax(scaled, dim=-1)  # (vocab,)
        return int(torch.multinomial(chances, 1, generator=self._generator))
