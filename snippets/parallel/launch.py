"""Start ranks with torchrun: processes of one machine that talk over loopback, and nowhere else."""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import psutil
from torch import distributed as dist

from ..evidence import lifeline
from .link import Link

T = TypeVar("T")

HOST = "127.0.0.1"
TIMEOUT_S = 150
"""A launch takes some seconds on a quiet machine, and far more on one that is overloaded."""


class NoRanksError(Exception):
    """Ranks cannot be started on this machine; the message says why, in Korean."""


def on_ranks(work: Callable[[Link], T], ranks: int, timeout_s: float = TIMEOUT_S) -> list[T]:
    """Run ``work``, a function at the top of a module, on each of several ranks.

    Returns:
        What each gave, by rank.

    Raises:
        NoRanksError: When the ranks could not find each other, or there is no gloo to do so.
        RuntimeError: When ``work`` failed on one of them, with the end of what they said.
    """
    interface = loopback()
    if not (dist.is_available() and dist.is_gloo_available()):
        raise NoRanksError("이 torch에는 gloo가 없습니다")
    if interface is None:
        raise NoRanksError("이 기계에는 루프백이 없습니다")
    with tempfile.TemporaryDirectory(prefix="guide-ranks-") as folder:
        said = _torchrun(work, ranks, folder, interface, timeout_s)
        results = [Path(folder) / f"result-{rank}" for rank in range(ranks)]
        if all(one.exists() for one in results):
            return [pickle.loads(one.read_bytes()) for one in results]  # noqa: S301  ours
        if not list(Path(folder).glob("joined-*")):
            last = said.strip().splitlines()[-1:] or ["말없이 끝남"]
            raise NoRanksError(f"torchrun이 랭크를 잇지 못했습니다 ({last[0][:80]})")
        raise RuntimeError(said[-4000:])


def loopback() -> str | None:
    """The name of the interface that has 127.0.0.1: ``lo`` on Linux, ``lo0`` on macOS."""
    for name, addresses in psutil.net_if_addrs().items():
        if any(one.family == socket.AF_INET and one.address == HOST for one in addresses):
            return name
    return None


def _torchrun(
    work: Callable[[Link], object], ranks: int, folder: str, interface: str, timeout_s: float
) -> str:
    """Start it, wait for its end, and leave no process behind; what it said."""
    # With a file to meet at, and no store to share, torchrun opens no port to the network either.
    meeting = ("--rdzv-backend=c10d", "--rdzv-conf=store_type=file", "--rdzv-id=guide")
    child = subprocess.Popen(  # noqa: S603  our own module, and a function of ours
        [
            *(sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(ranks)),
            *(*meeting, f"--rdzv-endpoint={folder}/agents", f"--local-addr={HOST}"),
            f"--log-dir={folder}",  # it makes one, and would leave it behind elsewhere
            *("-m", f"{__package__}", folder, work.__module__, work.__qualname__),
        ],
        env=dict(os.environ)
        | {"GLOO_SOCKET_IFNAME": interface, "TORCH_DISABLE_SHARE_RDZV_TCP_STORE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        return child.communicate(timeout=timeout_s)[0]
    except subprocess.TimeoutExpired:
        return f"{timeout_s:.0f}초 안에 끝나지 않음"
    finally:
        family = lifeline.descendants(psutil.Process(child.pid)) if child.poll() is None else []
        child.kill()
        lifeline.end(family)
        child.communicate()
