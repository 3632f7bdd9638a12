"""Every point of a chart in a table."""

from __future__ import annotations

from html import escape

from snippets.evidence.display import spread_text, value_text
from snippets.evidence.point import Point

from .badges import badge
from .chart import Chart
from .labels import x_text


def table(chart: Chart) -> str:
    """The table, which scrolls by itself."""
    series = chart.series
    grouped = series.groups != (None,)
    x_head = series.x_label or "무엇"
    x_head = f"{x_head} ({series.x_unit})" if series.x_unit else x_head
    heads = [*(["묶음"] if grouped else []), x_head, "값", "95% 구간", "표본"]
    titles = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    rows = "".join(_row(chart, point, grouped, i) for i, point in enumerate(series.points))
    return (
        '<div class="chart-scroll" tabindex="0" role="group" aria-label="값의 표">'
        f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(chart: Chart, point: Point, grouped: bool, number: int) -> str:
    figure = chart.series.at(point)
    cells = [value_text(figure), spread_text(figure) or "—", str(point.n or "—")]
    marks = ""
    if chart.figures:  # each of its own kind, from a machine of its own
        marks = badge(chart.figures[number].claim_type, chart.standings[number].here)
    name = f"{escape(x_text(point))}{marks}"
    group = f"<td>{escape(point.group or '')}</td>" if grouped else ""
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr>{group}<th scope="row">{name}</th>{rest}</tr>'
