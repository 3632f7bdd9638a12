"""How well the guarded comparison decides on this machine: A/A, a planted slowdown, neighbours.

``python -m benchmarks.aa`` compares a subject with itself and with one that does 10 % more of
the same work, again and again, and counts verdicts. ``--neighbours 2`` does so beside busy
processes: then nothing may be published. The result is a table on standard output.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

import torch

from snippets.evidence.figure import Figure
from snippets.evidence.guard import Guard
from snippets.evidence.paired import Comparison, Outcome, compare
from snippets.evidence.sampling import Value, observed, steady
from snippets.evidence.stopwatch import stopwatch

UNITS = 10
"""Pieces of work in the subject; the planted slowdown does one more."""


def work(name: str) -> Callable[[int], Callable[[], object]]:
    """Pieces of work: ``compute`` stays in the caches, ``memory`` does not."""
    square = torch.rand(512, 512)  # (n, n)
    large = torch.rand(UNITS, 1024, 1024)  # (pieces, 1024, 1024): 40 MiB
    vector = torch.rand(1024)  # (1024,)

    def compute(pieces: int) -> Callable[[], object]:
        return lambda: [square @ square for _ in range(pieces)]

    def memory(pieces: int) -> Callable[[], object]:
        return lambda: [large[piece % UNITS] @ vector for piece in range(pieces)]

    return {"compute": compute, "memory": memory}[name]


def comparisons(name: str, threads: int, repetitions: int) -> list[dict[str, Comparison]]:
    """The subject against itself (``same``) and against one piece more (``slow``)."""
    make = work(name)
    subjects = {
        "subject": stopwatch(make(UNITS), threads),
        "same": stopwatch(make(UNITS), threads),
        "slow": stopwatch(make(UNITS + 1), threads),
    }
    return [compare(subjects, seed=seed) for seed in range(repetitions)]


def report(name: str, threads: int, repetitions: int) -> None:
    """Count verdicts and print them."""
    start = time.monotonic()
    found = comparisons(name, threads, repetitions)
    seconds = (time.monotonic() - start) / repetitions
    print(f"{name}, {threads} thread(s), {repetitions} × {seconds:.1f} s")
    for subject in ("same", "slow"):
        seen = [one[subject] for one in found]
        counts = Counter(str(one.outcome) for one in seen)
        wrong = sum(one.outcome is Outcome.DIFFERENCE and one.value < 1 for one in seen)
        ratios = sorted(one.value for one in seen)
        floors = sorted(one.floor for one in seen)
        reasons = Counter(one.reason for one in seen if one.reason)
        print(
            f"  {subject}: {dict(counts)}, called faster {wrong}, ratio {ratios[0]:.3f} to "
            f"{ratios[-1]:.3f}, floor {floors[0]:.3f} to {floors[-1]:.3f} {dict(reasons)}",
            flush=True,
        )


def contaminated(repetitions: int) -> None:
    """Short guarded measurements; beside busy neighbours every published one is contaminated."""
    take = stopwatch(work("compute")(1), threads=2)
    runs = [steady(take, guard=Guard(patience_s=1)) for _ in range(repetitions)]
    figures: list[Value] = [observed("aa.time", "ms", run, 1e3) for run in runs]
    published = sum(isinstance(one, Figure) for one in figures)
    print(f"published {published} of {repetitions}")
    for one, run in zip(figures, runs, strict=True):
        said = f"{one.value:.2f} ms" if isinstance(one, Figure) else one.text
        thrown = sorted(1e3 * sample for round_ in run.thrown for sample in round_)
        would = f", thrown samples' median {thrown[len(thrown) // 2]:.2f} ms" if thrown else ""
        print(f"  {said} ({run.account}){would}", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--neighbours", type=int, default=0)
    parser.add_argument("--work", nargs="+", default=["compute", "memory"])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    asked = parser.parse_args()
    with ExitStack() as stack:
        for _ in range(asked.neighbours):
            busy = subprocess.Popen(  # noqa: S603  ours
                # Its parent is gone at once, so it is no descendant: a neighbour, not our own.
                ["/bin/sh", "-c", f'"{sys.executable}" -c "while True: pass" & echo $!'],
                stdout=subprocess.PIPE,
                text=True,
            )
            assert busy.stdout is not None
            stack.callback(subprocess.run, ["/bin/kill", busy.stdout.readline().strip()])
        if asked.neighbours:
            contaminated(asked.repetitions)
        else:
            for name in asked.work:
                for threads in asked.threads:
                    report(name, threads, asked.repetitions)


if __name__ == "__main__":
    main()
