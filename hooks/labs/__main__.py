"""``python -m hooks.labs run | approve``: run labs on this machine, commit their outputs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from snippets.evidence.problem import GuideError
from snippets.evidence.store import Store

from ..take import Measure
from .cells import Lab, read
from .record import load, publish
from .take import Taker

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hooks.labs", description=__doc__)
    parser.add_argument("command", choices=["run", "approve"])
    parser.add_argument("names", nargs="*", help="실습의 이름. 없으면 모두")
    options = parser.parse_args(arguments)
    store = Store.at(ROOT)
    taker = Taker(store, Measure.FRESH, lambda line: print(line, file=sys.stderr))
    try:
        for lab in _labs(options.names):
            if options.command == "run":
                _show(lab, taker)
            elif not _approve(lab, taker):
                return 1
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _labs(names: list[str]) -> list[Lab]:
    known = {path.stem: path for path in sorted((ROOT / "docs/labs").glob("*.py"))}
    if unknown := [name for name in names if name not in known]:
        raise GuideError(
            "docs/labs", 1, "lab-unknown", f"없는 실습입니다: {unknown[0]}", ", ".join(known)
        )
    wanted = [known[name] for name in names or known]
    return [read(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in wanted]


def _show(lab: Lab, taker: Taker) -> None:
    record = taker.take(lab).record
    assert record is not None  # it was run
    print(f"### {lab.opening[0]}\n")
    print("\n\n".join(output for output in record.outputs if output), end="\n\n")


def _approve(lab: Lab, taker: Taker) -> bool:
    if why := taker.reasons(lab):
        print(f"{lab.name}: 실을 수 없습니다: {'; '.join(why)}", file=sys.stderr)
        return False
    store = taker.store
    path = ROOT / "snippets/records" / store.machine.slug / "labs" / f"{lab.name}.json"
    publish(load(taker.path(lab)), path)
    print(path.relative_to(ROOT))
    return True


if __name__ == "__main__":
    sys.exit(main())
