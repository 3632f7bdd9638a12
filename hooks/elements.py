"""Small pieces of HTML that several renderers share."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString

from snippets.evidence.figure import Figure

from .words import CLAIM_TYPE


def text(parent: Element, tag: str, words: str, **attributes: str) -> Element:
    """Append an element that holds nothing but words."""
    element = SubElement(parent, tag, attributes)
    element.text = AtomicString(words)  # never read as Markdown again
    return element


def badge(figure: Figure, here: bool = True) -> Element:
    """The claim type in one word; a figure from another machine never looks local."""
    word, meaning = CLAIM_TYPE[figure.claim_type]
    word = word if here else f"다른 기계에서 {word}"
    element = Element("span", {"class": f"badge badge-{figure.claim_type}", "title": meaning})
    element.text = AtomicString(word)
    return element
