"""What ``nvidia-smi`` says of the GPUs of a machine; where it is missing, nothing."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence

VALUE = r"[A-Za-z0-9. %\[\]/-]{1,40}"
"""What may reach a record: no serial number is asked for, and no other text is let through."""
TIMEOUT_S = 20

Run = Callable[[Sequence[str]], str]


def ask(fields: Sequence[str], *options: str, run: Run | None = None) -> list[list[str]]:
    """The values of some fields, a row for each GPU; what tells nothing is empty.

    Args:
        fields: Of ``nvidia-smi --query-gpu``.
        options: More of the command line.
        run: Runs a command and returns what it says.
    """
    command = ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader", *options]
    try:
        said = (run or _run)(command)
    except (OSError, subprocess.SubprocessError):
        return []
    rows = [[_told(value.strip()) for value in line.split(",")] for line in said.splitlines()]
    return [row for row in rows if len(row) == len(fields)]


def _told(value: str) -> str:
    """Not ``[N/A]``, and nothing that could be anything else than a value."""
    return value if re.fullmatch(VALUE, value) and not value.startswith("[") else ""


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, timeout=TIMEOUT_S, check=True
    )
    return done.stdout
