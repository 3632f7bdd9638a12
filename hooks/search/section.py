"""A page, cut into what a search result leads to."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Section:
    """A heading with what stands below it, or an entry of a list that has an address.

    Attributes:
        anchor: Its address on the page; empty for what stands before the second heading.
        title: HTML of the heading.
        text: HTML of the rest, with the few tags that a search result shows.
        names: Ids of the figures, claims and facts in it.
    """

    anchor: str
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)
