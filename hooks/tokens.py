"""A page as tokens, parsed once for all who read it."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token


@lru_cache(maxsize=128)
def parse(body: str) -> tuple[Token, ...]:
    """The page's blocks and words, in order; whoever reads them leaves them as they are."""
    return tuple(MarkdownIt("commonmark").enable("table").parse(body))


def line_of(token: Token, offset: int) -> int:
    """The line of the file on which a token begins."""
    return (token.map[0] if token.map else 0) + 1 + offset


def language_of(fence: Token) -> str:
    """The first word of a fence's info string, in either way of writing it."""
    words = fence.info.strip().strip("{}").split()
    return words[0].lstrip(".") if words else ""
