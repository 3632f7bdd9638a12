"""Which accelerators an experiment may see: whoever shares a machine says so in variables."""

from __future__ import annotations

import re
from collections.abc import Mapping

VARIABLES = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "HIP_VISIBLE_DEVICES")


def visible(environ: Mapping[str, str]) -> dict[str, str]:
    """Those variables, for the process of an experiment, whose environment is otherwise scrubbed.

    None of them reaches a record: the device is described by what it says of itself.
    """
    shape = r"[A-Za-z0-9_,:-]{0,400}"
    found = {name: environ[name] for name in VARIABLES if name in environ}
    return {name: value for name, value in found.items() if re.fullmatch(shape, value)}
