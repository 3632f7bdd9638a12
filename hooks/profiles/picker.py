"""The choice of a machine on a page: there only where there is a choice."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .others import Other

MODULE = "assets/reading/machine.mjs"
SIGNS = ('class="figure"', "data-claim=")
"""A page with neither has nothing to change."""


def offer(html: str, own: str, others: Iterable[Other], up: str) -> str:
    """The page with the choice under its title; JavaScript shows it, because it needs that.

    Args:
        html: The finished page.
        own: The machine whose figures the page shows, in one line.
        others: Those to choose from.
        up: From the page to the site's root.
    """
    listed = list(others)
    if not listed:
        return html
    script = f'<script type="module" src="{up}{MODULE}"></script>'
    html = html.replace("</body>", f"{script}</body>", 1)  # everywhere: navigation is instant
    if not any(sign in html for sign in SIGNS):
        return html
    options = "".join(
        f'<option value="{escape(one.slug)}">{escape(one.machine)}</option>' for one in listed
    )
    choice = (
        f'<div class="machine" data-search-exclude data-own="{escape(own)}">'
        '<label for="machine">수치를 잰 기계</label> <select id="machine">'
        f'<option value="">{escape(own)} — 처음 보이는 기계</option>{options}</select>'
        '<p class="machine-said" role="status"></p></div>'
    )
    return html.replace("</h1>", f"</h1>{choice}", 1)
