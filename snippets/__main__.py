"""``python -m snippets list`` and ``python -m snippets run ch01``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .evidence import process
from .evidence.catalogue import Listing, listings
from .evidence.display import spread_text, value_text
from .evidence.problem import GuideError
from .evidence.record import Record
from .evidence.store import Store

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m snippets", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="실험과 수치를 늘어놓습니다")
    run = commands.add_parser("run", help="실험을 새로 돌리고 기록을 남깁니다")
    run.add_argument("experiments", nargs="+", metavar="chNN")
    options = parser.parse_args(arguments)
    try:
        known = listings(ROOT)
        if options.command == "list":
            _list(known)
            return 0
        return _run(known, options.experiments)
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1


def _list(known: dict[str, Listing]) -> None:
    for listing in known.values():
        print(f"{listing.id}  {listing.title}  ({listing.path}:{listing.line})")
        for name, (unit, label) in listing.figures.items():
            print(f"    {name:28} {label} [{unit}]")
        for name, label in listing.traces.items():
            print(f"    {name:28} {label} [추적]")


def _run(known: dict[str, Listing], wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"없는 실험: {', '.join(unknown)} (있는 실험: {', '.join(known)})", file=sys.stderr)
        return 2
    store = Store.at(ROOT)
    with store.measuring(lambda: print("다른 측정이 끝나기를 기다립니다 …")):
        for name in wanted:
            record = process.run(known[name], ROOT, _step)
            store.publish(record)
            _show(record)
    return 0


def _step(name: str, done: int, total: int, elapsed: float) -> None:
    print(f"  {done}/{total} {name} · {elapsed:.0f}초 지남", file=sys.stderr)


def _show(record: Record) -> None:
    for figure in record.figures.values():
        print(f"{figure.id:28} {value_text(figure):>16} {spread_text(figure):24} {figure.label}")


if __name__ == "__main__":
    sys.exit(main())
