"""What a device says of itself, for the conditions: an allow-list, and no serial number.

What torch does not tell, ``nvidia-smi`` does, where it is there. Without it the lines say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch

from ..evidence import nvidia

FIELDS = {
    "driver_version": "드라이버",
    "power.limit": "전력 한도",
    "clocks.sm": "SM 클럭",
    "clocks.max.sm": "SM 최대 클럭",
    "clocks.mem": "메모리 클럭",
    "mig.mode.current": "MIG",
    "ecc.mode.current": "ECC",
    "temperature.gpu": "온도",
}
"""Fields of ``nvidia-smi --query-gpu`` and what they are called here."""

UNKNOWN = "알 수 없음"


@dataclass(frozen=True)
class Description:
    """What torch knows of a device."""

    name: str
    count: int
    memory_bytes: int
    free_bytes: int
    units: int
    capability: str
    toolkit: str
    uuid: str = ""

    @property
    def line(self) -> str:
        """The device in one line."""
        size = f"{self.memory_bytes / 2**30:.0f} GiB"
        return f"{self.name} · {size} · SM {self.units}개 · 계산 능력 {self.capability}"


def described(index: int = 0) -> Description:
    """Ask torch; a device has to be there."""
    known = torch.cuda.get_device_properties(index)
    free, whole = torch.cuda.mem_get_info(index)
    version = torch.version
    return Description(
        name=known.name,
        count=torch.cuda.device_count(),
        memory_bytes=whole,
        free_bytes=free,
        units=known.multi_processor_count,
        capability=f"{known.major}.{known.minor}",
        toolkit=f"CUDA {version.cuda}" if version.cuda else f"HIP {version.hip}",
        uuid=str(getattr(known, "uuid", "")),
    )


def conditions(one: Description, tool: Mapping[str, str]) -> dict[str, str]:
    """Name → text of every condition of a device."""
    others = (one.memory_bytes - one.free_bytes) / 2**30
    return {
        "장치": one.line,
        "보이는 장치": f"{one.count}개 가운데 하나",
        "장치의 소프트웨어": one.toolkit,
        "시작할 때 쓰이던 장치 메모리": f"{others:.1f} GiB",
        **{f"장치: {label}": tool.get(label, UNKNOWN) for label in FIELDS.values()},
    }


def from_tool(uuid: str, run: nvidia.Run | None = None) -> dict[str, str]:
    """What ``nvidia-smi`` says of one device; empty where it is not there or knows it not."""
    which = uuid if uuid.startswith(("GPU-", "MIG-")) else f"GPU-{uuid}"
    rows = nvidia.ask([*FIELDS], *([f"--id={which}"] if uuid else []), run=run)
    if len(rows) != 1:
        return {}
    return {label: value for label, value in zip(FIELDS.values(), rows[0], strict=True) if value}
