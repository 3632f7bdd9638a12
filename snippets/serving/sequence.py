"""A request as the schedule sees it: tokens, how many are computed, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(eq=False)
class Sequence:
    """The tokens of one request, prompt first, and its share of the worker.

    Attributes:
        tokens: Prompt, then what was made.
        priority: 0 goes first.
        computed: How many tokens have keys and values in the cache.
        prefill_len: How many tokens it had when it was admitted: those of its prompt, and after
            a preemption those that it had made before as well.
        slot: The worker's name for it while it runs.
        table: Its blocks, in the order of its tokens.
        told: How many of its blocks the worker knows.
        digests: Of its full blocks that are computed (see ``blocks.py``).
        arrival: Place in the order of arrival; -1 before.
        queued_at: Step at which it began to wait.
        rank: Priority at which it was admitted, then arrival. The lower, the sooner it runs and
            the later it is preempted.
        preempted: How often its blocks were taken away.
    """

    tokens: list[int]
    priority: int = 0
    computed: int = 0
    prefill_len: int = 0
    slot: int | None = None
    table: list[int] = field(default_factory=list)
    told: int = 0
    digests: list[bytes] = field(default_factory=list)
    arrival: int = -1
    queued_at: int = 0
    rank: tuple[int, int] = (0, 0)
    preempted: int = 0

    @property
    def todo(self) -> int:
        """Tokens without keys and values: one while it decodes, more while it is prefilled."""
        return len(self.tokens) - self.computed

    @property
    def decoding(self) -> bool:
        """Whether it is past its prefill, so that each step makes a token of the one before."""
        return self.computed >= self.prefill_len
