"""A ``report`` fence: where to report an error, a link when the site knows where."""

from __future__ import annotations

from html import escape
from typing import Any


class ReportFence:
    """Formatter that knows the address of the project's issues, or that there is none."""

    def __init__(self, issues: str) -> None:
        self._issues = issues

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "report", "class": "report", "format": self.format}

    def format(self, *_: Any, **__: Any) -> str:
        """Render; the fence has nothing to say in its body."""
        if not self._issues:
            return (
                "<p>알릴 곳은 이 안내서를 내려받은 저장소의 <strong>이슈</strong>입니다. "
                "이 사이트를 만든 이가 그 주소를 적지 않아서, 여기에 링크를 둘 수 없습니다.</p>"
            )
        address = escape(self._issues)
        return f'<p>알릴 곳은 저장소의 <a href="{address}" rel="noreferrer">이슈</a>입니다.</p>'
