"""The journey, read from the cover's map: that drawing alone says which chapter sits where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from ..diagrams import mermaid
from ..diagrams.diagram import Diagram, Node, plain
from ..diagrams.path_marks import mark
from ..source import Source

COVER = "index.md"
MAP = "map"
"""Name of the cover's drawing."""
CLICK = re.compile(r'^\s*click\s+(\S+)\s+href\s+"([^"#]+)/"', re.MULTILINE)
CHAPTER = re.compile(r"\s*\b(?:ch\. ?)?\d\d(?:장)?$")
"""What a box of the map says of its chapter."""


@dataclass(frozen=True)
class Stop:
    """A box of the map, and the page to which it leads."""

    name: str
    page: str


@dataclass(frozen=True)
class Stretch:
    """Stops that one frame of the map holds.

    Attributes:
        path: ``control`` or ``data``; ``whole`` in any other frame, ``end`` outside of all.
    """

    name: str
    path: str
    stops: tuple[Stop, ...]


Journey = tuple[Stretch, ...]


def journey(cover: Source | None, cache: Path) -> Journey:
    """The journey of a site; empty where its cover draws no map."""
    for fence in cover.fences_of("mermaid") if cover else ():
        if (fence.options or {}).get("id") == MAP:
            source = fence.body.rstrip()
            return tuple(_stretches(mermaid.read(source, cache), dict(CLICK.findall(source))))
    return ()


def pages(whole: Journey) -> set[str]:
    """The pages that have a stop."""
    return {stop.page for stretch in whole for stop in stretch.stops}


def _stretches(drawn: Diagram, leads: dict[str, str]) -> Iterator[Stretch]:
    titles = {frame.id: plain(frame.title) for frame in drawn.subgraphs}
    linked = [node for node in drawn.nodes if node.id in leads]
    for frame, nodes in groupby(linked, key=lambda node: node.subgraph):
        stops = tuple(Stop(_name(node), f"{leads[node.id]}.md") for node in nodes)
        title = titles.get(frame or "", "")
        yield Stretch(title.partition(" · ")[0], _path(title), stops)


def _name(node: Node) -> str:
    return CHAPTER.sub("", plain(node.label))


def _path(title: str) -> str:
    if not title:
        return "end"
    path = mark(title)
    return path.value if path else "whole"
