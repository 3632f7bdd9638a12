"""The inside of an experiment's process: run the body, check what it yields, write a draft.

Started as ``python -m snippets.evidence.child MODULE DRAFT`` by ``process``.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from .conditions import Watch
from .environment import recorded
from .experiment import (
    PROBLEM_PREFIX,
    STEP_PREFIX,
    Condition,
    Evidence,
    Experiment,
    Step,
    Yielded,
)
from .problem import GuideError
from .record import Record
from .scale import is_quick
from .timing import calibrate
from .validity import of_module
from .yielded import Collected, UndeclaredError


def run(module: str, root: Path) -> Record:
    """Run the experiment of a module in this process."""
    validity = of_module(root, module)  # before the run: the source may be edited meanwhile
    experiment = find(importlib.import_module(module))
    calibration = calibrate()
    watch = Watch()
    collected = Collected(experiment)
    for item in _told(experiment.body()):
        collected.add(item)
    collected.check_complete()
    return Record(
        experiment=experiment.id,
        module=module,
        quick=is_quick(),
        validity=validity,
        conditions=watch.conditions(
            experiment.workload,
            {**experiment.procedure, **collected.conditions, **recorded(os.environ)},
            calibration,
            tuple(experiment.packages),
        ),
        figures=collected.figures,
        withheld=collected.withheld,
        series=collected.series,
        claims=collected.judged(),
        traces=collected.traces,
    )


def find(module: object) -> Experiment:
    """The one experiment of a module."""
    found = [value for value in vars(module).values() if isinstance(value, Experiment)]
    if len(found) != 1:
        raise UndeclaredError(f"모듈 하나에 실험은 하나입니다 (지금 {len(found)}개)")
    return found[0]


def _told(items: Iterator[Yielded]) -> Iterator[Evidence | Condition]:
    """Pass on what is evidence; print what is progress."""
    for item in items:
        if isinstance(item, Step):
            line = {"name": item.name, "done": item.done, "total": item.total}
            print(STEP_PREFIX + json.dumps(line, ensure_ascii=False), flush=True)
        else:
            yield item


def main(module: str, draft: str) -> None:
    """Run and write the draft; the parent reads it when this process has ended well."""
    try:
        record = run(module, Path.cwd())
    except GuideError as error:
        said = {"code": error.code, "message": error.message, "hint": error.hint}
        print(PROBLEM_PREFIX + json.dumps(said, ensure_ascii=False), flush=True)
        sys.exit(1)
    Path(draft).write_text(record.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
