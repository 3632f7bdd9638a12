"""The key of a chart: its groups with their marks, beside the picture."""

from __future__ import annotations

from html import escape

from snippets.evidence.series import Series

from .palette import DASHES, HATCHES, HUES, PAINT

SWATCHES = (
    "M14 2a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
    "M10.5 2.5h7v7h-7z",
    "M14 1.5l4.5 8h-9z",
    "M14 1l4.5 5l-4.5 5l-4.5-5z",
    "M12.5 2h3v2.5h2.5v3h-2.5v2.5h-3v-2.5h-2.5v-3h2.5z",
    "M14 10.5l4.5-8h-9z",
)


def key(series: Series) -> str:
    """The groups with their marks, as a list that wraps."""
    items = "".join(
        f"<li>{_swatch(series, n)}{escape(group or '')}</li>"
        for n, group in enumerate(series.groups)
    )
    return f'<ul class="chart-key">{items}</ul>'


def _swatch(series: Series, n: int) -> str:
    hue, dashes = PAINT[HUES[n]], " ".join(map(str, DASHES[n]))
    bar = f'<path d="M0 0h28v12h-28z" fill="{PAINT[HATCHES[n]]}"/>'
    line = f'<path d="M0 6h28" stroke="{hue}" stroke-width="2" stroke-dasharray="{dashes}"/>'
    mark = f'<path d="{SWATCHES[n]}" fill="{hue}"/>'
    drawn = {"line": line + mark, "points": mark}.get(series.kind, bar)
    return f'<svg class="chart-swatch" viewBox="0 0 28 12" aria-hidden="true">{drawn}</svg>'
