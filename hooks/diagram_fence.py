"""A ``mermaid`` fence as HTML: what the browser draws, and the measured table beside it.

Without JavaScript the reader gets the source; the table is there in any case.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from snippets.evidence.figure import ClaimType
from snippets.evidence.record import Record

from . import held
from .diagrams.mermaid import MermaidSyntax
from .diagrams.part_time import PartTime, measured
from .evidence import Evidence
from .words import CLAIM_TYPE, PATH

NBSP = "\N{NO-BREAK SPACE}"
"""A number and its unit stay on one line, on a phone too."""


class DiagramFence:
    """Formatter of one build's diagrams."""

    def __init__(self, evidence: Evidence, cache: Path, arguments: dict[str, Any]) -> None:
        self._evidence = evidence
        self._cache = cache
        # The same configuration that mermaid2 writes into the page: instant navigation brings a
        # page without running the script that has it.
        self._config = json.dumps(arguments, ensure_ascii=False, sort_keys=True)

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {
            "name": "mermaid",
            "class": "diagram",
            "validator": _validate,
            "format": self.format,
        }

    def format(
        self,
        source: str,
        language: str,  # noqa: ARG002
        css_class: str,  # noqa: ARG002
        options: dict[str, str],
        md: Any,
        **_: Any,
    ) -> str:
        """Render; what is wrong with a diagram was said before any page was rendered."""
        name = options.get("trace")
        md.guide_diagrams = getattr(md, "guide_diagrams", 0) + 1
        try:
            found = held.hold(source.rstrip(), name, self._evidence, self._cache)
        except MermaidSyntax as error:
            return f'<div class="diagram-error" role="alert">{escape(error.message)}</div>'
        trace = f' data-trace="{escape(name)}"' if name else ""
        return (
            f'<figure class="diagram" id="diagram-{md.guide_diagrams}"{trace} '
            f'data-config="{escape(self._config)}">'
            '<div class="diagram-view" hidden></div>'
            '<div class="mermaid diagram-source" data-search-exclude>'
            f"<pre><code>{escape(_drawn(source))}</code></pre></div>"
            f"{_caption(found)}{_times(found)}</figure>"
        )


def _drawn(source: str) -> str:
    """The source without its binding: that was for the build, not for a reader without script."""
    return "\n".join(line for line in source.split("\n") if not line.lstrip().startswith("%%"))


def _validate(
    language: str,  # noqa: ARG001
    inputs: dict[str, str],
    options: dict[str, Any],
    attrs: dict[str, Any],  # noqa: ARG001
    md: Any,  # noqa: ARG001
) -> bool:
    options.update(inputs)
    return inputs.keys() <= {"trace"}


def _caption(found: held.Held) -> str:
    title = f'<span class="diagram-caption">{escape(found.diagram.title)}</span>'
    if found.record is None:
        return f"<figcaption>{title}</figcaption>"
    badge, meaning = CLAIM_TYPE[ClaimType.MEASURED]
    return (
        f"<figcaption>{title} "
        f'<span class="badge badge-measured" title="{meaning}">{badge}</span> '
        f"실제 요청 하나의 추적과 맞춰 보았습니다. {escape(_where(found.record))}</figcaption>"
    )


def _where(record: Record) -> str:
    seen = record.conditions
    return f"{seen.hardware.summary}, {seen.started.partition('T')[0]}."


def _times(found: held.Held) -> str:
    if found.trace is None:
        return ""
    rows = measured(found.diagram, found.binding, found.trace)
    withheld = found.trace.withheld
    shown = "".join(_row(row, withheld is None) for row in rows if row.part is not None)
    left_out = "".join(_left_out(row, withheld is None) for row in rows if row.part is None)
    note = f"<p>시간은 판정불가 — {escape(withheld)}</p>" if withheld else ""
    return (
        '<details class="diagram-times" open><summary>잰 시간</summary><table><thead><tr>'
        '<th scope="col">어디서</th><th scope="col">길</th><th scope="col">횟수</th>'
        '<th scope="col">시간의 합</th><th scope="col">옮긴 바이트</th></tr></thead>'
        f"<tbody>{shown}</tbody></table>{note}{left_out}</details>"
    )


def _row(row: PartTime, timed: bool) -> str:
    if row.reason is not None:
        return (
            f'<tr><th scope="row">{escape(row.label)}</th>'
            f'<td colspan="4">재지 않음 — {escape(row.reason)}</td></tr>'
        )
    path = row.paths[0] if row.paths else ""
    names = " · ".join(PATH[one] for one in row.paths)
    return (
        f'<tr data-path="{path}"><th scope="row">{escape(row.label)}</th><td>{names}</td>'
        f"<td>{row.count:,}번</td><td>{_time(row.duration_us) if timed else '—'}</td>"
        f"<td>{_size(row.bytes)}</td></tr>"
    )


def _left_out(row: PartTime, timed: bool) -> str:
    total = f", 모두 {_time(row.duration_us)}" if timed else ""
    return (
        f'<p class="diagram-elided">그리지 않은 것: <code>{escape(row.label)}</code> '
        f"{row.count:,}번{total}. {escape(row.reason or '')}</p>"
    )


def _time(us: float) -> str:
    """Three digits at the most: one request has no spread to limit them by."""
    value, unit = (us / 1000, "ms") if us >= 100 else (us, "µs")
    number = f"{value:.3g}" if value < 1000 else f"{value:,.0f}"
    return f"{number}{NBSP}{unit}"


def _size(number: int | None) -> str:
    if number is None:
        return "—"
    for factor, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if number >= factor:
            return f"{number / factor:,.3g}{NBSP}{unit}"
    return f"{number:,}{NBSP}B"
