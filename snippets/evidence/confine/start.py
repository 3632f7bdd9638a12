"""The first thing in a confined process: give up what it must not have, then run the module."""

from __future__ import annotations

import os
import runpy
import sys

from . import limits, network

NETWORK = {"GUIDE_NETWORK": "open"}
"""Set for the one case in which a reader named a server to be measured."""


def start() -> None:
    """Run the module that the command line names, as ``python -m`` would."""
    if not all(os.environ.pop(name, "") == value for name, value in NETWORK.items()):
        network.close()
    limits.set_all()  # after the namespace: the kernel counts processes in each of them apart
    for name in [one for one in sys.modules if one.partition(".")[0] == "snippets"]:
        del sys.modules[name]  # what runs finds its own
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
