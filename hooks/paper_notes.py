"""Numbers for the paper: a figure in a sentence points at its line in the page's list.

On a screen a tap opens a figure's conditions. Paper has no tap, so every figure bears the number
of its line in 이 페이지의 수치와 조건; the style sheet shows the numbers in print only.
"""

from __future__ import annotations

import re

_LISTED = re.compile(r'(<section class="figures-used">.*?</section>)', re.DOTALL)
_LINE = re.compile(r"<td(?P<rest>[^>]*>[^<]*<code>(?P<id>[^<]+)</code>)")
_FIGURE = re.compile(r'(<span class="figure" data-figure="([^"]+)")')


def number(html: str) -> str:
    """Return the page with the same number on a figure and on its line in the list."""
    notes: dict[str, int] = {}

    def line(found: re.Match[str]) -> str:
        note = notes.setdefault(found["id"], len(notes) + 1)
        return f'<td data-note="{note}"{found["rest"]}'

    def figure(found: re.Match[str]) -> str:
        note = notes.get(found[2])
        return f'{found[1]} data-note="{note}"' if note else found[1]

    numbered = _LISTED.sub(lambda section: _LINE.sub(line, section[0]), html)
    return _FIGURE.sub(figure, numbered)
