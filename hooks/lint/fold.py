"""Characters that look alike become one, each in its place: no text grows or shrinks."""

from __future__ import annotations

import re
import unicodedata

WALL = "\ufffc"
"""Stands where a reader sees something that is no text: a figure, a code sample."""

LOOK_ALIKE = {"µ": "μ"}
HIDDEN = re.compile(
    r"https?://[^\s)>\]]+"  # an address
    r"|\[\^[^\]\n]*\]"  # a footnote's mark
    # attr_list, unless it says something
    r"|\{(?![^}]*\b(?:title|alt|aria-label)=):?[ ]*(?:[#.][\w-]+|[\w-]+=)[^{}\n]*\}"
    r"|^///[ ]*html[ ]*\|.*$",  # the element of a block, not its words
    re.MULTILINE,
)


class _Table(dict[int, str]):
    """A table for ``str.translate`` that works out every character once."""

    def __missing__(self, code: int) -> str:
        self[code] = _plain(chr(code))
        return self[code]


def fold(text: str) -> str:
    """Digits, letters, signs and spaces in their plain form, and what is not read blanked out.

    Full-width ``１２`` becomes ``12``, a non-breaking or zero-width space a space, ``µ`` (micro
    sign) ``μ`` (Greek). ``text`` must be NFC; the result has the same length.
    """
    return HIDDEN.sub(lambda match: " " * len(match[0]), text).translate(_TABLE)


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Zs", "Cf"}:
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if unicodedata.decomposition(character).startswith(("<wide>", "<narrow>")):
        return unicodedata.normalize("NFKC", character)
    return LOOK_ALIKE.get(character, character)


_TABLE = _Table()
