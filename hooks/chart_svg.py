"""A series as SVG text: what may be drawn, in which colours, and a cache of what was drawn.

Altair and vl-convert are imported only for a picture that is not in the cache: a warm build
imports neither.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import unicodedata
from dataclasses import dataclass, replace
from html import escape
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

from snippets.evidence.series import Point, Series

HERE = Path(__file__).parent
PACKAGES = ("altair", "vl-convert-python", "manimgx-fonts-cjk")
SVG = "http://www.w3.org/2000/svg"
ID = "\ue000"
"""Stands for the id of the picture on its page; no label can hold it, see ``plain``."""

# Colours that nobody would choose: each is replaced by a variable of guide.css, so that one
# picture follows the colour scheme.
INK, SOFT, EDGE, RULE, PAPER = (f"#0a0a{n:02x}" for n in range(5))
HUES = tuple(f"#0b0b{n:02x}" for n in range(1, 7))
HATCHES = tuple(f"#0c0c{n:02x}" for n in range(1, 7))
PALES = tuple(f"#0d0d{n:02x}" for n in range(1, 7))
VARIABLES = {
    **dict(
        zip(
            (INK, SOFT, EDGE, RULE, PAPER),
            ("ink", "ink-soft", "edge", "rule", "paper"),
            strict=True,
        )
    ),
    **{hue: f"series-{n}" for n, hue in enumerate(HUES, 1)},
}
PAINT = {
    **{colour: f"var(--g-{name})" for colour, name in VARIABLES.items()},
    **{
        # Opaque, so that no grid line shows through, and pale, so that the interval stands out.
        pale: f"color-mix(in srgb, var(--g-series-{n}) 48%, var(--g-paper))"
        for n, pale in enumerate(PALES, 1)
    },
    **{colour: f"url(#{ID}-{n})" for n, colour in enumerate(HATCHES, 1)},
}

# What tells groups apart in grey: dashes and shapes on a line, hatching in a bar.
DASHES = ((1, 0), (7, 3), (2, 3), (10, 3, 2, 3), (4, 2), (12, 4))
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
HATCHING = (
    "",
    "M-2 2l4-4M0 8l8-8M6 10l4-4",
    "M4 0v8",
    "M2 2h2v2h-2zM6 6h2v2h-2z",
    "M0 4h8M4 0v8",
    "M0 4h8",
)


@dataclass(frozen=True)
class Frame:
    """A width to draw for; the page shows the one that fits.

    Attributes:
        slack: What the plot gains, once it is known how much room the labels really took.
    """

    name: str
    width: int
    height: int
    font: int
    slack: float = 0


FRAMES = (Frame("wide", 640, 300, 14), Frame("narrow", 340, 240, 13))


def plain(text: str) -> str:
    """Text without what does not print: control characters, terminal colours, private signs."""
    seen = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
    kept = "".join(" " if one.isspace() else one for one in seen)
    return "".join(one for one in kept if unicodedata.category(one)[0] != "C").strip()


def printable(series: Series) -> Series:
    """The series in words that do print; everything downstream relies on it."""
    points = [
        point.model_copy(
            update={
                "x": plain(point.x) if isinstance(point.x, str) else point.x,
                "group": None if point.group is None else plain(point.group),
            }
        )
        for point in series.points
    ]
    words = {name: plain(getattr(series, name)) for name in ("label", "x_label", "x_unit", "unit")}
    formula = series.formula and plain(series.formula)
    return series.model_copy(update={"points": tuple(points), "formula": formula} | words)


def x_text(point: Point) -> str:
    """The condition of a point, as it is written on an axis and in the table."""
    return point.x if isinstance(point.x, str) else f"{point.x:,.10g}"


def ems(text: str) -> float:
    """Width of a text in multiples of its size, a little generous."""
    return sum(1.0 if unicodedata.east_asian_width(one) in "WF" else 0.6 for one in text)


def lying(series: Series) -> bool:
    """Whether values run to the right, a row a condition: names are read, not tilted."""
    return series.kind in {"bar", "stacked"} or isinstance(series.points[0].x, str)


def names_fit(names: tuple[str, ...], frame: Frame) -> bool:
    """Whether names can stand beside what they name; a third of the width is theirs."""
    return max(map(ems, names)) * frame.font <= frame.width / 3


def keyed(series: Series, frame: Frame) -> bool:
    """Whether a key is needed, because groups cannot be named where they are drawn."""
    names = tuple(group for group in series.groups if group is not None)
    if not names or series.kind == "stacked":
        return bool(names)
    return not names_fit(names, frame) or not (lying(series) or _end_together(series))


def _end_together(series: Series) -> bool:
    """Whether every line reaches the right edge, where its name can stand."""
    last = {point.group: point.x for point in series.points}
    return series.kind == "line" and len(set(last.values())) == 1


def from_zero(series: Series) -> bool:
    """Whether the value axis starts at zero; not where that would hide every difference."""
    if series.kind in {"bar", "stacked"}:
        return True
    values = [point.value for point in series.points]
    return series.y_scale == "linear" and (
        min(values) <= 0 or max(values) - min(values) > max(values) / 4
    )


def draw(series: Series, frame: Frame, cache: Path) -> str:
    """The picture, from the cache where the same one was drawn before."""
    kept = cache / f"{_key(series, frame)}.svg"
    if kept.is_file():
        return kept.read_text(encoding="utf-8")
    drawn = tidy(_converted(series, frame))
    cache.mkdir(parents=True, exist_ok=True)
    unfinished = kept.with_suffix(f".{os.getpid()}")
    unfinished.write_text(drawn, encoding="utf-8", newline="\n")
    unfinished.replace(kept)  # a stopped build leaves no half picture under the final name
    return drawn


def _key(series: Series, frame: Frame) -> str:
    parts = series.model_dump_json(), repr(frame), _drawn_with()
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


@functools.cache
def _drawn_with() -> str:
    """The code that draws and the versions of what it uses: a change there means draw again."""
    code = [(HERE / name).read_text(encoding="utf-8") for name in ("chart_spec.py", "chart_svg.py")]
    return "\0".join([*code, *map(version, PACKAGES)])


def _converted(series: Series, frame: Frame) -> str:
    import vl_convert  # noqa: PLC0415  slow to start, and seldom needed

    from . import chart_spec, fonts  # noqa: PLC0415  brings Altair

    # The site's own font: labels take the same room here and in the browser, on any machine.
    vl_convert.register_font_directory(str(fonts.source().parent))

    def convert(frame: Frame) -> str:
        spec = chart_spec.spec(series, frame)
        version = chart_spec.VERSION
        return vl_convert.vegalite_to_svg(spec, vl_version=version, allowed_base_urls=[])

    # Twice: the first picture tells how wide its labels are, so that all are equally wide.
    taken = float(ElementTree.fromstring(convert(frame)).get("width", "0"))  # noqa: S314
    return convert(replace(frame, slack=frame.width - taken))


def tidy(svg: str) -> str:
    """Vega's SVG without its background, roles and empty groups; in the page's own colours."""
    root = ElementTree.fromstring(svg)  # noqa: S314  written by vl-convert a moment ago
    drawn = ElementTree.Element(
        "svg", {"viewBox": root.get("viewBox", ""), "width": root.get("width", "")}
    )
    used = {value for one in root.iter() for value in one.attrib.values()}
    if hatches := [n for n, colour in enumerate(HATCHES) if colour in used]:
        drawn.append(_hatching(hatches))
    for child in root:
        if child.tag != f"{{{SVG}}}rect":
            drawn.extend(_kept(child))
    text = ElementTree.tostring(drawn, encoding="unicode")
    return text.replace("<svg ", f'<svg xmlns="{SVG}" ', 1)


def _kept(element: ElementTree.Element) -> list[ElementTree.Element]:
    """What is left of an element: itself, its children alone, or nothing."""
    kept = ElementTree.Element(element.tag.removeprefix(f"{{{SVG}}}"), _attributes(element))
    kept.text = element.text
    for child in element:
        kept.extend(_kept(child))
    if kept.tag == "g" and not kept.attrib:
        return list(kept)
    unseen = kept.tag == "path" and not {"stroke", "fill"} & kept.attrib.keys()
    return (
        []
        if unseen or element.get("opacity") == "0" or (kept.tag == "g" and not len(kept))
        else [kept]
    )


DROPPED = re.compile(r"aria-.*|role|class|pointer-events|font-family|display|stroke-miterlimit")
GEOMETRY = frozenset({"d", "transform", "x", "y", "x1", "x2", "y1", "y2", "width", "height"})
DEFAULTS = {
    ("opacity", "1"),
    ("transform", "translate(0,0)"),
    ("stroke-width", "1"),
    ("stroke-dasharray", "1,0"),
}


def _attributes(element: ElementTree.Element) -> dict[str, str]:
    kept = {}
    for name, value in element.attrib.items():
        if DROPPED.fullmatch(name) or (name, value) in DEFAULTS:
            continue
        kept[name] = _rounded(value) if name in GEOMETRY else _painted(name, value)
    return kept


def _rounded(numbers: str) -> str:
    return re.sub(
        r"-?\d+\.\d+(?:e-?\d+)?", lambda m: f"{float(m[0]):.1f}".removesuffix(".0"), numbers
    )


def _painted(name: str, value: str) -> str:
    if name not in {"fill", "stroke"} or value in {"none", "transparent"}:
        return value
    return PAINT[value]  # any other colour would not follow the colour scheme


def _hatching(numbers: list[int]) -> ElementTree.Element:
    defs = ElementTree.Element("defs")
    for n in numbers:
        hue = PAINT[HUES[n]]
        size = {"width": "8", "height": "8", "patternUnits": "userSpaceOnUse"}
        pattern = ElementTree.SubElement(defs, "pattern", {"id": f"{ID}-{n + 1}"} | size)
        ground = {"d": "M0 0h8v8h-8z"}
        ElementTree.SubElement(pattern, "path", ground | {"fill": PAINT[PAPER]})
        wash = {"fill": hue, "fill-opacity": ".2" if HATCHING[n] else ".6"}
        ElementTree.SubElement(pattern, "path", ground | wash)
        if HATCHING[n]:
            ElementTree.SubElement(
                pattern, "path", {"d": HATCHING[n], "stroke": hue, "stroke-width": "2"}
            )
    return defs


# ---- Key ----

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
