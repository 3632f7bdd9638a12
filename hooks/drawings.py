"""A drawing on the page: what the browser draws and plays, and all that it says without script."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from snippets.evidence.figure import ClaimType
from snippets.evidence.record import Record

from . import held
from .diagrams.mermaid import MermaidSyntax
from .diagrams.replay import Replay, replay
from .diagrams.replay_json import to_json
from .diagrams.timeline_html import timelines
from .diagrams.times_table import times_table
from .diagrams.words import words
from .evidence import Evidence
from .words import CLAIM_TYPE

LEGEND = (
    "가는 선은 control path, 굵은 선은 data path입니다. "
    "재생할 때는 눈으로 따라갈 수 있게 시간을 늘이고 줄입니다. "
    "한 걸음은 짧아도 150\N{NO-BREAK SPACE}ms, 길어도 1.2초 동안 보입니다."
)
ADDRESS = (
    ' <a class="headerlink" href="#diagram-{}" title="이 그림의 주소" '
    'aria-label="이 그림의 주소">¶</a>'
)
COMMENT = re.compile(r"\s*%%(?!\{)")
MERGED = " 세 번째 토큰부터는 토큰 하나를 만드는 한 바퀴를 한 걸음으로 묶었습니다."
MERGED_LAYERS = " 세 번째 바퀴부터는 한 바퀴를 한 걸음으로 묶었습니다."
"""Of a trace in which no token is sent."""


class Drawings:
    """Makes the figures of one build's diagrams."""

    def __init__(self, evidence: Evidence, cache: Path, arguments: dict[str, Any]) -> None:
        self._evidence = evidence
        self._cache = cache
        # mermaid2's configuration travels with the drawing: instant navigation would never run the
        # script that the plugin adds to a page, and `mend.silence` keeps it from adding one.
        self._config = json.dumps(arguments, ensure_ascii=False, sort_keys=True)

    def figure(self, source: str, wanted: Mapping[str, str], md: Any, folded: bool = False) -> str:
        """Render; what is wrong with a diagram was said before any page was rendered.

        Args:
            source: What stands between the fences.
            wanted: Trace id → what the page calls that request.
            md: The page's converter, which counts its figures.
            folded: Whether the table of times is.
        """
        md.guide_diagrams = getattr(md, "guide_diagrams", 0) + 1
        try:
            found = held.hold(source.rstrip(), wanted, self._evidence, self._cache)
        except MermaidSyntax as error:
            return f'<div class="diagram-error" role="alert">{escape(error.message)}</div>'
        played = None
        if found.requests:
            played = replay(found.diagram, found.binding, found.requests)
        more = _attributes(wanted, played)
        return (
            f'<figure class="diagram" id="diagram-{md.guide_diagrams}"{more} '
            f'data-config="{escape(self._config)}">'
            '<div class="diagram-view" hidden></div>'
            '<div class="mermaid diagram-source" data-search-exclude>'
            f"<pre><code>{escape(_drawn(source))}</code></pre></div>"
            f"{_bands(played)}{_caption(found, self._here(found), md.guide_diagrams)}"
            f"{_told(found, played, folded)}</figure>"
        )

    def _here(self, found: held.Held) -> bool:
        standings = (self._evidence.standing(one.trace.id) for one in found.requests)
        return all(one is None or one.here for one in standings)


def _drawn(source: str) -> str:
    """The source without its binding: that was for the build, not for a reader without script.

    A directive, ``%%{init: …}%%``, begins like a comment, and Mermaid has to see it.
    """
    return "\n".join(line for line in source.split("\n") if not COMMENT.match(line))


def _attributes(wanted: Mapping[str, str], played: Replay | None) -> str:
    trace = f' data-trace="{escape(" ".join(wanted))}"' if wanted else ""
    if played is None:
        return trace
    body = to_json(played).replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
    return f"{trace} data-replay='{body}'"


def _bands(played: Replay | None) -> str:
    if played is None:
        return ""
    tokens = any(one.timeline.tokens_us for one in played.played)
    merged = (MERGED if tokens else MERGED_LAYERS) if played.merged else ""
    return f'{timelines(played)}<p class="player-note">{LEGEND}{merged}</p>'


def _told(found: held.Held, played: Replay | None, folded: bool) -> str:
    table = ""
    if found.requests:
        table = times_table(found.diagram, found.binding, found.requests, folded)
    return f"{table}{words(found.diagram, found.binding, played)}"


def _caption(found: held.Held, here: bool, number: int) -> str:
    labels = " / ".join(one.label for one in found.requests) if len(found.requests) > 1 else ""
    name = " · ".join(one for one in (found.diagram.title, labels) if one)
    title = f'<span class="diagram-caption">{escape(name)}</span>'
    address = ADDRESS.format(number)
    if found.record is None:
        return f"<figcaption>{title}{address}</figcaption>"
    badge, meaning = CLAIM_TYPE[ClaimType.MEASURED]
    badge = badge if here else f"다른 기계에서 {badge}"
    many = "둘" if labels else "하나"
    return (
        f"<figcaption>{title} "
        f'<span class="badge badge-measured" title="{meaning}">{badge}</span> '
        f"실제 실행 {many}의 추적과 맞춰 보았습니다. {escape(_where(found.record))}{address}"
        "</figcaption>"
    )


def _where(record: Record) -> str:
    seen = record.conditions
    return f"{seen.hardware.summary}, {seen.started.partition('T')[0]}."
