"""Whether this CPU has a matrix unit, and what oneDNN really runs with it and without."""

from __future__ import annotations

import os
import re
import tempfile

import torch

OFF = {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16"}
"""Hides the matrix unit (AMX) from oneDNN, and nothing else: products of bf16 in vectors stay."""

NAME = re.compile(r"matmul,([\w:.+-]{1,60}),")


def has_matrix_unit() -> bool:
    """Whether torch can use a unit for products of bf16 tiles on this CPU."""
    return bool(torch.cpu.get_capabilities().get("amx_bf16"))


def multiplies_bf16() -> bool:
    """Whether it has any instruction for products of bf16; else a large one takes seconds."""
    return any(has for name, has in torch.cpu.get_capabilities().items() if "bf16" in name)


def kernel_name(n: int = 1024) -> str:
    """The name that oneDNN gives to what multiplies two bf16 matrices in this process.

    It prints the name from C, so the standard output of the process is turned to a file.
    """
    a = torch.randn(n, n).bfloat16()  # (n, n)
    verbose = torch.backends.mkldnn
    with tempfile.TemporaryFile() as told:
        before = os.dup(1)
        os.dup2(told.fileno(), 1)
        try:
            with verbose.verbose(verbose.VERBOSE_ON):
                torch.mm(a, a)
        finally:
            os.dup2(before, 1)
            os.close(before)
        told.seek(0)
        found = NAME.search(told.read().decode(errors="replace"))
    return found[1] if found else "알 수 없음"
