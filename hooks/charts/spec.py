"""A series as a Vega-Lite chart, built with Altair.

Numbers along x stand upright: a line with its band, or points with error bars. Names, and bars,
lie: a row a condition, its name to the left or above, its value at the end of the bar.
"""

from __future__ import annotations

from typing import Any

import altair as alt

from snippets.evidence.series import Series

from . import layout, spec_lying, spec_upright
from .frame import Frame
from .palette import EDGE, INK, RULE, SOFT

VERSION = ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])
FONT = "Noto Sans CJK KR"


def spec(series: Series, frame: Frame) -> dict[str, Any]:
    """The chart for one width, as Vega-Lite's JSON."""
    make = spec_lying.chart if layout.lying(series) else spec_upright.chart
    chart: Any = make(series, frame)  # each kind of chart has a class of its own
    small = frame.font - 1
    configured = (
        chart.configure(font=FONT, background="transparent", padding=5)
        .configure_view(stroke=None)
        .configure_axis(
            **{f"{part}Color": SOFT for part in ("label", "title")},
            **{f"{part}Color": EDGE for part in ("domain", "tick")},
            gridColor=RULE,
            labelFontSize=small,
            titleFontSize=small,
            titleFontWeight="normal",
            titlePadding=8,
            labelLimit=0,
            titleLimit=0,
            labelOverlap="greedy",
            labelSeparation=8,
            labelFlush=False,
        )
        .configure_header(
            labelColor=INK, labelFontSize=small, labelPadding=-6, labelLimit=0, title=None
        )
    )
    return dict(configured.to_dict())
