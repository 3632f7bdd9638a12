"""The site is built beside its place and put there only when it is whole.

A build may be killed at any moment and others may run at once. All that they do to the folders
beside the site is done one at a time, under a lock; and what a dead build left half-done is
finished or undone by the next one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from filelock import FileLock

BUILDING, OLD = "building-", "old-"


def staging_for(site: Path, cache: Path) -> Path:
    """A folder of this process beside ``site``; what dead builds left there is cleared away."""
    site = site.resolve()  # a link stays a link: what it points to is replaced
    with _alone(cache):
        _recover(site)
        for left in _beside(site, BUILDING):
            owner = left.name.rpartition("-")[2]
            if owner == str(os.getpid()) or not (owner.isdigit() and psutil.pid_exists(int(owner))):
                shutil.rmtree(left, ignore_errors=True)
    return _named(site, BUILDING)


def put_in_place(staging: Path, site: Path, cache: Path) -> None:
    """Swap the finished folder in; a reader of ``site`` never meets a half-written page."""
    site = site.resolve()
    with _alone(cache):
        _recover(site)
        try:
            if site.exists():
                site.replace(_named(site, OLD))
            staging.replace(site)
        finally:
            _recover(site)


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / "site.lock", poll_interval=0.01):
        yield


def _recover(site: Path) -> None:
    """Put back the site that a swap took away without finishing; drop those it replaced.

    Who holds the lock knows that no other swap is under way.
    """
    for old in sorted(_beside(site, OLD), key=lambda path: path.stat().st_ctime_ns, reverse=True):
        if site.exists():
            shutil.rmtree(old, ignore_errors=True)
        else:
            old.replace(site)


def _named(site: Path, kind: str) -> Path:
    return site.with_name(f"{site.name}.{kind}{os.getpid()}")


def _beside(site: Path, kind: str) -> list[Path]:
    if not site.parent.is_dir():
        return []
    return [path for path in site.parent.iterdir() if path.name.startswith(f"{site.name}.{kind}")]
