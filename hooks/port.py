"""Is the preview's address free? Asked before anything is measured, not a minute after."""

from __future__ import annotations

import errno
import socket

from snippets.evidence.problem import GuideError


def check_free(host: str, port: int) -> None:
    """Bind to the address as MkDocs will, and let it go again.

    Raises:
        GuideError: ``port-taken`` when something already listens there, ``port-unusable`` when
            this machine cannot listen there at all.
    """
    try:
        _bind(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _problem(
                "port-taken",
                f"{host}:{port}는 다른 프로그램이 쓰고 있습니다",
                f"make site PORT={port + 1} 처럼 다른 번호를 주세요",
            ) from None
        raise _unusable(host, port, error.strerror or str(error)) from None
    except OverflowError as error:
        raise _unusable(host, port, str(error)) from None


def _bind(host: str, port: int) -> None:
    # MkDocs listens on IPv4 unless the host is written as an IPv6 address.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    kind = socket.SOCK_STREAM
    _, _, protocol, _, address = socket.getaddrinfo(host, None, family, kind)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((address[0], port))


def _unusable(host: str, port: int, reason: str) -> GuideError:
    return _problem(
        "port-unusable",
        f"{host}:{port}에서는 기다릴 수 없습니다: {reason}",
        "mkdocs.yml의 dev_addr나 --dev-addr를 고치세요",
    )


def _problem(code: str, message: str, hint: str) -> GuideError:
    return GuideError("mkdocs.yml", 1, code, message, hint)
