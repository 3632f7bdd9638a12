"""One row times a matrix by our own loop in C++: what decode does almost all the time.

Libraries make their matrix products for many rows. With one row nothing is used twice, memory is
the limit, and a plain loop that asks memory early enough gets more of it.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path

import torch
from torch import Tensor
from torch.utils.cpp_extension import include_paths, library_paths

SOURCE = Path(__file__).with_suffix(".cpp")
WIDTH = 32
"""Numbers that the loop takes at a time; the widths of every model are multiples of it."""

FLAGS = ("-O3", "-march=native", "-fopenmp", "-ffp-contract=fast", "-std=c++20", "-fPIC", "-shared")


def row_product(x: Tensor, weight: Tensor) -> Tensor:
    """``x`` (1, n_in) in fp32 times ``weight`` (n_out, n_in), transposed: (1, n_out) in fp32.

    Args:
        x: Contiguous; n_in is a multiple of ``WIDTH``.
        weight: Contiguous; fp32, bf16 or int8.
    """
    product: Tensor = torch.ops.serving.row_product(x, weight)  # (1, n_out)
    return product


@cache
def load() -> None:
    """Compile the loop, once a machine, and make it known to torch.

    Raises:
        RuntimeError: When there is no C++ compiler, with what it said when there is one.
    """
    torch.ops.load_library(_built())
    torch.library.register_fake(
        "serving::row_product", lambda x, weight: x.new_empty(1, weight.shape[0])
    )


def _built() -> Path:
    """The library, from an earlier start where nothing has changed since."""
    command = ["g++", *FLAGS, str(SOURCE)]
    command += [f"-I{path}" for path in include_paths()]
    command += [f"-L{path}" for path in library_paths()] + ["-ltorch_cpu", "-lc10"]
    library = _folder() / f"row_product-{_digest(command)}.so"
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        half = library.with_suffix(f".{os.getpid()}")  # two may start at the same time
        try:
            subprocess.run([*command, "-o", half], check=True, capture_output=True, text=True)  # noqa: S603
        except FileNotFoundError as error:
            raise RuntimeError("there is no C++ compiler; start without --compiled") from error
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"the C++ compiler failed: {error.stderr}") from error
        half.replace(library)
    return library


def _folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "snippets-serving")


def _digest(command: list[str]) -> str:
    """Of everything that the library depends on, the processor among it."""
    given = [torch.__version__, torch.cpu.get_capabilities(), *command, SOURCE.read_text()]
    return sha256("\n".join(map(str, given)).encode()).hexdigest()[:16]
