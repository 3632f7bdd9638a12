"""One build: its pages, its records, its problems. A new one is made for every rebuild."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snippets.evidence.catalogue import Listing, listings
from snippets.evidence.problem import GuideError
from snippets.evidence.store import Store

from . import held, proof, source
from .bars import BarsFence
from .build_fence import BuildFence
from .diagram_fence import DiagramFence
from .evidence import Evidence, How
from .inline import InlineFigures
from .ledger import ledger
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
        written: A page's Markdown → its HTML in the site.
        problems: All that has to be mended, in no order.
    """

    root: Path
    measure: Measure
    say: Say
    known: dict[str, Listing]
    sources: dict[str, Source] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=Evidence)
    problems: list[GuideError] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)
    site: Path | None = None

    @classmethod
    def start(cls, root: Path, measure: str, say: Say) -> Build:
        """Begin a build.

        Raises:
            GuideError: ``measure-unknown``, or an experiment whose declaration cannot be read.
        """
        if measure not in set(Measure):
            raise GuideError(
                "MEASURE",
                1,
                "measure-unknown",
                f"모르는 값입니다: {measure}",
                "auto, fresh, recorded 가운데 하나",
            )
        return cls(root, Measure(measure), say, listings(root))

    @property
    def inline_figures(self) -> InlineFigures:
        """The Markdown extension of this build."""
        return InlineFigures(self.evidence)

    def fences(self, mermaid_arguments: dict[str, Any]) -> list[dict[str, Any]]:
        """The SuperFences entries of this build."""
        diagrams = DiagramFence(self.evidence, self.root / ".cache", mermaid_arguments)
        account = BuildFence(self.evidence, self.known)
        return [diagrams.entry, BarsFence(self.evidence).entry, account.entry]

    def add_page(self, src_uri: str, body: str, offset: int) -> None:
        """Read a page's Markdown; ``offset`` is the number of lines of its front matter."""
        self.sources[src_uri] = source.read(f"docs/{src_uri}", body, offset)

    def take(self) -> None:
        """Plan, get the records, and hold the diagrams against them."""
        planned = plan(self.sources.values(), self.known)
        Taker(Store.at(self.root), self.measure, self.say, self.evidence).take(planned, self.known)
        self.problems += [*planned.problems, *self.evidence.problems]
        for page in self.sources.values():
            self.problems += held.check(page, self.evidence, self.root / ".cache")

    def prove(self, site: Path) -> None:
        """Reopen the finished site and count."""
        pages = proof.read(site)
        for src_uri, path in self.written.items():
            self.problems += proof.count(self.sources[src_uri], pages.get(path, proof.Page()))
        self.problems += proof.dead_links(site, pages)
        for name in ledger(self.known, self.evidence).unaccounted:
            listing = self.known[name]
            self.problems.append(
                GuideError(
                    listing.path,
                    listing.line,
                    "ledger-unaccounted",
                    f"{name} 실험이 어떻게 되었는지 장부에 없습니다",
                    "빌드의 잘못입니다. 알려 주세요",
                )
            )

    @property
    def summary(self) -> str:
        """What this build did, in one line."""
        executed, reused, recorded = (", ".join(self.evidence.came_by(how)) for how in How)
        return (
            f"새로 잰 실험: {executed or '없음'} · 다시 쓴 기록: {reused or '없음'}"
            f" · 실린 기록: {recorded or '없음'}"
        )
