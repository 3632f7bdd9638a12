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

import psutil

from . import lifeline
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
from .machine import MEMORY
from .problem import GuideError
from .record import Record
from .scale import is_quick
from .validity import Validity, of_module, saved_at
from .yielded import Collected, UndeclaredError


def run(module: str, root: Path) -> Record:
    """Run the experiment of a module in this process."""
    from .timing import calibrate  # noqa: PLC0415  torch takes seconds; ``main`` comes before it

    validity = of_module(root, module)  # before the run: the source may be edited meanwhile
    saved = saved_at(root, validity)
    experiment = find(importlib.import_module(module))
    calibration = calibrate()
    watch = Watch(root / MEMORY)
    collected = Collected(experiment)
    for item in _told(experiment.body()):
        collected.add(item)
    collected.check_complete()
    record = Record(
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
    _check_unedited(root, module, validity, saved)
    return record


def _check_unedited(root: Path, module: str, before: Validity, saved: dict[str, int]) -> None:
    """Refuse a record of mixed code: a process that starts later reads the source of then.

    An edit that was taken back leaves the same code, but not the same time of saving.
    """
    after = of_module(root, module)
    again = [name for name, at in saved_at(root, after).items() if at != saved.get(name)]
    if changes := [*after.reasons_against(before)] or [f"{name} 다시 저장됨" for name in again]:
        raise GuideError(
            "",
            1,
            "experiment-edited",
            f"재는 동안 코드가 바뀌었습니다: {', '.join(changes)}",
            "다 고친 뒤에 다시 재세요",
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
    lifeline.hold()
    try:
        record = run(module, Path.cwd())
    except GuideError as error:
        words = ("path", "line", "code", "message", "hint")
        said = {word: getattr(error, word) for word in words}
        print(PROBLEM_PREFIX + json.dumps(said, ensure_ascii=False), flush=True)
        sys.exit(1)
    finally:
        lifeline.end_descendants(psutil.Process())
    Path(draft).write_text(record.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
