"""Which machine this is: an allow-list of what shapes a measurement, and nothing personal."""

from __future__ import annotations

import hashlib
import platform
import re
from collections import Counter
from pathlib import Path

import psutil
from pydantic import BaseModel, ConfigDict

from . import nvidia

FEATURES = ("avx2", "avx512f", "avx512_bf16", "avx512_vnni", "amx_bf16", "amx_int8", "neon", "sve")
"""Instruction sets that change what torch's kernels do."""


MEMORY = Path(".cache/machine.json")
"""Where a project keeps the description of its machine."""


class Machine(BaseModel):
    """The hardware a record was taken on; the whole of it is the place of a record.

    Attributes:
        accelerators: The name of each GPU, as its driver has it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    cpu: str
    arch: str
    features: tuple[str, ...]
    logical_cpus: int
    memory_gib: int
    virtual: bool
    accelerators: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Short stable name of this kind of machine."""
        told = self.model_dump_json(exclude_defaults=True)
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    @property
    def slug(self) -> str:
        """Name for the folder of this kind of machine's records, such as ``x86-64-2cpu-amx``."""
        matrix = "-amx" if "amx_bf16" in self.features else ""
        name = f"{self.arch}-{self.logical_cpus}cpu{matrix} {' '.join(self._gpus('x'))}"
        return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")

    @property
    def summary(self) -> str:
        """One line for the page."""
        matrix = " · AMX" if "amx_bf16" in self.features else ""
        kind = "가상 머신, " if self.virtual else ""
        gpus = "".join(f" · {gpu}개" for gpu in self._gpus(" "))
        memory = f"RAM {self.memory_gib} GiB{matrix}{gpus}"
        return f"{kind}{self.cpu} · vCPU {self.logical_cpus}개 · {memory}"

    def _gpus(self, times: str) -> list[str]:
        """Each kind of GPU with how many there are of it: ``NVIDIA H200 8``."""
        counted = Counter(self.accelerators)
        return [f"{name}{times}{number}" for name, number in counted.items()]


class _Remembered(BaseModel):
    key: str
    machine: Machine


def this_machine(memory: Path | None = None) -> Machine:
    """Describe this machine.

    Asking the CPU takes about a second, so the answer is kept in the file ``memory`` until
    the machine is started again.
    """
    key = f"{psutil.boot_time() // 60:.0f}-{psutil.cpu_count()}-{psutil.virtual_memory().total}"
    if memory is not None and memory.exists():
        try:
            remembered = _Remembered.model_validate_json(memory.read_bytes())
        except ValueError:
            pass  # half-written by a killed build; asking again is cheap enough
        else:
            if remembered.key == key:
                return remembered.machine
    machine = _ask()
    if memory is not None:
        memory.parent.mkdir(parents=True, exist_ok=True)
        memory.write_text(_Remembered(key=key, machine=machine).model_dump_json(), encoding="utf-8")
    return machine


def _ask() -> Machine:
    import cpuinfo  # noqa: PLC0415  slow to import, and only needed here

    info = cpuinfo.get_cpu_info()
    flags = set(info.get("flags", ()))
    return Machine(
        cpu=_plain(info.get("brand_raw") or platform.machine()),
        arch=platform.machine(),
        features=tuple(f for f in FEATURES if f in flags),
        logical_cpus=psutil.cpu_count() or 1,
        memory_gib=round(psutil.virtual_memory().total / 2**30),
        virtual="hypervisor" in flags,
        accelerators=tuple(name for (name,) in nvidia.ask(["name"]) if name),
    )


def _plain(brand: str) -> str:
    """``Intel(R) Xeon(R) Processor @ 2.60GHz`` → ``Intel Xeon Processor``."""
    return re.sub(r"\s+", " ", re.sub(r"\((?:R|TM)\)|@.*$", "", brand)).strip()
