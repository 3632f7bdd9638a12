"""Refuses every address but loopback in this Python process.

Python loads a module of this name by itself at every start, so whatever an experiment starts has
it too. An audit hook cannot be taken out again, and sees what asyncio and the C module do.
"""

from __future__ import annotations

import ipaddress
import sys

ADDRESSED = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}
"""Events whose arguments are the socket and an address."""

NAMED = {"socket.getaddrinfo", "socket.gethostbyname"}
"""Events whose first argument is a host: its name would leave the machine in a question."""


def is_here(host: object) -> bool:
    """Whether a host is this machine; ``None`` and the empty name mean any of our own addresses."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(str(name).partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def hosts(event: str, arguments: tuple[object, ...]) -> list[object]:
    """The hosts that an event is about; sockets of files have none."""
    if event in NAMED:
        return [arguments[0]]
    address = arguments[1] if event in ADDRESSED else None
    return [address[0]] if isinstance(address, tuple) and address else []


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Stop what would leave this machine."""
    if event.startswith("socket."):
        for host in hosts(event, arguments):
            if not is_here(host):
                raise PermissionError(f"실험은 이 기계 밖과 이야기하지 않습니다: {host}")


sys.addaudithook(refuse)
