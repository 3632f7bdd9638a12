"""A ``figure`` fence: one series as a chart, or several figures of one unit compared as bars."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from .. import custom_fence
from . import page
from .asked import read
from .shelf import Shelf, find, withheld


class ChartFence:
    """Formatter of one build's charts."""

    def __init__(self, evidence: Shelf, cache: Path) -> None:
        self._evidence = evidence
        self._cache = cache / "charts"

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return custom_fence.entry("figure", "chart", self.format, "caption")

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],
        md: Any,
        **_: Any,
    ) -> str:
        """Render; what is not there is said, and the build has said so before."""
        caption = options.get("caption", "")
        chart = find(source, self._evidence, caption)
        if chart is None and (unknown := withheld(source, self._evidence)):
            return page.without_picture(caption, unknown)
        if chart is None:
            names = ", ".join(one.id for one in read(source))
            said = f'<mark class="figure-missing" role="alert">수치 없음: {escape(names)}</mark>'
            return f"<p>{said}</p>"
        return page.html(chart, _unique(chart.anchor, md), self._cache)


def _unique(anchor: str, md: Any) -> str:
    """The same chart may stand on a page twice; the first has the plain address."""
    md.guide_charts = seen = getattr(md, "guide_charts", {})
    seen[anchor] = seen.get(anchor, 0) + 1
    return anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor]}"
