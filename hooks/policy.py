"""The Content-Security-Policy of the site: which scripts a browser may run, by their hash.

A page carries the policy itself, because who publishes may have no say over the host's headers.
Every page carries the same one: instant navigation swaps the page and keeps the policy of the
first, so that one has to allow what any page brings.

Scripts are strict: files of the site, and the few inline ones that the theme and we wrote, by hash
(``hooks.known_scripts``). One that only stands in a page is not among them. Styles are not strict:
Mermaid writes a style element into each drawing, and lengths of bars stand in style attributes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

from .known_scripts import known

INLINE = re.compile(
    r"<script(?P<attributes>[^>]*)>(?P<body>.*?)</script>", re.DOTALL | re.IGNORECASE
)
DATA = re.compile(r"""\btype=["']?application/(?:ld\+)?json""")
"""A block of data is no script: a browser runs none of it."""

_CHARSET = re.compile(r"<meta charset=[^>]*>")


def inline_scripts(html: str) -> list[str]:
    """What a browser would run of a page's own words, as the policy hashes it."""
    return [
        found["body"]
        for found in INLINE.finditer(html)
        if not re.search(r"(?<!\S)src=", found["attributes"])
        and not DATA.search(found["attributes"])
    ]


def source(script: str) -> str:
    """``'sha256-…'``, as a policy names an inline script."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy(pages: Iterable[str]) -> str:
    """The policy that lets these pages run what is known of them, and nothing else."""
    scripts = {script for html in pages for script in inline_scripts(html)}
    hashes = sorted(source(script) for script in scripts if known(script))
    directives = {
        "default-src": ["'self'"],
        "script-src": ["'self'", *hashes],
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-src": ["'none'"],
    }
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())


def carried(html: str, rules: str) -> str:
    """The page with the policy in it, before anything that the policy is about."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{rules}">'
    return _CHARSET.sub(lambda found: f"{found[0]}\n      {meta}", html, count=1)
