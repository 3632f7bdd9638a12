"""The change log of the measurements as an Atom feed (RFC 4287), made from the records alone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from . import wording
from .log import Change, Round, rounds
from .past import Past

PATH = "feed.xml"
PAGE = "appendix/history/"
NAMESPACE = "http://www.w3.org/2005/Atom"


def feed(pasts: Iterable[Past], site: str, name: str) -> str:
    """The feed, or nothing to say yet: then it holds no entry.

    Args:
        pasts: The histories.
        site: The site's address; every link in a feed is absolute.
        name: What the site is called.
    """
    pasts = tuple(pasts)
    found = rounds(pasts)
    home = f"{site.rstrip('/')}/"
    root = Element("feed", {"xmlns": NAMESPACE, "xml:lang": "ko"})
    _text(root, "title", f"{name}: 달라진 수치")
    _text(root, "subtitle", "다시 재어 뒤집힌 판정과, 앞의 95% 구간을 벗어난 수치")
    _text(root, "id", f"{home}{PATH}")
    SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": home + PATH})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": home + PAGE})
    _text(root, "updated", _updated(pasts, found))
    _text(SubElement(root, "author"), "name", name)
    for one in found:
        _entry(root, one, f"{home}{PAGE}#{one.anchor}")
    indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, "unicode")}\n'


def _updated(pasts: Iterable[Past], found: tuple[Round, ...]) -> str:
    """When something changed last; without a change, when something was taken last."""
    if found:
        return _time(found[0].taken)
    taken = [past.entries[-1].started for past in pasts if past.entries]
    return _time(max(taken, default="1970-01-01T00:00Z"))


def _time(started: str) -> str:
    """As Atom writes it, with seconds."""
    return f"{started.removesuffix('Z')}:00Z"


def _entry(root: Element, found: Round, address: str) -> None:
    entry = SubElement(root, "entry")
    _text(entry, "title", f"{wording.moment(found.taken)}: {found.title}")
    _text(entry, "id", address)
    SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": address})
    _text(entry, "updated", _time(found.taken))
    _text(entry, "content", "".join(map(_change, found.changes)), type="html")


def _change(change: Change) -> str:
    past = change.past
    claims, labels = past.listing.claims, past.listing.figures
    lines = [f"{wording.flip(one)}: {claims.get(one.id, one.id)}" for one in change.flips]
    lines += [
        f"{labels[one.id][1]} ({one.id}): {wording.move(one)}"
        for one in change.moves
        if one.id in labels
    ]
    listed = "".join(f"<li>{escape(line)}</li>" for line in lines)
    title = f"{past.listing.title} ({past.listing.id})"
    why = wording.reasons(past, change.take)
    return f"<h2>{escape(title)}</h2><p>{escape(why)}</p><ul>{listed}</ul>"


def _text(parent: Element, tag: str, words: str, **attributes: str) -> None:
    SubElement(parent, tag, attributes).text = words


def link(up: str) -> str:
    """The line in a page's head by which feed readers find it; ``up`` leads to the root."""
    return (
        f'<link rel="alternate" type="application/atom+xml" title="달라진 수치" href="{up}{PATH}">'
    )
