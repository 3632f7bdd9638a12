"""Korean line breaking that CSS cannot ask for."""

from __future__ import annotations

import re

_JOINER = "\u2060"
# Code, scripts and the document's title are left as they are; so is everything inside a tag.
_UNTOUCHED = re.compile(
    r"(<(pre|code|script|style|title|textarea)\b.*?</\2\s*>|<!--.*?-->|<[^>]*>)", re.DOTALL
)
_DOT = re.compile(r"(?<=[가-힣A-Za-z0-9)])·(?=\S)")


def hold_middle_dots(html: str) -> str:
    """Return the page with no line that starts with a middle dot.

    ``control·data``: the dot counts as a letter, and with `word-break: keep-all` a browser breaks
    before it. A word joiner forbids that; a break after the dot stays possible.
    """
    held: list[str] = []
    done = start = 0
    for untouched in _UNTOUCHED.finditer(html):
        if html.find("·", start, untouched.start()) >= 0:
            held += html[done:start], _hold(html[start : untouched.start()])
            done = untouched.start()
        start = untouched.end()
    return "".join([*held, html[done:start], _hold(html[start:])])


def _hold(text: str) -> str:
    return _DOT.sub(f"{_JOINER}·", text)
