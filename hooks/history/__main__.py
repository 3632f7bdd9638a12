"""``python -m hooks.history add | fill``: take records into their history.

``add`` takes the records that lie in ``snippets/records`` now; run it after ``approve``. ``fill``
walks all commits that touched them. Both only append, and may be run again.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from snippets.evidence.problem import GuideError
from snippets.evidence.record import RecordError

from . import git
from .add import Take, grow, present, unlike
from .entry import Commit
from .file import Shelf, shelves

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        for shelf in shelves(options.root):
            for experiment in shelf.committed():
                _grow(shelf, experiment, _takes(shelf, experiment, options))
        behind = [one for shelf in shelves(options.root) for one in unlike(shelf)]
    except (GuideError, RecordError) as error:
        print(error, file=sys.stderr)
        return 1
    for problem in behind:
        print(problem, file=sys.stderr)
    return 1 if behind else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hooks.history", description=__doc__)
    parser.add_argument("command", choices=["add", "fill"])
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("--repository", type=Path, help="git 저장소 (없으면 이 프로젝트)")
    parser.add_argument("--ref", default="HEAD", help="어느 커밋까지 (없으면 HEAD)")
    return parser


def _takes(shelf: Shelf, experiment: str, options: argparse.Namespace) -> list[Take]:
    if options.command == "add":
        return [(present(shelf, experiment), Commit())]
    path = f"snippets/records/{shelf.profile}/{experiment}.json"
    return list(git.takes(options.repository or options.root, options.ref, path))


def _grow(shelf: Shelf, experiment: str, takes: list[Take]) -> None:
    new = grow(shelf.read(experiment), takes)
    if new:
        shelf.append(experiment, new)
        print(f"{shelf.path(experiment).relative_to(shelf.root)}: {len(new)}개 더함")


if __name__ == "__main__":
    sys.exit(main())
