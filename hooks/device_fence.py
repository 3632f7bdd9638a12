"""A ``device`` fence: the build's figures, and room beside them for the reader's own.

Without JavaScript the table and the chart of the build stand alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any
from xml.etree.ElementTree import tostring

from snippets.evidence.display import flag_text, spread_text, value_text
from snippets.evidence.figure import Figure
from snippets.evidence.withheld import VERDICT, Withheld

from .device.chart import chart
from .device.lines import COLUMNS, Line, read
from .device.texts import CONDITIONS, ROWS, TEXTS, K
from .elements import badge
from .evidence import Evidence

HEADS = {"ratio": "시간(배)", "gflops": "GFLOP/s", "gbps": "GB/s"}

NEEDS = "내 기기에서 재려면 JavaScript가 있어야 합니다. 아래는 이 사이트를 만들 때 잰 값입니다."
BEFORE = "몇 초 걸립니다. 그동안 메모리를 70 MB쯤 빌려 씁니다."

PANEL = f"""\
<noscript><p class="device-needs">{NEEDS}</p></noscript>\
<div class="device-panel" hidden><p class="device-buttons">\
<button type="button" class="device-go">내 기기에서 재기</button>\
<button type="button" class="device-stop" hidden>멈추기</button></p>\
<progress class="device-bar" max="1" value="0" aria-label="얼마나 쟀는지" hidden></progress>\
<p class="device-state" role="status">{BEFORE}</p></div>"""

MINE = '<span class="badge badge-measured">측정</span>'


class DeviceFence:
    """Formatter of one build's measurement to be repeated by the reader."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {"name": "device", "class": "device", "format": self.format}

    def format(self, source: str, *_: Any, **__: Any) -> str:
        """Render; a figure that there is not is left out, and the build has said so."""
        lines = read(source)
        batches = tuple(line.batch for line in lines)
        ratios = {
            line.batch: found
            for line in lines
            if isinstance(found := self._evidence.value(line.figures.get("ratio", "")), Figure)
        }
        size, texts = {"rows": ROWS, "k": K}, json.dumps(TEXTS, ensure_ascii=False)
        return (
            f'<div class="device" data-shape="{escape(json.dumps(size))}" '
            f'data-batches="{escape(json.dumps(batches))}" data-texts="{escape(texts)}">{PANEL}'
            f'<figure class="device-figure">{chart(ratios, batches)}{self._legend(lines)}</figure>'
            f"{self._table(lines)}{self._reasons(lines)}{_conditions()}</div>"
        )

    def _legend(self, lines: Sequence[Line]) -> str:
        build = f"이 사이트를 만든 빌드{self._badge(lines)}"
        return (
            f'<figcaption><ul class="device-legend"><li class="device-key-build">{build}</li>'
            f'<li class="device-key-mine device-mine-only">내 기기{MINE}</li>'
            '<li class="device-key-work">시간이 B에 비례해 늘 때</li></ul></figcaption>'
        )

    def _badge(self, lines: Sequence[Line]) -> str:
        for name in (name for line in lines for name in line.ids):
            value, standing = self._evidence.value(name), self._evidence.standing(name)
            if isinstance(value, Figure) and standing:
                return tostring(badge(value, standing.here), encoding="unicode")
        return ""

    def _table(self, lines: Sequence[Line]) -> str:
        # Once there are two columns under a head, ``view.mjs`` says so.
        heads = "".join(f'<th scope="colgroup">{HEADS[column]}</th>' for column in COLUMNS)
        owners = '<th scope="col">빌드</th><th scope="col" class="device-mine-only">내 기기</th>'
        rows = "".join(
            f'<tr><th scope="row">{line.batch}</th>'
            f"{''.join(self._cell(line, one) + _mine(line, one) for one in COLUMNS)}</tr>"
            for line in lines
        )
        return (
            '<div class="device-scroll" tabindex="0" role="group" aria-label="값의 표"><table>'
            f'<thead><tr><th scope="col" rowspan="2">B</th>{heads}</tr>'
            f"<tr>{owners * len(COLUMNS)}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _cell(self, line: Line, column: str) -> str:
        name = line.figures.get(column)
        if name is None:
            return "<td>기준</td>"
        value = self._evidence.value(name)
        if value is None:
            return "<td>—</td>"
        text, *small = [VERDICT]
        if isinstance(value, Figure):
            text = value_text(value).removesuffix(value.unit).rstrip()  # the head names it
            small = [one for one in (spread_text(value), flag_text(value)) if one]
        said = "".join(f"<small>{escape(one)}</small>" for one in small)
        return f'<td><a href="/appendix/build/#{escape(name)}">{escape(text)}</a>{said}</td>'

    def _reasons(self, lines: Sequence[Line]) -> str:
        """Why figures of the build are withheld, each reason once."""
        found = [self._evidence.value(name) for line in lines for name in line.ids]
        reasons = dict.fromkeys(one.text for one in found if isinstance(one, Withheld))
        return "".join(f'<p class="device-withheld">{escape(one)}</p>' for one in reasons)


def _mine(line: Line, column: str) -> str:
    if column not in line.figures:
        return '<td class="device-mine-only">기준</td>'
    return f'<td class="device-mine-only" data-mine="{column} {line.batch}">—</td>'


def _conditions() -> str:
    rows = "".join(
        f"<dt>{key}</dt>"
        + (f'<dd data-seen="{name}"></dd>' if name else f"<dd>{escape(text)}</dd>")
        for key, text, name in CONDITIONS
    )
    return f'<dl class="device-conditions" hidden>{rows}</dl>'
