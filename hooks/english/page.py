"""A finished page whose text is English: what stands around the text is put into English too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

from ..tags import TAG, VOID
from .words import HANGUL, Words

KEPT = {"script", "style", "code"}
"""Elements whose text is left alone."""
RECORDED = re.compile(
    r'class="[^"]*\b(?:figure-card|figures-used|formula-conditions|calculator-conditions|'
    r"claim-rows|built|fact-says)\b"
)
"""Where conditions stand as they were recorded: what has no English there is marked Korean."""
SPAN = '<span lang="ko">{}</span>'
MARKED = {"title": "{}", "option": "{}", "text": '<tspan lang="ko">{}</tspan>'}
"""Elements that hold nothing but text, or text of a picture: how Korean is marked there."""
ATTRIBUTE = re.compile(r"""(\s[\w-]+=)("[^"]*"|'[^']*')""")
ADDRESSES = re.compile(
    r"\s(?:id|href|for|src|aria-labelledby|aria-describedby|popovertarget|data-(?:fact|figure|claim|chart))="
)


class English:
    """Puts one page into English.

    Attributes:
        left: Korean that nobody has translated.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._open: list[tuple[str, bool, bool]] = []  # name, kept as it is, recorded
        self.left: dict[str, None] = {}

    def page(self, html: str) -> str:
        """The page in English."""
        return "".join(self._pieces(html))

    def _pieces(self, html: str) -> Iterator[str]:
        place = 0
        for tag in TAG.finditer(html):
            yield self._text(html[place : tag.start()])
            yield self._tag(tag)
            place = tag.end()
        yield self._text(html[place:])

    def _tag(self, tag: re.Match[str]) -> str:
        name = (tag[2] or "").lower()
        if not name:
            return tag[0]
        if tag[1]:
            self._close(name)
            return tag[0]
        _, kept, recorded = self._open[-1] if self._open else ("", False, False)
        if name not in VOID and not tag[3].endswith("/"):
            recorded = recorded or RECORDED.search(tag[3]) is not None
            self._open.append((name, kept or name in KEPT or 'lang="ko"' in tag[3], recorded))
        return ATTRIBUTE.sub(self._attribute, tag[0]) if HANGUL.search(tag[0]) else tag[0]

    def _close(self, name: str) -> None:
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == name:
                del self._open[at:]
                return

    def _text(self, text: str) -> str:
        name, kept, recorded = self._open[-1] if self._open else ("", False, False)
        if kept or not HANGUL.search(text):
            return text
        found = self._words.english(unescape(text))
        if found is not None:
            return escape(found, quote=False)
        if not recorded:
            self.left[" ".join(text.split())] = None
        return MARKED.get(name, SPAN).replace("{}", text)

    def _attribute(self, match: re.Match[str]) -> str:
        value = unescape(match[2][1:-1])
        if not HANGUL.search(value) or ADDRESSES.match(match[1]):
            return match[0]
        if value.startswith(("{", "[")):
            data = json.dumps(self._data(json.loads(value)), ensure_ascii=False)
            return match[1] + f"'{escape(data, quote=False).replace(chr(39), '&#39;')}'"
        return f'{match[1]}"{escape(self._plain(value))}"'

    def _data(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._data(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self._data(one) for one in value]
        return self._plain(value) if isinstance(value, str) else value

    def _plain(self, text: str) -> str:
        found = self._words.english(text)
        if found is None:
            self.left[text] = None
        return text if found is None else found
