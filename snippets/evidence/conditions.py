"""Conditions: hardware, software, workload, procedure and time under which figures hold.

Every field is named here. No host name, user name, path, address or environment variable
can get in, because nothing is copied wholesale.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

import psutil
from pydantic import BaseModel, ConfigDict

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

    def __init__(self) -> None:
        self._started = datetime.now(UTC)
        self._load = psutil.getloadavg()[0]
        self._machine = psutil.cpu_times()
        self._own = _own_cpu_seconds()

    def conditions(
        self,
        workload: Mapping[str, str],
        procedure: Mapping[str, str],
        calibration: Mapping[str, float],
        packages: tuple[str, ...],
    ) -> Conditions:
        """Close the watch and say under which conditions the experiment ran."""
        duration = (datetime.now(UTC) - self._started).total_seconds()
        return Conditions(
            hardware=this_machine(),
            software=software(packages),
            workload=dict(workload),
            procedure=dict(procedure),
            calibration=dict(calibration),
            quiet=self._quiet(duration),
            started=self._started.strftime("%Y-%m-%dT%H:%MZ"),
            duration_s=round(duration, 1),
        )

    def _quiet(self, duration: float) -> Quiet:
        before, now = self._machine, psutil.cpu_times()
        idle = (now.idle - before.idle) + (_wait(now) - _wait(before))
        total = sum(now) - sum(before)
        steal = getattr(now, "steal", 0.0) - getattr(before, "steal", 0.0)
        foreign = (total - idle - steal) - (_own_cpu_seconds() - self._own)
        return Quiet(
            foreign_cpus=round(max(foreign, 0.0) / max(duration, 1e-9), 2),
            steal_share=round(steal / max(total, 1e-9), 4),
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


def _wait(times: object) -> float:
    return float(getattr(times, "iowait", 0.0))


def _own_cpu_seconds() -> float:
    """CPU time of this process and of every child that has ended."""
    times = psutil.Process().cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)
