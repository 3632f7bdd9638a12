"""A ``compare`` fence: two requests in one drawing that stands further up on the page.

    ```compare {diagram="journey"}
    ch01.queued = 줄을 선 손님
    ch01.long = 많이 시킨 손님
    ```

draws the fence ``mermaid {id="journey"}`` once more, with both requests to choose from.
"""

from __future__ import annotations

from typing import Any

from . import custom_fence
from .compared import read
from .drawings import Drawings


class CompareFence:
    """Formatter of one build's comparisons."""

    def __init__(self, drawings: Drawings) -> None:
        self._drawings = drawings

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return custom_fence.entry("compare", "diagram", self.format, "diagram")

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],
        md: Any,
        **_: Any,
    ) -> str:
        """Render; a comparison without its drawing was refused before any page was rendered."""
        drawing = getattr(md, "guide_named", {}).get(options.get("diagram"))
        if drawing is None:
            return '<div class="diagram-error" role="alert">견줄 그림이 없습니다</div>'
        wanted = {line.trace: line.label for line in read(source)}
        return self._drawings.figure(drawing, wanted, md)
