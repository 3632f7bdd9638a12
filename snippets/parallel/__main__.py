"""One rank: join the others, do the work, leave the result where ``launch`` looks for it.

Started by torchrun as ``python -m snippets.parallel FOLDER MODULE FUNCTION``.
"""

from __future__ import annotations

import importlib
import os
import pickle
import sys
from datetime import timedelta
from pathlib import Path

from torch import distributed as dist

from .link import Gloo

JOIN_S = 60


def main(folder: str, module: str, function: str) -> None:
    """Call a function of a module with this rank's link."""
    rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    # Ranks find each other through a file: a store of torch's own would listen on all addresses.
    meeting = f"file://{Path(folder).resolve()}/ranks"
    timeout = timedelta(seconds=JOIN_S)
    dist.init_process_group("gloo", meeting, timeout, rank=rank, world_size=size)
    dist.barrier()
    (Path(folder) / f"joined-{rank}").touch()
    result = getattr(importlib.import_module(module), function)(Gloo())
    (Path(folder) / f"result-{rank}").write_bytes(pickle.dumps(result))
    dist.barrier()  # nobody hangs up while another still sends
    dist.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
