"""Starts the serving system beside an experiment, and takes it down whatever happens.

with serve("mini", max_batch=4, threads=1) as server:
first, second = server.complete(Ask("안녕", 16, traced=True), Ask("hello", 16))
trace = server.trace(first.trace_id, id="ch01.request")
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..evidence.trace import Trace
from .child import options, start, take_down, wait_until_ready
from .client import Client
from .completion import Ask, Completion
from .config import Dtype, Policy
from .limits import TOKEN_BUDGET
from .spans import wait_for_trace


@dataclass(frozen=True)
class Server:
    """A serving system that is ready for requests."""

    url: str
    api_key: str
    model: str
    pid: int
    spans: Path

    def client(self) -> Client:
        """A client of this server, whose own spans join the server's."""
        return Client(self.url, self.api_key, self.model, self.spans)

    def complete(self, *asks: Ask) -> list[Completion]:
        """Send all requests at the same time and wait for all the answers.

        Inside a running event loop, use ``client`` instead.

        Raises:
            RequestFailedError: When one of them is refused, or breaks off.
        """

        async def together() -> list[Completion]:
            async with self.client() as client:
                return await asyncio.gather(*(client.complete(ask) for ask in asks))

        return asyncio.run(together())

    def trace(self, trace_id: str, id: str) -> Trace:  # noqa: A002  the trace's own word
        """The trace of a request that was sent with ``traced=True``.

        Raises:
            TraceError: When it does not arrive or has a gap.
        """
        return wait_for_trace(self.spans, trace_id, id)


@contextmanager
def serve(  # noqa: PLR0913  each of them is a condition of a measurement
    model: str = "mini",
    *,
    max_batch: int = 4,
    queue_size: int = 16,
    threads: int = 1,
    policy: Policy = "continuous",
    token_budget: int = TOKEN_BUDGET,
    dtype: Dtype = "fp32",
    kv_blocks: int | None = None,
    prefix_caching: bool = False,
    huge_pages: bool = False,
    compiled: bool = False,
    model_dir: Path | None = None,
    port: int = 0,
    start_timeout_s: float = 120,
) -> Iterator[Server]:
    """Run gateway and worker for as long as the ``with`` block lasts.

    Args:
        model: A name in ``config.MODELS``, or any for ``model_dir``.
        max_batch: Requests in one step at most.
        queue_size: Requests that may wait; one more gets 429.
        threads: CPU threads for torch in the worker.
        policy: ``continuous`` or ``static`` batching.
        token_budget: Tokens a step computes at most; longer prompts are chunked.
        dtype: What the matrices are kept in.
        kv_blocks: Blocks of a paged KV cache; ``None`` for a contiguous one.
        prefix_caching: Whether requests that begin alike share blocks; needs ``kv_blocks``.
        huge_pages: Whether the worker's memory comes in pages of 2 MiB.
        compiled: Whether steps are compiled; needs a C++ compiler, and minutes.
        model_dir: Folder with a real model, as Hugging Face lays it out.
        port: 0 takes any free one.
        start_timeout_s: How long the model may take to load.

    Raises:
        ServerStartError: With what the process wrote to its standard error.
    """
    api_key = f"sk-{secrets.token_hex(16)}"
    with tempfile.TemporaryDirectory() as folder:
        errors, spans = Path(folder, "stderr.txt"), Path(folder, "spans.jsonl")
        given = options(
            model=None if model_dir else model,
            model_dir=model_dir and model_dir.resolve(),
            served_model_name=model if model_dir else None,
            max_batch=max_batch,
            queue_size=queue_size,
            threads=threads,
            policy=policy,
            token_budget=token_budget,
            dtype=dtype,
            kv_blocks=kv_blocks,
            prefix_caching=prefix_caching,
            huge_pages=huge_pages,
            compiled=compiled,
            port=port,
            spans=spans,
        )
        with errors.open("wb") as stderr:
            process = start(given, api_key, stderr.fileno())
        try:
            url = wait_until_ready(process, errors, start_timeout_s)
            server = Server(url, api_key, model, process.pid, spans)
            # The first request of a process pays for imports and connections; this one does.
            server.complete(Ask("warm-up", max_tokens=2, traced=True))
            yield server
        finally:
            take_down(process)
