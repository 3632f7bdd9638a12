"""Vega's SVG, stripped of what a page does not need and painted in the page's own colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from .palette import HATCHES, HUES, ID, PAINT, PAPER

SVG = "http://www.w3.org/2000/svg"


HATCHING = (
    "",
    "M-2 2l4-4M0 8l8-8M6 10l4-4",
    "M4 0v8",
    "M2 2h2v2h-2zM6 6h2v2h-2z",
    "M0 4h8M4 0v8",
    "M0 4h8",
)
DROPPED = re.compile(r"aria-.*|role|class|pointer-events|font-family|display|stroke-miterlimit")
GEOMETRY = frozenset({"d", "transform", "x", "y", "x1", "x2", "y1", "y2", "width", "height"})
DEFAULTS = {
    ("opacity", "1"),
    ("transform", "translate(0,0)"),
    ("stroke-width", "1"),
    ("stroke-dasharray", "1,0"),
}


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
