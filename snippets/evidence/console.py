"""Korean on a terminal that knows only ASCII: escaped, never the end of a command."""

from __future__ import annotations

import io
from typing import TextIO


def never_fails(*streams: TextIO) -> None:
    """Let streams escape what their encoding has no sign for."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
