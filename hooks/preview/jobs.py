"""What should be run again, and why: experiments and labs whose record is of older code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from snippets.evidence.problem import GuideError
from snippets.evidence.store import Store
from snippets.evidence.validity import Validity, of_module

from ..build import Build
from ..labs.reach import validity as of_lab
from ..labs.take import Taker as LabTaker
from ..plan import plan
from ..take import Measure
from . import worth


@dataclass(frozen=True)
class Job:
    """One thing to run.

    Attributes:
        name: Experiment or lab.
        path: Its file.
        module: And arguments: what follows ``python -m``.
        why: What changed.
        holds: The code as it stands: a run of other code is not worth its time.
    """

    name: str
    path: str
    module: tuple[str, ...]
    why: str
    holds: Validity


def due(build: Build) -> tuple[Job, ...]:
    """Everything that a page shows and that should be run, in the order of the pages.

    What does not parse is no job: a build says so, with its line.
    """
    store = Store.at(build.root)
    return (*_experiments(build, store), *_labs(build, store))


def _experiments(build: Build, store: Store) -> Iterator[Job]:
    for name in plan(build.sources.values(), build.known).first_use:
        listing = build.known.experiments[name]
        try:
            why = worth.due(store, listing)
            holds = of_module(build.root, listing.module)
        except GuideError:
            continue
        if why:
            command = ("snippets", "run", name)
            yield Job(name, listing.path, command, "; ".join(why), holds)


def _labs(build: Build, store: Store) -> Iterator[Job]:
    taker = LabTaker(store, Measure.PREVIEW, build.say)
    for lab in build.shelf.labs.values():
        try:
            taken = taker.take(lab)
            holds = of_lab(lab, build.root)
        except GuideError:
            continue
        if taken.record is None or taken.since:
            command = ("hooks.labs", "run", lab.name)
            yield Job(lab.name, lab.path, command, "; ".join(taken.since) or "셀 바뀜", holds)
