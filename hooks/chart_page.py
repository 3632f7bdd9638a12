"""A chart as it stands on a page: picture, caption, what its interval means, table, download."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from html import escape
from pathlib import Path

from snippets.evidence.display import spread_text, value_text
from snippets.evidence.figure import ClaimType, Figure
from snippets.evidence.series import Point, Series

from . import card
from . import chart_svg as look
from .chart_svg import FRAMES, Frame, plain, x_text
from .evidence import Standing
from .words import CLAIM_TYPE

MARKS = {
    "line": "점은 중앙값, 띠는 그 95 % 구간입니다",
    "points": "점은 중앙값, 가는 선은 그 95 % 구간입니다",
    "bar": "막대 끝은 중앙값, 가는 선은 그 95 % 구간입니다",
    "stacked": "조각의 길이는 중앙값이고, 그 95 % 구간은 표에 있습니다",
}
"""What is drawn for a value and its interval, by kind."""


@dataclass(frozen=True)
class Chart:
    """What one fence shows.

    Attributes:
        series: The points; for a comparison, one for each figure.
        standings: Where each point comes from: one for all, or one a point.
        figures: The figures compared; empty for a series.
        caption: What the page calls it; empty for the series' own words.
    """

    series: Series
    standings: tuple[Standing, ...]
    figures: tuple[Figure, ...] = ()
    caption: str = ""

    @property
    def anchor(self) -> str:
        """Where a link to this chart leads on its page: ``figure-ch01-name``."""
        return "figure-" + self.series.id.replace(".", "-")

    @property
    def data_path(self) -> str:
        """Where its numbers are, in the site."""
        return f"data/{self.series.id}.csv"

    @property
    def title(self) -> str:
        """The caption in words."""
        label, x = self.series.label, self.series.x_label
        return plain(self.caption) or (f"{x}에 따른 {label}" if x else label)


def html(chart: Chart, anchor: str, cache: Path) -> str:
    """The whole figure."""
    pictures = "".join(_picture(chart, frame, anchor, cache) for frame in FRAMES)
    return (
        f'<figure class="chart" id="{anchor}" data-chart="{escape(chart.series.id)}">'
        f'<figcaption><a class="chart-title" href="#{anchor}">{escape(chart.title)}</a>'
        f'{_badges(chart)}<span class="chart-note">{escape(note(chart.series))}</span></figcaption>'
        f'<div class="chart-view" data-search-exclude>{pictures}</div>'
        f'<details class="chart-data" data-search-exclude><summary>값과 조건</summary>'
        f"{_table(chart)}{_conditions(chart)}"
        f'<p><a href="/{escape(chart.data_path)}" download>값 내려받기 (CSV)</a></p>'
        "</details></figure>"
    )


def _picture(chart: Chart, frame: Frame, anchor: str, cache: Path) -> str:
    svg = look.draw(chart.series, frame, cache).replace(look.ID, f"{anchor}-{frame.name}")
    words = escape(f"{chart.title}. {summary(chart.series)}")
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)
    key = look.key(chart.series).replace(look.ID, f"{anchor}-{frame.name}")
    shown = key if look.keyed(chart.series, frame) else ""
    return f'<div class="chart-{frame.name}">{shown}{svg}</div>'


def _badges(chart: Chart) -> str:
    """One for each claim type and place; a figure from another machine never looks local."""
    kinds = [figure.claim_type for figure in chart.figures] or [chart.series.claim_type]
    standings = chart.standings if chart.figures else chart.standings[:1]
    seen = dict.fromkeys(zip(kinds, (one.here for one in standings), strict=True))
    return "".join(f" {badge(kind, here)}" for kind, here in seen)


def badge(kind: ClaimType, here: bool) -> str:
    """The claim type in one word."""
    word, meaning = CLAIM_TYPE[kind]
    word = word if here else f"다른 기계에서 {word}"
    return f'<span class="badge badge-{kind}" title="{escape(meaning)}">{word}</span>'


def note(series: Series) -> str:
    """What the marks mean, and where an axis may mislead."""
    said = [_spread(series)]
    upright = not look.lying(series)
    logs = ("가로축", series.x_scale), ("세로축" if upright else "가로축", series.y_scale)
    named = list(dict.fromkeys(name for name, scale in logs if scale == "log"))
    if named:
        said.append(f"로그 눈금: {', '.join(named)}.")
    if series.y_scale == "linear" and not look.from_zero(series):
        said.append(f"{logs[1][0]}은 0에서 시작하지 않습니다.")
    return " ".join(said)


def _spread(series: Series) -> str:
    if series.formula:
        return f"계산한 값입니다: {series.formula}."
    counts = sorted({point.n for point in series.points if point.low is not None})
    if not counts:
        return "정확히 센 값이라 구간이 없습니다."
    n = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    return f"{MARKS[series.kind]} (점마다 표본 {n}개)."


def summary(series: Series) -> str:
    """The picture in words, for who does not see it: each group's ends, or every bar."""
    told = []
    for group in series.groups:
        points = [point for point in series.points if point.group == group]
        shown = points if look.lying(series) or len(points) < 3 else (points[0], points[-1])
        values = ", ".join(f"{_x(series, p)}: {value_text(series.at(p))}" for p in shown)
        told.append(f"{group} — {values}" if group else values)
    return ". ".join(told) + "."


def _x(series: Series, point: Point) -> str:
    return f"{x_text(point)} {series.x_unit}".strip()


def _table(chart: Chart) -> str:
    series = chart.series
    grouped = series.groups != (None,)
    x_head = series.x_label or "무엇"
    x_head = f"{x_head} ({series.x_unit})" if series.x_unit else x_head
    heads = [*(["묶음"] if grouped else []), x_head, "값", "95 % 구간", "표본"]
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


def csv_text(chart: Chart) -> str:
    """Every digit of every point.

    A byte order mark, because spreadsheets guess the encoding of Korean wrongly without one.
    """
    series = chart.series
    file = io.StringIO()
    write = csv.writer(file, lineterminator="\n").writerow
    write(["id", "group", "x", "x_unit", "value", "low", "high", "unit", "n", "claim_type"])
    for i, point in enumerate(series.points):
        of = chart.figures[i] if chart.figures else series
        x = _cell(point.x) if isinstance(point.x, str) else _number(point.x)
        ends = [_number(end) for end in (point.value, point.low, point.high)]
        names = [of.id, _cell(point.group or ""), x, _cell(series.x_unit)]
        write([*names, *ends, _cell(series.unit), point.n, str(of.claim_type)])
    return "\ufeff" + file.getvalue()


def _number(number: float | None) -> str:
    if number is None:
        return ""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def _cell(text: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in tuple("=+-@＝＋－＠") and text else text
