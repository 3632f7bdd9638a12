"""What the operating system says of itself, in files; each may be missing."""

from __future__ import annotations

import os
import re
from pathlib import Path

CLOCK = "sys/devices/system/clocksource/clocksource0/current_clocksource"
GOVERNOR = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
HUGE_PAGES = "sys/kernel/mm/transparent_hugepage/enabled"
V1 = "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "sys/fs/cgroup/cpu/cpu.cfs_period_us"
LIMITS = "sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"
USED = "sys/fs/cgroup/memory.current", "sys/fs/cgroup/memory/memory.usage_in_bytes"


def text(root: Path, name: str) -> str | None:
    """A file's text, or ``None`` where it cannot be read."""
    try:
        return (root / name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None


def huge_pages(root: Path) -> str | None:
    """``always [madvise] never`` → ``madvise``."""
    found = re.search(r"\[(\w+)\]", text(root, HUGE_PAGES) or "")
    return found[1] if found else None


def quota(root: Path) -> float | None:
    """CPUs that the container's limit amounts to; ``None`` where there are no containers."""
    if not (root / "proc/stat").exists():
        return None
    words = (text(root, "sys/fs/cgroup/cpu.max") or "").split()
    if len(words) < 2:
        words = [text(root, name) or "" for name in V1]
    try:
        allowed, period = (float(word) for word in words)
    except ValueError:
        return float("inf")  # "max", or no such file
    return allowed / period if allowed > 0 and period > 0 else float("inf")


def container_free(root: Path) -> float:
    """Bytes up to the container's limit."""
    for limit, used in zip(LIMITS, USED, strict=True):
        most, now = text(root, limit) or "", text(root, used) or ""
        if most.isdigit() and now.isdigit():
            return float(most) - float(now)
    return float("inf")


def allowed() -> int | None:
    """CPUs this process may run on; macOS does not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
