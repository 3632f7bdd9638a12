"""The numbers of a chart as CSV, to be downloaded."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from .chart import Chart
from .shelf import Shelf, find


def files(bodies: Iterable[str], evidence: Shelf) -> dict[str, str]:
    """Site path → CSV, for every ``figure`` fence of the site."""
    charts = [find(body, evidence) for body in bodies]
    return {chart.data_path: csv_text(chart) for chart in charts if chart}


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
    return f"'{text}" if text[:1] in tuple("=+-@＝＋－＠\t\r\n") and text else text
