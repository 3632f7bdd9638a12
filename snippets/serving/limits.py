"""What a scheduler may give away: slots, tokens a step, memory for keys and values."""

from __future__ import annotations

from dataclasses import dataclass

from .config import BLOCK_SIZE, ModelConfig, Policy

TOKEN_BUDGET = 2048
"""Tokens a step computes at most: vLLM's ``max_num_batched_tokens`` and its usual value."""


@dataclass(frozen=True)
class Limits:
    """The limits of a schedule.

    Attributes:
        max_batch: Requests that run at the same time.
        blocks: Blocks of the KV cache.
        block_size: Tokens in a block.
        token_budget: Tokens a step computes, for all requests together. A prompt that is longer
            than what is left goes on in the next step (chunked prefill).
        policy: When a waiting request may join.
        prefix_caching: Whether a request may use full blocks that another has computed.
    """

    max_batch: int
    blocks: int
    block_size: int = BLOCK_SIZE
    token_budget: int = TOKEN_BUDGET
    policy: Policy = "continuous"
    prefix_caching: bool = False

    def __post_init__(self) -> None:
        """Refuse limits under which a running request could come to stand still.

        Raises:
            ValueError: When a step cannot hold one token of every running request.
        """
        if self.token_budget < self.max_batch:
            message = f"token budget {self.token_budget} is below max_batch {self.max_batch}"
            raise ValueError(message)

    @classmethod
    def contiguous(cls, model: ModelConfig, max_batch: int, **more: object) -> Limits:
        """One block as long as the context for every slot: never too few, mostly empty."""
        return cls(max_batch, max_batch, model.context_len, **more)  # type: ignore[arg-type]

    @classmethod
    def paged(cls, model: ModelConfig, max_batch: int, blocks: int, **more: object) -> Limits:
        """Short blocks that requests take as they grow.

        Raises:
            ValueError: When they do not hold one request of the model's context.
        """
        limits = cls(max_batch, blocks, **more)  # type: ignore[arg-type]
        if blocks * limits.block_size < model.context_len:
            message = f"{blocks} blocks of {limits.block_size} tokens do not hold one request"
            raise ValueError(f"{message} of {model.context_len}")
        return limits
