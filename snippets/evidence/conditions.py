"""Conditions: hardware, software, workload, procedure and time under which figures hold.

Every field is named here. No host name, user name, path, address or environment variable
can get in, because nothing is copied wholesale.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil
from pydantic import BaseModel, ConfigDict

from . import counters
from .guard import notes
from .machine import Machine, this_machine


class Quiet(BaseModel):
    """What else the machine did while the experiment ran.

    Attributes:
        foreign_cpus: CPUs kept busy by processes that are not the experiment's, on average.
        steal_share: Share of the machine's CPU time that the hypervisor took.
        load_before: Load average over one minute when the experiment began.
        load_after: The same when it ended.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    foreign_cpus: float
    steal_share: float
    load_before: float
    load_after: float


class Conditions(BaseModel):
    """Everything a reader has to know before believing a figure of one record."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hardware: Machine
    software: dict[str, str]
    workload: dict[str, str]
    procedure: dict[str, str]
    calibration: dict[str, float]
    quiet: Quiet
    started: str
    duration_s: float


class Watch:
    """Reads clocks and counters before and after an experiment."""

    def __init__(self, memory: Path | None = None) -> None:
        """Begin to watch; ``memory`` as in ``this_machine``, to be asked at the end."""
        self._memory = memory
        self._started = datetime.now(UTC)
        self._load = psutil.getloadavg()[0]
        self._before = counters.read()

    def conditions(
        self,
        workload: Mapping[str, str],
        procedure: Mapping[str, str],
        calibration: Mapping[str, float],
        packages: tuple[str, ...],
    ) -> Conditions:
        """Close the watch and say under which conditions the experiment ran."""
        after = counters.read()
        usage = counters.between(self._before, after)
        noted = " · ".join(notes(self._before, after))
        return Conditions(
            hardware=this_machine(self._memory),
            software=software(packages),
            workload=dict(workload),
            procedure=dict(procedure) | ({"알아둘 일": noted} if noted else {}),
            calibration=dict(calibration),
            quiet=self._quiet(usage),
            started=self._started.strftime("%Y-%m-%dT%H:%MZ"),
            duration_s=round(usage.seconds, 1),
        )

    def _quiet(self, usage: counters.Usage) -> Quiet:
        return Quiet(
            foreign_cpus=round(usage.foreign_cpus, 2),
            steal_share=round(usage.steal_share, 4),
            load_before=round(self._load, 2),
            load_after=round(psutil.getloadavg()[0], 2),
        )


def software(packages: tuple[str, ...]) -> dict[str, str]:
    """Versions of Python, the operating system's kind and the named packages."""
    found = {"Python": platform.python_version(), "OS": f"{platform.system()}"}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "없음"
    return found
