"""What the worker remembers of a request between steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from .batch import Part
from .messages import Admission
from .sampler import Sampler


@dataclass
class Running:
    """A request in the worker.

    Attributes:
        sampler: Chooses its tokens.
        traced: Whether its marks are kept.
        pending: Tokens that are not in the cache yet, the next to be computed first.
        cached: How many are.
        table: Its blocks of the cache.
    """

    sampler: Sampler
    traced: bool
    pending: list[int]
    cached: int
    table: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, admission: Admission) -> Running:
        """Begin with what the gateway knows."""
        sampler = Sampler(admission.temperature, admission.seed, admission.made)
        pending = list(admission.tokens[admission.cached :])
        return cls(sampler, admission.traced, pending, admission.cached)

    def part(self, n: int) -> Part:
        """The next ``n`` tokens, to be computed in this step."""
        return Part(self.pending[:n], self.cached, self.table, last=n == len(self.pending))

    def done(self, part: Part, token: int | None) -> None:
        """Note that ``part`` is in the cache, and which token came out."""
        self.cached = part.end
        self.pending = self.pending[len(part.tokens) :] if token is None else [token]
