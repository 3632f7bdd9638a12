"""Load a model folder by hand, and note every stop: who decides, and which bytes move.

``serving/checkpoint.py`` does the same for the server in fewer and faster steps; here each step
is one that can be seen. The experiment holds the result of one against that of the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path as File
from time import perf_counter_ns

import torch
from torch import Tensor

from .evidence.trace import Path, Span, Trace
from .serving.checkpoint import shapes
from .serving.llama_config import read_config
from .serving.shards import WHOLE
from .weight_file import LENGTH_BYTES, Entry, read_header, read_length

UNTIMED = (
    "한 번만 적재했고, 방금 쓴 파일이라 디스크가 아니라 운영체제의 파일 캐시에서 읽혔을 수 있습니다"
)


class Stops:
    """Notes one stop after another; each is caused by the one before."""

    def __init__(self) -> None:
        self._began = perf_counter_ns()
        self._spans: list[Span] = []

    @contextmanager
    def at(self, name: str, path: Path, moved: int | None = None) -> Iterator[None]:
        """Note a stop around a block of code, which moves ``moved`` bytes."""
        start = perf_counter_ns()
        yield
        end = perf_counter_ns()
        last = self._spans[-1].id if self._spans else None
        self._spans.append(
            Span(
                id=f"s{len(self._spans)}",
                after=last,
                name=name,
                path=path,
                start_us=(start - self._began) / 1e3,
                duration_us=(end - start) / 1e3,
                bytes=moved,
            )
        )

    def trace(self, id: str) -> Trace:  # noqa: A002
        """All stops; their times belong to one run, and are not shown."""
        return Trace(id=id, spans=tuple(self._spans)).without_times(UNTIMED)


def load(folder: File, dtype: torch.dtype, trace_id: str) -> tuple[dict[str, Tensor], Trace]:
    """Read every tensor of ``folder``, as a worker that computes in ``dtype`` keeps it.

    Returns:
        Name → tensor in memory of its own, and the trace of how it came there.
    """
    stops, loaded = Stops(), dict[str, Tensor]()
    settings = folder / "config.json"
    with stops.at("load.config", Path.CONTROL, settings.stat().st_size):
        wanted = shapes(read_config(folder, "loaded"))
    with (folder / WHOLE).open("rb") as file:
        with stops.at("load.length", Path.CONTROL, LENGTH_BYTES):
            length = read_length(file)
        with stops.at("load.header", Path.CONTROL, length):
            header = read_header(file, length)
        with stops.at("load.check", Path.CONTROL):
            check(header, wanted)
        with stops.at("load.buffer", Path.DATA):
            buffer = memoryview(bytearray(max(entry.size for entry in header.values())))
        for name, entry in header.items():
            room = buffer[: entry.size]
            with stops.at("load.read", Path.DATA, entry.size):
                came = file.readinto(room)
            assert came == entry.size, f"{name}: cut short"
            with stops.at("load.convert", Path.DATA, math.prod(entry.shape) * dtype.itemsize):
                stored = torch.frombuffer(room, dtype=entry.dtype)  # (numel,), no byte moves
                loaded[name] = stored.view(entry.shape).to(dtype, copy=True)  # as its name says
    with stops.at("load.ready", Path.CONTROL):
        assert loaded.keys() == wanted.keys()
    return loaded, stops.trace(trace_id)


def check(header: Mapping[str, Entry], wanted: Mapping[str, tuple[int, ...]]) -> None:
    """Hold the header against the shapes that the dimensions give, before a weight is read."""
    assert {name: entry.shape for name, entry in header.items()} == wanted
    for entry in header.values():
        assert entry.size == math.prod(entry.shape) * entry.dtype.itemsize
