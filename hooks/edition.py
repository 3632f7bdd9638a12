"""Which edition of the site this is: what a citation names beside the date of a measurement."""

from __future__ import annotations

import subprocess
import tomllib
from html import escape
from pathlib import Path

GIT = ("git", "describe", "--always", "--exclude=*", "--abbrev=12", "--dirty=+")
"""The commit; with a plus where files differ from it."""


def edition(root: Path) -> str:
    """The commit that the site is built from; without one the version, without either nothing."""
    return _commit(root) if (root / ".git").exists() else _version(root)


def named(root: Path) -> str:
    """The version, and the commit where there is one, for a page: ``0.1.0 · 커밋 06d64d4…``."""
    version, found = _version(root), edition(root)
    return " · 커밋 ".join(dict.fromkeys(one for one in (version, found) if one))


def tell(html: str, edition: str) -> str:
    """A page that carries its edition, for the script that composes citations."""
    told = f'<meta name="edition" content="{escape(edition)}">' if edition else ""
    return html.replace("</head>", f"{told}</head>", 1)


def _commit(root: Path) -> str:
    try:
        done = subprocess.run(  # noqa: S603  one fixed command
            GIT, cwd=root, capture_output=True, text=True, check=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return _version(root)
    return done.stdout.strip()


def _version(root: Path) -> str:
    file = root / "pyproject.toml"
    if not file.is_file():
        return ""
    project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    return str(project.get("version", ""))
