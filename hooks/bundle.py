"""Material's script: started when the page has been painted, and made to do less at its start.

A chapter holds thousands of elements. What the script does to all of them before a reader may touch
the first costs a phone seconds. Written for the bundle of mkdocs-material 9.8.2; a test says when
another has other names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

FILES = "assets/javascripts/bundle.*.min.js"

_AT_ONCE = 'ze(new URL("search/search_index.json",Or.base))'
_READY = 'h(document,"DOMContentLoaded",{once:!0})'
_SWITCHING = 'document.body.setAttribute("data-md-color-switching","")'
_SCHEME = 'o=x("meta",{name:"color-scheme"})'
_TABLES = 'M("table:not([class])",e)'

_TAG = re.compile(r'<script src="([^"]*/?assets/javascripts/bundle\.[^"]*)"></script>')
_BOOT = (
    "{const own=document.currentScript;requestAnimationFrame(()=>setTimeout(()=>{"
    'const script=document.createElement("script");'
    'script.onload=script.onerror=({type})=>{own.dataset.done="";'
    'if(type==="error")document.documentElement.className="no-js";'
    'document.dispatchEvent(new Event("material"))};'
    "script.src=own.dataset.src;document.body.append(script)}))}"
)
_EARLY = (
    '{document.documentElement.className="js js-focus-visible";'
    'const link=document.createElement("link");link.rel="preload";link.as="script";'
    "link.href=document.currentScript.dataset.src;document.head.append(link)}"
)
"""Says what Material's script would say later; `no-js` comes back where it cannot be had."""
OWN_SCRIPTS = (_EARLY, _BOOT)
"""What we write into a page, for the policy to let it run."""
_VIEWPORT = '<meta name="viewport"'


@dataclass(frozen=True)
class Patch:
    """One place of the script: what stands there, and what shall.

    Attributes:
        why: What it spares a reader.
        stock: In the script as it comes, once.
    """

    why: str
    stock: str
    ours: str


PATCHES = (
    Patch(
        "the index of the search is fetched when one searches: as many bytes as the page with its "
        "font. `?h=` marks words that were found",
        _AT_ONCE,
        f'L($(/[?&]h=/.test(location.search)),Je("search")).pipe(Re(o=>o),b(()=>{_AT_ONCE}),Z(1))',
    ),
    Patch(
        "the page may be there before the script; then its work is a task of its own",
        _READY,
        f'(document.readyState==="loading"?{_READY}:He(0))',
    ),
    Patch(
        "colours that stay what they are need not be held still: that restyles every element",
        _SWITCHING,
        f'document.body.getAttribute("data-md-color-scheme")!==s.color.scheme&&{_SWITCHING}',
    ),
    Patch(
        "the scheme of the root stands in our style sheet; another one restyles every element",
        f"{_SCHEME};document.head.appendChild(o)",
        _SCHEME,
    ),
    Patch(
        "tables that the build has wrapped are not taken out and laid out again",
        _TABLES,
        'M(":not(.md-typeset__table)>table:not([class])",e)',
    ),
)


def patched(script: str) -> str:
    """Return Material's script with all patches."""
    for patch in PATCHES:
        script = script.replace(patch.stock, patch.ours)
    return script


def after_paint(html: str) -> str:
    """Return the page such that it is painted before Material's script runs.

    The script is fetched meanwhile. What needs Material waits for its event (`material.mjs`). That
    scripts run at all, the root says from the first: a change of its class restyles every element.
    """
    found = _TAG.search(html)
    if not found:
        return html
    early = f'<script data-src="{found[1]}">{_EARLY}</script>\n      '
    html = html.replace(_VIEWPORT, early + _VIEWPORT, 1)
    return _TAG.sub(
        lambda tag: f'<script id="__boot" data-src="{tag[1]}">{_BOOT}</script>', html, count=1
    )
