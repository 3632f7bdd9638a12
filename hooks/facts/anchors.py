"""Addresses inside a fence, made known to MkDocs.

A fence's HTML is stashed before MkDocs looks for anchors, so that a link to one of them would be
reported as broken in every strict build. For the moment in which MkDocs looks (priority 5), the
ids stand in the page's tree; then they are taken out again, and the fence's own remain.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

NAME = "guide-anchors"


def announce(md: Markdown, ids: Iterable[str]) -> None:
    """Called by a fence that renders elements with these ids."""
    if NAME not in md.treeprocessors:
        held = Element("div")
        md.treeprocessors.register(_Show(md, held), NAME, 6)
        md.treeprocessors.register(_Hide(md, held), f"{NAME}-out", 4)
    show = md.treeprocessors[NAME]
    assert isinstance(show, _Show)
    for one in ids:
        SubElement(show.held, "a", {"id": one})


class _Show(Treeprocessor):
    def __init__(self, md: Markdown, held: Element) -> None:
        super().__init__(md)
        self.held = held

    def run(self, root: Element) -> None:
        root.append(self.held)


class _Hide(_Show):
    def run(self, root: Element) -> None:
        root.remove(self.held)
