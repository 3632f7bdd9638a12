"""What the schedule decides for one step."""

from __future__ import annotations

from dataclasses import dataclass

from .sequence import Sequence


@dataclass(frozen=True)
class Share:
    """What a step computes for one sequence.

    Attributes:
        sequence: Whose tokens.
        slot: Its slot in this step.
        tokens: How many of those that are not computed yet.
        decoding: Whether it is the one token that was made last.
        new: Whether the worker meets it for the first time, or again after a preemption.
        makes: Whether a token comes out: not from the middle of a prompt.
        blocks: Its blocks that the worker does not know yet.
    """

    sequence: Sequence
    slot: int
    tokens: int
    decoding: bool
    new: bool
    makes: bool
    blocks: tuple[int, ...]

    @classmethod
    def of(cls, sequence: Sequence, slot: int, tokens: int) -> Share:
        """The next ``tokens`` tokens of a sequence."""
        return cls(
            sequence,
            slot,
            tokens,
            decoding=sequence.decoding,
            new=sequence.told == 0,
            makes=tokens == sequence.todo,
            blocks=tuple(sequence.table[sequence.told :]),
        )


@dataclass(frozen=True)
class Step:
    """One step: slots that are free since the last, who joined, who had to go, and the work."""

    freed: tuple[int, ...]
    admitted: tuple[Sequence, ...]
    preempted: tuple[Sequence, ...]
    shares: tuple[Share, ...]
