"""The inline scripts that a page may run, known by who wrote them: the theme, and ourselves.

They are read from the theme's templates, not from finished pages: there, a script that crept into
a page's words would look like any other.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from .bundle import OWN_SCRIPTS

TEMPLATES = Path(str(files("material"))) / "templates/partials/javascripts"
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_SLOT = re.compile(r"\{\{.*?\}\}")
_ADDRESS = r"[\w.:/~%-]*"
"""What a template fills in: the way to the site's root. No quote, so it ends no string."""


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    texts = [path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.glob("*.html"))]
    theirs = [script for text in texts for script in _SCRIPT.findall(text) if "{%" not in script]
    return tuple(
        re.compile(_ADDRESS.join(re.escape(piece) for piece in _SLOT.split(script)))
        for script in (*theirs, *OWN_SCRIPTS)
    )


def known(script: str) -> bool:
    """Whether the theme or we wrote this script, to the letter."""
    return any(pattern.fullmatch(script) for pattern in _patterns())
