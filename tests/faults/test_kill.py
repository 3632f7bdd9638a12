"""kill -9 at twenty random moments of a build; the next build is as if nothing had been."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psutil
import pytest

from snippets.evidence.record import load
from tests.conftest import Project

from .whole import Builder, builder, contents, whole

SEED = 20261201
KILLS = 20


@dataclass(frozen=True)
class Undisturbed:
    """A project that was built without a disturbance.

    Attributes:
        site: What that build published.
        long: How many seconds each kind of build took.
    """

    project: Project
    builder: Builder
    site: dict[str, bytes]
    long: dict[str, float]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Undisturbed]:
    project = whole(tmp_path_factory.mktemp("kill"))
    with builder() as builds:
        builds.build(project, "auto")
        approved = project.run("snippets", "approve", "ch01")
        assert approved.returncode == 0, approved.stderr
        shutil.rmtree(project.root / ".cache")
        long = {}
        for kind, measure in (("cold", "recorded"), ("fresh", "fresh"), ("recorded", "recorded")):
            started = time.monotonic()
            builds.build(project, measure)
            long[kind] = time.monotonic() - started
        yield Undisturbed(project, builds, contents(project.root / "site"), long)


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_build_leaves_nothing_that_disturbs_the_next(
    undisturbed: Undisturbed, number: int
) -> None:
    project, builds = undisturbed.project, undisturbed.builder
    measure = ("recorded", "fresh")[number % 2]
    if number % 4 == 0:
        shutil.rmtree(project.root / ".cache")  # fonts, cards, charts and models are made anew
        measure = "cold"
    moment = random.Random(SEED + number).uniform(0, undisturbed.long[measure])
    if number % 4 < 2:
        shutil.rmtree(project.root / "site", ignore_errors=True)

    pid = builds.start(project, "fresh" if measure == "fresh" else "recorded")
    time.sleep(moment)
    os.kill(pid, signal.SIGKILL)
    killed = builds.wait(pid)

    assert killed in {-signal.SIGKILL, 0}  # a build may be done before its moment comes
    if (project.root / "site").exists():  # whoever looks now sees a whole site, or none
        assert set(contents(project.root / "site")) == set(undisturbed.site)
    builds.build(project, "recorded")
    assert contents(project.root / "site") == undisturbed.site
    assert sorted(path.name for path in project.root.glob("site*")) == ["site"]
    for path in project.records:
        assert load(path).experiment == "ch01"  # whole, or not there
    assert left_running(project) == []


def left_running(project: Project) -> list[int]:
    """Processes of experiments; a moment is given to notice that their build is gone."""
    shelf = str((project.root / ".cache").resolve())
    for _ in range(50):
        found = [
            one.pid
            for one in psutil.process_iter(["environ"])
            if (one.info["environ"] or {}).get("HOME", "").startswith(shelf)
        ]
        if not found:
            return []
        time.sleep(0.1)
    return found
