"""What came of a soak, and whether that is good."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from snippets.load.client import Failure
from snippets.load.summary import tally

REFUSED = {429, 503}
GROWTH = 1.05
"""Most that memory may grow between the second and the last quarter of the run."""


@dataclass
class Report:
    """What came of a soak.

    Attributes:
        answers: Right answers.
        tokens: Tokens in them.
        wrong: Answers that are not the known one: tokens lost, or from another request.
        failures: Requests without an answer.
        rss: Memory of gateway and worker over time, in bytes.
    """

    answers: int = 0
    tokens: int = 0
    wrong: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    rss: list[int] = field(default_factory=list)

    @property
    def lost(self) -> list[Failure]:
        """Requests that were neither answered nor refused with a status."""
        return [one for one in self.failures if one.status not in REFUSED]

    @property
    def growth(self) -> float:
        """Memory in the last quarter of the run over that in the second: 1 is flat."""
        quarter = len(self.rss) // 4
        return median(self.rss[-quarter:]) / median(self.rss[quarter : 2 * quarter])

    @property
    def good(self) -> bool:
        """Whether nothing was lost, mixed up, or piled up."""
        return bool(self.answers) and not self.wrong and not self.lost and self.growth <= GROWTH

    def __str__(self) -> str:
        """One line a fact."""
        refused = tally(one.status for one in self.failures)
        return (
            f"{self.answers} right answers with {self.tokens} tokens, {len(self.wrong)} wrong\n"
            f"without an answer, by status: {refused or 'none'}\n"
            f"reasons: {dict(Counter(one.reason for one in self.failures))}\n"
            f"memory {median(self.rss[:3]) / 1e6:.0f} MB at first, {self.rss[-1] / 1e6:.0f} MB at "
            f"last, last quarter over second {self.growth:.3f}\n"
            f"{'passed' if self.good else 'FAILED'}"
        )
