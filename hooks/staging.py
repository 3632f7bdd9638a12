"""The site is built beside its place and put there only when it is whole."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import psutil


def staging_for(site: Path) -> Path:
    """A folder of this process beside ``site``; what dead builds left there is removed."""
    for left in site.parent.glob(f"{site.name}.building-*"):
        owner = left.name.rpartition("-")[2]
        if not (owner.isdigit() and psutil.pid_exists(int(owner))) or int(owner) == os.getpid():
            shutil.rmtree(left, ignore_errors=True)
    return site.with_name(f"{site.name}.building-{os.getpid()}")


def put_in_place(staging: Path, site: Path) -> None:
    """Swap the finished folder in; a reader of ``site`` never meets a half-written page."""
    old = site.with_name(f"{site.name}.old-{os.getpid()}")
    if site.exists():
        site.replace(old)
    staging.replace(site)
    shutil.rmtree(old, ignore_errors=True)
