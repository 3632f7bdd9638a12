"""All labs of one build."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from snippets.evidence.problem import GuideError

from ..evidence import How
from . import page
from .bundle import bundle
from .cells import Lab
from .notebook import notebook
from .take import Taken, Taker


@dataclass
class Shelf:
    """Labs by where their source is, such as ``labs/roofline.py``."""

    labs: dict[str, Lab] = field(default_factory=dict)
    taken: dict[str, Taken] = field(default_factory=dict)

    def take(self, taker: Taker) -> Iterator[GuideError]:
        """Get the outputs of one lab after the other; what failed is told, each at its cell."""
        for src_uri, lab in self.labs.items():
            try:
                self.taken[src_uri] = taker.take(lab)
            except GuideError as error:
                yield error

    def markdown(self, src_uri: str) -> str | None:
        """The page of a lab; ``None`` for any other page."""
        if src_uri not in self.labs:
            return None
        return page.markdown(self.labs[src_uri], self.taken[src_uri])

    def files(self, root: Path, site_url: str) -> dict[str, str | bytes | Path]:
        """What readers download: site path → content. The scripts are mkdocs-jupyter's to copy."""
        if not self.labs:
            return {}
        base = site_url if site_url.startswith("https:") else ""
        books = {lab.name: notebook(lab, base) for lab in self.labs.values()}
        return {
            "labs/labs.zip": bundle(self.labs.values(), books, root),
            **{f"labs/{name}/{name}.ipynb": text for name, text in books.items()},
        }

    @property
    def summary(self) -> str:
        """What became of the labs, in one line; empty without labs."""
        words = {How.EXECUTED: "실행", How.REUSED: "다시 씀", How.RECORDED: "실린 출력"}
        found: dict[str, list[str]] = {}
        for name, one in self.taken.items():
            word = words[one.how] if one.record else "출력 없음"
            found.setdefault(word, []).append(self.labs[name].name)
        listed = " · ".join(f"{word} {', '.join(names)}" for word, names in found.items())
        return f"실습: {listed}" if listed else ""
