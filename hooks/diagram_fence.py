"""A ``mermaid`` fence, which may name the trace that it is held against, and itself.

``times="folded"`` folds the table of times: for a drawing that is no measurement of its page.
"""

from __future__ import annotations

from typing import Any

from . import custom_fence
from .drawings import Drawings

ONE = "한 번의 실행"
"""What the page calls the run of a drawing that has only one: a request, or a file being loaded."""


class DiagramFence:
    """Formatter of one build's diagrams."""

    def __init__(self, drawings: Drawings) -> None:
        self._drawings = drawings

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return custom_fence.entry("mermaid", "diagram", self.format, "trace", "id", "times")

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],
        md: Any,
        **more: Any,
    ) -> str:
        """Render, and keep the source of a drawing that has a name: a comparison may ask for it."""
        trace, name = options.get("trace"), more.get("id_value") or options.get("id")
        if name:
            md.guide_named = getattr(md, "guide_named", {}) | {name: source}
        wanted = {trace: ONE} if trace else {}
        return self._drawings.figure(source, wanted, md, folded="times" in options)
