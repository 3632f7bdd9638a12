"""Is the preview's address free? Asked before anything is measured, not a minute after."""

from __future__ import annotations

import socket

from snippets.evidence.problem import GuideError


def check_free(host: str, port: int) -> None:
    """Raise ``port-taken`` when something already listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            raise GuideError(
                "mkdocs.yml",
                1,
                "port-taken",
                f"{host}:{port}는 다른 프로그램이 쓰고 있습니다",
                f"make site PORT={port + 1} 처럼 다른 번호를 주세요",
            ) from None
