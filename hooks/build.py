"""One build: its pages, its records, its problems. A new one is made for every rebuild."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from snippets.evidence.problem import GuideError
from snippets.evidence.profile import profile_for
from snippets.evidence.store import Store

from . import answers, calculators, edition, formulas, held, ledger, licences, proof, source
from .evidence import Evidence, How
from .facts import inline as fact_inline
from .facts import page as facts_page
from .formula_list import fence as formula_list
from .glossary import page as glossary_page
from .history import page as history_page
from .history.load import load as load_past
from .history.past import Past, shown
from .known import Known
from .labs import cells, dialect
from .labs.shelf import Shelf
from .labs.take import Taker as LabTaker
from .lint import clean
from .plan import plan
from .profiles.others import Other, others
from .search.index import Page as Searched
from .source import Source
from .take import Measure, Taker

Say = Callable[[str], None]


@dataclass
class Build:
    """What one build knows.

    Attributes:
        root: The project's folder.
        site: Where the finished site goes; ``None`` in a preview, which has its own place.
        bodies: A page's Markdown → its body, and the lines before it in the file.
        evidence: Filled by ``take``; the renderers hold the same object.
        expanded: A page's Markdown → its body, where that is not what stands in the file.
        page: The page that is being rendered.
        written: A page's Markdown → its HTML in the site.
        problems: All that has to be mended, in no order.
        shelf: The labs.
        searched: Pages as the search reads them.
        sitemap: The English part of the sitemap.
        edition: The commit or the version, as citations name it.
        pasts: What the figures were before.
        others: Machines that a reader may pick instead of this build's.
    """

    root: Path
    measure: Measure
    say: Say
    known: Known
    bodies: dict[str, tuple[str, int]] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=Evidence)
    problems: list[GuideError] = field(default_factory=list)
    expanded: dict[str, str] = field(default_factory=dict)
    page: str = ""
    written: dict[str, str] = field(default_factory=dict)
    site: Path | None = None
    shelf: Shelf = field(default_factory=Shelf)
    searched: list[Searched] = field(default_factory=list)
    sitemap: str = ""
    edition: str = ""
    pasts: tuple[Past, ...] = ()
    others: tuple[Other, ...] = ()

    @classmethod
    def start(cls, root: Path, measure: str, say: Say) -> Build:
        """Begin a build.

        Raises:
            GuideError: ``measure-unknown``, or an experiment whose declaration cannot be read.
        """
        named = Measure.named(measure)
        return cls(root, named, say, Known.at(root), edition=edition.edition(root))

    @property
    def cache(self) -> Path:
        """Where results are kept from one build to the next."""
        return self.root / ".cache"

    def add_pages(self, bodies: Mapping[str, tuple[str, int]]) -> None:
        """Read pages' Markdown: page → its body, and the lines of its front matter."""
        self.bodies |= bodies
        texts = {src_uri: body for src_uri, (body, _) in self.bodies.items()}
        for src_uri, (body, offset) in bodies.items():
            path = f"docs/{src_uri}"
            self.expanded.pop(src_uri, None)
            self.sources[src_uri] = source.read(path, body, offset)
            self.problems += clean.check(path, body, offset, self.cache)
            self.problems += answers.check(path, body, offset)
            if self.sources[src_uri].fences_of(answers.FENCE):
                self.expanded[src_uri] = answers.expand(body, texts)
                read = source.read(path, self.expanded[src_uri])
                self.sources[src_uri] = answers.at_the_fence(read, body, offset)

    def add_lab(self, src_uri: str, text: str) -> None:
        """Read a lab; its text is held to the same rules as a page."""
        path = f"docs/{src_uri}"
        try:
            lab = cells.read(path, text)
        except GuideError as error:
            self.problems.append(error)
            return
        self.shelf.labs[src_uri] = lab
        self.sources[src_uri] = source.read(path, lab.prose)
        self.problems += clean.check(path, lab.prose, 0, self.cache)
        self.problems += dialect.check(lab, self.sources[src_uri])

    def take(self) -> None:
        """Plan, get the records, work the formulas out, hold the diagrams against the traces."""
        planned = plan(self.sources.values(), self.known)
        store = Store.at(self.root, quick=self.measure is Measure.QUICK)
        taker = Taker(store, self.measure, self.say, self.evidence)
        taker.take(planned, self.known.experiments)
        self._remember(store)
        self.problems += [
            *self.shelf.take(LabTaker(store, self.measure, self.say)),
            *self.known.facts.problems,
            *self.known.glossary.problems,
            *planned.problems,
            *self.evidence.problems,
            *formulas.work_out(self.known, self.evidence, self.cache),
            *calculators.work_out(self.known, self.evidence, self.cache),
        ]
        self._offer(store)
        for page in self.sources.values():
            self.check(page)

    def check(self, page: Source) -> None:
        """Hold one page against what is known and measured."""
        self.problems += fact_inline.check(page, self.known.facts)
        self.problems += facts_page.check(page, self.known.facts)
        self.problems += glossary_page.check(page)
        self.problems += formula_list.check(page)
        self.problems += held.check(page, self.evidence, self.cache)

    @property
    def addresses(self) -> set[str]:
        """Of all pages, from the site's root; the cover's is empty."""
        return {one.url for one in self.searched}

    def _remember(self, store: Store) -> None:
        """Read the histories, when the site has a page for them."""
        if history_page.SOURCE not in self.sources:
            return
        try:
            profile = profile_for(self.root, store.machine).name
            self.pasts = load_past(self.root, profile, self.known.experiments)
        except GuideError as error:
            self.problems.append(error)
        self.evidence.past = frozenset(shown(self.pasts))

    def _offer(self, store: Store) -> None:
        """Find the other machines; a build that fails already need not."""
        if not self.problems:
            recorded = self.measure is Measure.RECORDED
            own = profile_for(self.root, store.machine).name if recorded else store.machine.slug
            self.others = others(self.root, self.known, [*self.evidence.standings], own)

    @property
    def machine(self) -> str:
        """The machine that the pages show, in one line."""
        found = next(iter(self.evidence.records.values()), None)
        return found.conditions.hardware.summary if found else ""

    def charts(self) -> Iterator[str]:
        """The bodies of all chart fences."""
        for page in self.sources.values():
            yield from (fence.body for fence in page.fences_of("figure"))

    def prove(self, site: Path) -> None:
        """Reopen the finished site and count."""
        pages = proof.read(site)
        for src_uri, path in self.written.items():
            self.problems += proof.count(self.sources[src_uri], pages.get(path, proof.Page()))
        self.problems += proof.dead_links(site, pages)
        self.problems += licences.check(site, self.root / "docs")
        self.problems += ledger.check(self.known.experiments, self.evidence)

    @property
    def summary(self) -> str:
        """What this build did, in one line."""
        executed, reused, recorded = (", ".join(self.evidence.came_by(how)) for how in How)
        return (
            f"새로 잰 실험: {executed or '없음'} · 다시 쓴 기록: {reused or '없음'}"
            f" · 실린 기록: {recorded or '없음'}"
        )
