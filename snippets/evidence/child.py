"""The inside of an experiment's process: run the body, check what it yields, write a draft.

Started as ``python -m snippets.evidence.child MODULE ID DRAFT`` by ``process``.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from .conditions import Watch
from .experiment import STEP_PREFIX, Experiment, Step, Yielded
from .figure import Figure
from .record import Record
from .scale import is_quick
from .timing import calibrate
from .trace import Trace
from .validity import of_module


class UndeclaredError(Exception):
    """What an experiment yields and what it declares differ."""


def run(module: str, root: Path) -> Record:
    """Run the experiment of a module in this process."""
    validity = of_module(root, module)  # before the run: the source may be edited meanwhile
    experiment = find(importlib.import_module(module))
    calibration = calibrate()
    watch = Watch()
    figures: dict[str, Figure] = {}
    traces: dict[str, Trace] = {}
    for item in _told(experiment.body()):
        if isinstance(item, Figure):
            figures[item.id] = _declared(experiment, item, figures)
        else:
            traces[item.id] = _declared_trace(experiment, item, traces)
    declared = experiment.figures.keys() | experiment.traces.keys()
    missing = declared - figures.keys() - traces.keys()
    if missing:
        raise UndeclaredError(f"선언했지만 내놓지 않았습니다: {', '.join(sorted(missing))}")
    return Record(
        experiment=experiment.id,
        module=module,
        quick=is_quick(),
        validity=validity,
        conditions=watch.conditions(
            experiment.workload, experiment.procedure, calibration, tuple(experiment.packages)
        ),
        figures=figures,
        traces=traces,
    )


def find(module: object) -> Experiment:
    """The one experiment of a module."""
    found = [value for value in vars(module).values() if isinstance(value, Experiment)]
    if len(found) != 1:
        raise UndeclaredError(f"모듈 하나에 실험은 하나입니다 (지금 {len(found)}개)")
    return found[0]


def _told(items: Iterator[Yielded]) -> Iterator[Figure | Trace]:
    """Pass on what is evidence; print what is progress."""
    for item in items:
        if isinstance(item, Step):
            line = {"name": item.name, "done": item.done, "total": item.total}
            print(STEP_PREFIX + json.dumps(line, ensure_ascii=False), flush=True)
        else:
            yield item


def _declared(experiment: Experiment, figure: Figure, before: dict[str, Figure]) -> Figure:
    if figure.id not in experiment.figures:
        raise UndeclaredError(f"선언하지 않은 수치입니다: {figure.id}")
    if figure.id in before:
        raise UndeclaredError(f"같은 수치를 두 번 내놓았습니다: {figure.id}")
    unit, label = experiment.figures[figure.id]
    if figure.unit != unit:
        raise UndeclaredError(f"{figure.id}의 단위가 선언({unit})과 다릅니다: {figure.unit}")
    return figure.model_copy(update={"label": label})


def _declared_trace(experiment: Experiment, trace: Trace, before: dict[str, Trace]) -> Trace:
    if trace.id not in experiment.traces:
        raise UndeclaredError(f"선언하지 않은 추적입니다: {trace.id}")
    if trace.id in before:
        raise UndeclaredError(f"같은 추적을 두 번 내놓았습니다: {trace.id}")
    return trace


def main(module: str, draft: str) -> None:
    """Run and write the draft; the parent reads it when this process has ended well."""
    record = run(module, Path.cwd())
    Path(draft).write_text(record.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
