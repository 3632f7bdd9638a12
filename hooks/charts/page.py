"""A chart as it stands on a page: picture, caption, table, conditions, download."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from snippets.evidence.figure import ClaimType
from snippets.evidence.withheld import VERDICT, Withheld

from .. import card
from . import layout, legend, picture
from .badges import badges
from .caption import note, summary
from .chart import Chart
from .frame import FRAMES, Frame
from .labels import plain
from .palette import ID
from .table import table


def html(chart: Chart, anchor: str, cache: Path) -> str:
    """The whole figure."""
    pictures = "".join(_picture(chart, frame, anchor, cache) for frame in FRAMES)
    return (
        f'<figure class="chart" id="{anchor}" data-chart="{escape(chart.series.id)}">'
        f'<figcaption><a class="chart-title" href="#{anchor}" title="이 그림의 주소">'
        f"{escape(chart.title)}</a>"
        f'{badges(chart)}<span class="chart-note">{escape(note(chart.series))}</span></figcaption>'
        f'<div class="chart-view" data-search-exclude>{pictures}</div>'
        f'<details class="chart-data" data-search-exclude><summary>값과 조건</summary>'
        f"{table(chart)}{_conditions(chart)}"
        f'<p><a href="/{escape(chart.data_path)}" download>값 내려받기 (CSV)</a></p>'
        "</details></figure>"
    )


def without_picture(caption: str, withheld: Sequence[Withheld]) -> str:
    """What stands in the place of a chart of which a part must not be shown."""
    reasons = dict.fromkeys(f"{one.label or one.id}: {one.reason}" for one in withheld)
    rows = "".join(f"<li>{escape(plain(reason))}</li>" for reason in reasons)
    return (
        f'<figure class="chart"><figcaption><span class="chart-title">'
        f"{escape(plain(caption or '견준 값'))}</span>"
        f'<span class="chart-note"><strong>{VERDICT}</strong> — '
        f"값을 모두 믿을 수 있을 때만 그립니다.</span></figcaption><ul>{rows}</ul></figure>"
    )


def _picture(chart: Chart, frame: Frame, anchor: str, cache: Path) -> str:
    svg = picture.draw(chart.series, frame, cache).replace(ID, f"{anchor}-{frame.name}")
    words = escape(f"{chart.title}. {summary(chart.series)}")
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)
    key = legend.key(chart.series).replace(ID, f"{anchor}-{frame.name}")
    shown = key if layout.keyed(chart.series, frame) else ""
    return f'<div class="chart-{frame.name}">{shown}{svg}</div>'


def _conditions(chart: Chart) -> str:
    """The rows of a figure's card, once for each experiment that took part."""
    parts: dict[str, list[card.Row]] = {}
    figures = chart.figures or (chart.series.at(chart.series.points[0]),)
    for figure, standing in zip(figures, chart.standings, strict=True):
        rows = [*card.place(standing), *card.rows(figure, standing.record)]
        if figure.claim_type is ClaimType.MEASURED:
            rows.append(card.rerun(figure))
        told = [row for row in rows if row[0] != "흩어짐"]  # the caption says it for every point
        parts.setdefault(standing.record.experiment, told)
    listed = "".join(
        f"<dt>{escape(plain(key))}</dt><dd>{escape(plain(text))}</dd>"
        for rows in parts.values()
        for key, text in rows
    )
    return f"<dl>{listed}</dl>"
