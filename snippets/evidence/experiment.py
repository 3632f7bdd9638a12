"""An experiment: one module, such as ``snippets/chNN_*.py``, that yields figures and traces.

The declaration is a decorator with literal arguments, so that it can be read from the source
without importing the module (and torch with it): see ``catalogue``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .claim import Claim
from .figure import Figure
from .series import Series
from .trace import Trace
from .withheld import Withheld

STEP_PREFIX = "@step "
"""Marks a line of an experiment's standard output as progress."""

PROBLEM_PREFIX = "@problem "
"""Marks a line of its standard output as the error that ended it."""


@dataclass(frozen=True)
class Step:
    """A piece of progress: ``done`` of ``total`` pieces of work are behind us."""

    name: str
    done: int
    total: int


@dataclass(frozen=True)
class Condition:
    """A condition that is known only afterwards, such as how many rounds were thrown away."""

    name: str
    text: str


Evidence = Figure | Withheld | Series | Claim | Trace
Yielded = Evidence | Condition | Step
Body = Callable[[], Iterator[Yielded]]


@dataclass(frozen=True)
class Experiment:
    """A declared experiment and the function that runs it.

    Attributes:
        id: ``chNN``, ``chNN_name`` or ``bench``; prefix of the ids of all it yields.
        title: One line, in Korean.
        timeout_s: After this many seconds it is ended and fails.
        figures: Id → (unit, label in Korean).
        series: Id → (unit, label in Korean).
        claims: Id → the sentence that its test stands for.
        traces: Id → label in Korean.
        workload: What is served or computed, in words and numbers.
        procedure: How it is sampled.
        threads: CPU threads of OpenMP, set before the process starts.
        huge_pages: Whether ``malloc`` asks for huge pages, likewise.
        packages: Packages whose versions belong to the conditions.
        on_request: Whether it runs only when somebody asks for it, never in a build of the site.
        body: Yields every declared figure and trace once.
    """

    id: str
    title: str
    timeout_s: float
    body: Body
    figures: Mapping[str, tuple[str, str]]
    series: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    traces: Mapping[str, str] = field(default_factory=dict)
    workload: Mapping[str, str] = field(default_factory=dict)
    procedure: Mapping[str, str] = field(default_factory=dict)
    threads: int = 1
    huge_pages: bool = False
    packages: Sequence[str] = ("torch",)
    on_request: bool = False


def experiment(  # noqa: PLR0913  a declaration names everything once
    id: str,  # noqa: A002
    *,
    title: str,
    timeout_s: float,
    figures: Mapping[str, tuple[str, str]],
    series: Mapping[str, tuple[str, str]] | None = None,
    claims: Mapping[str, str] | None = None,
    traces: Mapping[str, str] | None = None,
    workload: Mapping[str, str] | None = None,
    procedure: Mapping[str, str] | None = None,
    threads: int = 1,
    huge_pages: bool = False,
    packages: Sequence[str] = ("torch",),
    on_request: bool = False,
) -> Callable[[Body], Experiment]:
    """Declare the decorated generator function to be an experiment."""

    def declare(body: Body) -> Experiment:
        return Experiment(
            id=id,
            title=title,
            timeout_s=timeout_s,
            body=body,
            figures=figures,
            series=series or {},
            claims=claims or {},
            traces=traces or {},
            workload=workload or {},
            procedure=procedure or {},
            threads=threads,
            huge_pages=huge_pages,
            packages=packages,
            on_request=on_request,
        )

    return declare
