"""What a set of changed files asks of a preview."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch

from snippets.evidence.catalogue import PATTERNS

IMPORTED = ("hooks/", "snippets/evidence/")
"""Folders whose modules this process has in memory: it cannot take new ones."""
DECLARED = (*PATTERNS, "formulas*.py", "calculators*.py")
"""Below ``snippets``: files from which a build reads what there is."""

STYLED = (".css", ".mjs")
"""Assets that no page has in it."""


@dataclass(frozen=True)
class Asked:
    """What has to be done.

    Attributes:
        pages: Pages, as MkDocs names them, that can be rendered alone.
        assets: Whether style sheets or scripts have to be put in place.
        whole: Whether all has to be built anew.
        measured: Whether records may no longer be of the code as it stands.
        restart: Files that count only after a restart.
    """

    pages: tuple[str, ...] = ()
    assets: bool = False
    whole: bool = False
    measured: bool = False
    restart: tuple[str, ...] = ()


def asked(changed: Iterable[str], pages: frozenset[str]) -> Asked:
    """Read it off the paths.

    Args:
        changed: Paths below the project's root.
        pages: The Markdown of the last whole build; a new page, or one taken away, is no edit.
    """
    names = sorted(changed)
    restart = [name for name in names if name.startswith(IMPORTED)]
    documents = [name.removeprefix("docs/") for name in names if name.startswith("docs/")]
    code = [name for name in names if name.startswith("snippets/") and name not in restart]
    alone = [name for name in documents if name in pages and name.endswith(".md")]
    assets = [name for name in documents if name.startswith("assets/") and name.endswith(STYLED)]
    others = len(documents) - len(alone) - len(assets)
    return Asked(
        pages=tuple(alone),
        assets=bool(assets),
        whole="mkdocs.yml" in names or others > 0 or any(map(_declares, code)),
        measured=bool(code),
        restart=tuple(restart),
    )


def _declares(name: str) -> bool:
    below = name.removeprefix("snippets/")
    return below.startswith("records/") or any(fnmatch(below, one) for one in DECLARED)
