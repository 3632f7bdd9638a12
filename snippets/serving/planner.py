"""The schedule: which requests are in the next step, and with how many tokens.

Pure policy: no clock, no worker, no randomness. The scheduler of the gateway and the simulation
drive the same code.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from .block_manager import BlockManager
from .limits import Limits
from .sequence import Sequence
from .step import Share, Step
from .waiting import WaitingQueue


class Planner:
    """Gives slots, blocks and tokens to sequences, step after step."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.waiting = WaitingQueue()
        self.running: dict[int, Sequence] = {}
        self.free_slots = list(range(limits.max_batch))
        self.blocks = BlockManager(limits)
        self.steps = 0
        self.preemptions = 0
        self._freed: list[int] = []  # slots that the worker does not know to be free yet

    @property
    def open_slots(self) -> int:
        """Slots that waiting requests could have in the next step."""
        closed = self.limits.policy == "static" and self.running
        return 0 if closed else len(self.free_slots)

    def add(self, sequence: Sequence) -> None:
        """Let a request wait for its turn."""
        self.waiting.put(sequence, self.steps)

    def drop(self, sequence: Sequence) -> None:
        """Forget a request, finished or not; what it held is free at once."""
        self.waiting.remove(sequence)
        self._release(sequence)

    def forget(self) -> None:
        """Begin with another worker while nobody runs: it knows no slot, its cache is blank."""
        self.blocks = BlockManager(self.limits)
        self._freed.clear()

    def next_step(self) -> Step:
        """Decide the next step, and give away what it needs."""
        preempted = self._grow()
        admitted = [] if preempted else self._admit()
        shares = tuple(self._shares())
        for share in shares:
            share.sequence.told = len(share.sequence.table)
        freed, self._freed = tuple(self._freed), []
        self.steps += 1
        return Step(freed, tuple(admitted), tuple(preempted), shares)

    def done(self, step: Step, tokens: dict[int, int]) -> list[Sequence]:
        """Note that a step is computed and that each slot in ``tokens`` has made a token.

        Returns:
            The sequences that have a new token, without those that were dropped meanwhile.
        """
        made: list[Sequence] = []
        for share in step.shares:
            sequence = share.sequence
            if sequence.slot != share.slot:
                continue  # its client left while the step ran
            sequence.computed += share.tokens
            self.blocks.publish(sequence)
            if share.makes:
                sequence.tokens.append(tokens[share.slot])
                made.append(sequence)
        return made

    def _grow(self) -> list[Sequence]:
        """Give running requests the block that their next token needs.

        When none is left, the request of the lowest rank gives back its blocks, to be computed
        again later. So the one of the highest rank always comes through.
        """
        preempted: list[Sequence] = []
        for sequence in sorted(self.running.values(), key=_rank):
            while sequence.slot is not None and not self.blocks.grow(sequence):
                victim = max(self.running.values(), key=_rank)  # perhaps the sequence itself
                self._preempt(victim)
                preempted.append(victim)
        return preempted

    def _preempt(self, sequence: Sequence) -> None:
        """Take back slot and blocks; the tokens stay, to be prefilled all at once."""
        self._release(sequence)
        sequence.preempted += 1
        self.preemptions += 1
        self.waiting.put(sequence, self.steps)

    def _admit(self) -> list[Sequence]:
        """Move requests from the queue into free slots, as long as there are blocks.

        The first in the queue is never passed over for a smaller one: it could wait for ever.
        """
        admitted: list[Sequence] = []
        for _ in range(min(self.open_slots, len(self.waiting))):
            sequence = self.waiting.first(self.steps)
            if not self.blocks.admit(sequence):
                break
            self.waiting.remove(sequence)
            sequence.slot = self.free_slots.pop(0)
            admitted.append(sequence)
        self.running |= {one.slot: one for one in admitted if one.slot is not None}
        return admitted

    def _shares(self) -> Iterator[Share]:
        """Divide the token budget: decoding requests first, prompts by rank with what is left."""
        budget = self.limits.token_budget
        for one in sorted(self.running.values(), key=lambda one: (not one.decoding, one.rank)):
            tokens = min(one.todo, budget)
            budget -= tokens
            if tokens and one.slot is not None:
                yield Share.of(one, one.slot, tokens)

    def _release(self, sequence: Sequence) -> None:
        if sequence.slot is None:
            return
        del self.running[sequence.slot]
        insort(self.free_slots, sequence.slot)  # low slots first: neighbours are read together
        self._freed.append(sequence.slot)
        self.blocks.release(sequence)
        sequence.slot, sequence.computed, sequence.told = None, 0, 0


def _rank(sequence: Sequence) -> tuple[int, int]:
    return sequence.rank
