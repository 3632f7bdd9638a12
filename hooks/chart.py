"""A ``figure`` fence: one series as a chart, or several figures of one unit compared as bars.

Each line is an id. What the fence asks for is checked by ``check``, before a page is rendered;
what it needs to be downloaded comes from ``files``.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Protocol

from snippets.evidence.figure import Figure
from snippets.evidence.problem import GuideError
from snippets.evidence.record import Record
from snippets.evidence.series import Point, Series

from . import chart_page
from .chart_page import Chart
from .chart_svg import printable
from .evidence import Standing
from .source import Fence


@dataclass(frozen=True)
class Asked:
    """One line of the fence; ``offset`` counts from the opening fence."""

    id: str
    offset: int


class Shelf(Protocol):
    """Where a build's figures and series are found; ``Evidence`` is one."""

    def figure(self, name: str) -> tuple[Figure, Record] | None: ...  # noqa: D102
    def series(self, name: str) -> tuple[Series, Record] | None: ...  # noqa: D102
    def standing(self, name: str) -> Standing | None: ...  # noqa: D102


def read(body: str) -> tuple[Asked, ...]:
    """The ids of a fence, one a line."""
    lines = enumerate(body.split("\n"), 1)
    return tuple(Asked(line.strip(), offset) for offset, line in lines if line.strip())


def check(
    path: str, fence: Fence, units: Mapping[str, str], series: Collection[str]
) -> Iterator[GuideError]:
    """Everything that is wrong with a fence.

    Args:
        path: The page, as errors name it.
        fence: The fence, with its line.
        units: Figure id → unit, of every declared figure.
        series: Every declared series.
    """
    asked = read(fence.body)
    if not asked:
        yield GuideError(
            path,
            fence.line,
            "chart-empty",
            "도표에 수치가 없습니다",
            "펜스 안에 계열의 id 하나, 또는 수치의 id를 한 줄에 하나씩 적으세요",
        )
    for one in asked:
        if one.id not in units and one.id not in series:
            yield _unknown(path, fence.line + one.offset, one.id, [*units, *series])
    yield from _together(path, fence, [one for one in asked if one.id in {*units, *series}], units)


def _together(
    path: str, fence: Fence, known: list[Asked], units: Mapping[str, str]
) -> Iterator[GuideError]:
    """What cannot share one picture."""
    first = units.get(known[0].id) if known else None
    for one in known[1:]:
        line = fence.line + one.offset
        if one.id not in units or first is None:
            yield GuideError(
                path,
                line,
                "chart-mixed",
                f"'{one.id}': 계열은 다른 것과 한 도표에 그리지 않습니다",
                "계열마다 figure 펜스를 따로 쓰세요",
            )
        elif units[one.id] != first:
            yield GuideError(
                path,
                line,
                "chart-units",
                f"단위가 다릅니다: {known[0].id} ({first}), {one.id} ({units[one.id]})",
                "단위가 같은 수치만 한 도표에 견주세요",
            )


def _unknown(path: str, line: int, name: str, names: list[str]) -> GuideError:
    close = difflib.get_close_matches(name, names, n=1)
    return GuideError(
        path,
        line,
        "chart-id-unknown",
        f"'{name}': 어느 실험도 선언하지 않은 수치입니다",
        f"혹시 {close[0]}인가요?" if close else "python -m snippets list 로 목록을 보세요",
    )


class ChartFence:
    """Formatter of one build's charts."""

    def __init__(self, evidence: Shelf, cache: Path) -> None:
        self._evidence = evidence
        self._cache = cache / "charts"

    @property
    def entry(self) -> dict[str, Any]:
        """The entry for ``custom_fences`` of SuperFences."""
        return {
            "name": "figure",
            "class": "chart",
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
        """Render; what is not there is said, and the build has said so before."""
        chart = find(source, self._evidence, options.get("caption", ""))
        if chart is None:
            names = ", ".join(one.id for one in read(source))
            said = f'<mark class="figure-missing" role="alert">수치 없음: {escape(names)}</mark>'
            return f"<p>{said}</p>"
        return chart_page.html(chart, _unique(chart.anchor, md), self._cache)


def _validate(
    language: str,  # noqa: ARG001
    inputs: dict[str, str],
    options: dict[str, Any],
    attrs: dict[str, Any],  # noqa: ARG001
    md: Any,  # noqa: ARG001
) -> bool:
    options.update(inputs)
    return inputs.keys() <= {"caption"}


def _unique(anchor: str, md: Any) -> str:
    """The same chart may stand on a page twice; the first has the plain address."""
    md.guide_charts = seen = getattr(md, "guide_charts", {})
    seen[anchor] = seen.get(anchor, 0) + 1
    return anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor]}"


def find(body: str, evidence: Shelf, caption: str = "") -> Chart | None:
    """What a fence shows; ``None`` when a part of it is not there."""
    ids = [one.id for one in read(body)]
    standings = [standing for name in ids if (standing := evidence.standing(name))]
    if len(ids) == 1 and standings and (series := evidence.series(ids[0])):
        return Chart(printable(series[0]), tuple(standings), caption=caption)
    figures = [found[0] for name in ids if (found := evidence.figure(name))]
    if not figures or len({figure.unit for figure in figures}) > 1 or len(figures) < len(ids):
        return None
    return Chart(printable(_compared(figures, caption)), tuple(standings), tuple(figures), caption)


def files(bodies: Iterable[str], evidence: Shelf) -> dict[str, str]:
    """Site path → CSV, for every ``figure`` fence of the site."""
    charts = [find(body, evidence) for body in bodies]
    return {chart.data_path: chart_page.csv_text(chart) for chart in charts if chart}


def _compared(figures: list[Figure], caption: str) -> Series:
    """Figures as the bars of one chart.

    Not validated: what a series may not be, such as a negative time, a difference may.
    """
    labels = [figure.label or figure.id for figure in figures]
    names = [
        label if labels.count(label) == 1 else f"{label} ({figure.id})"
        for figure, label in zip(figures, labels, strict=True)
    ]
    points = tuple(
        Point(x=name, value=f.value, low=f.low, high=f.high, n=len(f.samples))
        for f, name in zip(figures, names, strict=True)
    )
    ids = "\0".join(figure.id for figure in figures)
    mark = hashlib.sha256(ids.encode()).hexdigest()[:6]
    first = figures[0]
    return Series.model_construct(
        id=f"{first.id}_vs_{mark}",
        label=caption or "견준 값",
        unit=first.unit,
        claim_type=first.claim_type,
        kind="bar",
        points=points,
    )
