"""One build: its pages, its records, its problems. A new one is made for every rebuild."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snippets.evidence.catalogue import Listing, listings
from snippets.evidence.problem import GuideError
from snippets.evidence.store import Store

from . import held, source
from .bars import BarsFence
from .diagram_fence import DiagramFence
from .evidence import Evidence
from .inline import InlineFigures
from .plan import plan
from .source import Source
from .take import Measure, Taker

Say = Callable[[str], None]


@dataclass
class Build:
    """What one build knows.

    Attributes:
        root: The project's folder.
        site: Where the finished site goes; ``None`` in a preview, which has its own place.
        evidence: Filled by ``take``; the renderers hold the same object.
        problems: All that has to be mended, in no order.
    """

    root: Path
    measure: Measure
    say: Say
    known: dict[str, Listing]
    sources: dict[str, Source] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=Evidence)
    problems: list[GuideError] = field(default_factory=list)
    site: Path | None = None

    @classmethod
    def start(cls, root: Path, measure: str, say: Say) -> Build:
        """Begin a build.

        Raises:
            GuideError: ``measure-unknown``, or an experiment whose declaration cannot be read.
        """
        if measure not in set(Measure):
            raise GuideError(
                "MEASURE", 1, "measure-unknown", f"모르는 값입니다: {measure}", "auto 또는 fresh"
            )
        return cls(root, Measure(measure), say, listings(root))

    @property
    def inline_figures(self) -> InlineFigures:
        """The Markdown extension of this build."""
        return InlineFigures(self.evidence)

    def fences(self, mermaid_arguments: dict[str, Any]) -> list[dict[str, Any]]:
        """The SuperFences entries of this build."""
        diagrams = DiagramFence(self.evidence, self.root / ".cache", mermaid_arguments)
        return [diagrams.entry, BarsFence(self.evidence).entry]

    def add_page(self, src_uri: str, body: str, offset: int) -> None:
        """Read a page's Markdown; ``offset`` is the number of lines of its front matter."""
        self.sources[src_uri] = source.read(f"docs/{src_uri}", body, offset)

    def source(self, src_uri: str) -> Source:
        """What a page asks for."""
        return self.sources[src_uri]

    def take(self) -> None:
        """Plan, get the records, and hold the diagrams against them."""
        planned = plan(self.sources.values(), self.known)
        Taker(Store.at(self.root), self.measure, self.say, self.evidence).take(planned, self.known)
        self.problems += [*planned.problems, *self.evidence.problems]
        for page in self.sources.values():
            self.problems += held.check(page, self.evidence, self.root / ".cache")

    @property
    def summary(self) -> str:
        """What this build did, in one line."""
        done = ", ".join(self.evidence.executed) or "없음"
        again = ", ".join(self.evidence.reused) or "없음"
        return f"새로 잰 실험: {done} · 다시 쓴 기록: {again}"
