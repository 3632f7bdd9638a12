"""No network but loopback: by the kernel where it lets us, else by a guard in Python.

A network namespace of its own has one interface, loopback, and no way out: native code and other
programs cannot pass it either. Some machines forbid it (Ubuntu 24.04 by AppArmor, Docker by its
filter, macOS has none). There a guard in every Python process refuses; that stops mistakes, not
malice.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import socket
import struct
import sys
from pathlib import Path

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 0x1
INTERFACE = struct.Struct("16sH22x")
"""``struct ifreq``: a name and flags."""

GUARD = Path(__file__).parent / "guard"


def close() -> None:
    """Take the network away from this process and all that it starts."""
    if not apart():
        guard()


def apart(platform: str = sys.platform) -> bool:
    """Move into a network namespace with nothing but loopback; whether that was allowed.

    Tried in a process of its own first: one that may leave its users' namespace but not its
    network would be left in between.
    """
    if platform != "linux" or not _allowed():
        return False
    _enter()
    return True


def guard() -> None:
    """Refuse in this process, and in every Python process that it starts."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(GUARD), *([before] if before else [])])
    runpy.run_path(str(GUARD / "sitecustomize.py"))


def _allowed() -> bool:
    child = os.fork()
    if child == 0:
        try:
            _enter()
            os._exit(0)
        finally:  # whatever went wrong: this copy of the process must not go on
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _enter() -> None:
    """Leave for a namespace in which we are who we were, and loopback is up.

    Raises:
        OSError: When the kernel does not allow it.
    """
    user, group = os.getuid(), os.getgid()
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER | CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "unshare")
    Path("/proc/self/setgroups").write_bytes(b"deny")  # else no group is mapped
    Path("/proc/self/uid_map").write_bytes(b"%d %d 1" % (user, user))
    Path("/proc/self/gid_map").write_bytes(b"%d %d 1" % (group, group))
    _raise_loopback()


def _raise_loopback() -> None:
    from fcntl import ioctl  # noqa: PLC0415  Linux only

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_:
        name, flags = INTERFACE.unpack(ioctl(any_, SIOCGIFFLAGS, INTERFACE.pack(b"lo", 0)))
        ioctl(any_, SIOCSIFFLAGS, INTERFACE.pack(name, flags | IFF_UP))
