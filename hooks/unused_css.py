"""Material's style sheets without the rules for what this site does not have.

Every rule that no class or name holds off is tried on every element of a page: Material's tabs
alone are some hundred rules that match nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import tinycss2

FILES = "assets/stylesheets/*.min.css"

_CLASSES = re.compile(r'\sclass="([^"]*)"')
_WORD = re.compile(r"[A-Za-z_][\w-]*")
_CLASS = re.compile(r"\.((?:\\.|[\w-])+)")
_UNSURE = re.compile(r":(?:not|is|where|has)\(")
_ATTRIBUTE = re.compile(r"\[[^\]]*\]")
_RIGHT_TO_LEFT = re.compile(r'\[dir="?rtl')
_NESTED = ("media", "supports")


def classes(pages: Iterable[str], scripts: Iterable[str]) -> frozenset[str]:
    """Every class that an element may have: those of the pages, and any word of a script."""
    written = {found for html in pages for found in _CLASSES.findall(html)}
    named = {word for script in scripts for word in _WORD.findall(script)}
    return frozenset({one for many in written for one in many.split()} | named)


def used(css: str, known: frozenset[str]) -> str:
    """The rules that may match: those without a class that no element has.

    What stands in ``:not()``, ``:is()`` and the like is not judged; no language here is written
    from right to left.
    """
    return "".join(_rules(tinycss2.parse_stylesheet(css, True, True), known))


def _rules(nodes: Iterable[Any], known: frozenset[str]) -> Iterator[str]:
    for node in nodes:
        if node.type == "qualified-rule":
            kept = [one for one in _selectors(node.prelude) if _matches(one, known)]
            if kept:
                yield f"{','.join(kept)}{{{tinycss2.serialize(node.content)}}}"
        elif node.type == "at-rule" and node.content and node.lower_at_keyword in _NESTED:
            inner = "".join(_rules(tinycss2.parse_rule_list(node.content, True, True), known))
            if inner:
                yield f"@{node.at_keyword}{tinycss2.serialize(node.prelude)}{{{inner}}}"
        else:
            yield node.serialize()


def _selectors(prelude: list[Any]) -> list[str]:
    """A rule's selectors; the commas within brackets are none of theirs."""
    selectors: list[list[Any]] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    return [tinycss2.serialize(one).strip() for one in selectors]


def _matches(selector: str, known: frozenset[str]) -> bool:
    if _RIGHT_TO_LEFT.search(selector):
        return False
    sure = _ATTRIBUTE.sub("", _sure(selector))
    return all(name.replace("\\", "") in known for name in _CLASS.findall(sure))


def _sure(selector: str) -> str:
    """The selector without what stands in functions that may be met in several ways."""
    while found := _UNSURE.search(selector):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        selector = selector[: found.start()] + selector[end:]
    return selector
