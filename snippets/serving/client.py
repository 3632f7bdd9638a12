"""The client: sends a prompt over HTTP and notes when each token arrives."""

from __future__ import annotations

import json
from pathlib import Path as File
from types import TracebackType
from typing import Self

import httpx
from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ..evidence.trace import Path
from ..load import sse
from .clock import now_ns
from .completion import Ask, Completion, RequestFailedError
from .spans import tracer_to


class Client:
    """An HTTP client for one server; use it as ``async with``."""

    def __init__(self, url: str, api_key: str, model: str, spans: File | None = None) -> None:
        self._model = model
        self._tracer: Tracer = tracer_to(spans) if spans else trace.NoOpTracer()
        self._http = httpx.AsyncClient(
            base_url=url,
            headers={"Authorization": f"Bearer {api_key}"},
            timeout=None,  # noqa: S113  how long an answer takes is what we want to know
            trust_env=False,  # a proxy has no place between two processes of one machine
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        origin: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def complete(self, ask: Ask) -> Completion:
        """Send one streaming request and read it to its end.

        Raises:
            RequestFailedError: When the server refuses, or breaks off.
        """
        body = self._body(ask)
        headers = {"Content-Type": "application/json"}
        sent_ns = now_ns()
        span = self._start_span(ask, sent_ns, headers, len(body))
        request = self._http.build_request(
            "POST",
            "/v1/completions",
            content=body,
            headers=headers,
            extensions={"trace": _ends_when_written(span)},
        )
        response = await self._http.send(request, stream=True)
        try:
            texts, arrivals, finish = await _read(response, sent_ns)
        finally:
            await response.aclose()
        trace_id = trace.format_trace_id(span.get_span_context().trace_id) if ask.traced else None
        return Completion("".join(texts), sent_ns, tuple(arrivals), finish, trace_id)

    def _body(self, ask: Ask) -> bytes:
        fields = {
            "model": self._model,
            "prompt": ask.prompt,
            "max_tokens": ask.max_tokens,
            "temperature": ask.temperature,
            "seed": ask.seed,
            "ignore_eos": ask.ignore_eos,
            "stream": True,
        }
        return json.dumps(fields, ensure_ascii=False).encode()

    def _start_span(self, ask: Ask, sent_ns: int, headers: dict[str, str], size: int) -> Span:
        if not ask.traced:
            return trace.INVALID_SPAN
        span = self._tracer.start_span(
            "client.send",
            kind=SpanKind.CLIENT,
            attributes={"guide.path": Path.CONTROL.value, "guide.bytes": size},
            start_time=sent_ns,
        )
        TraceContextTextMapPropagator().inject(headers, trace.set_span_in_context(span))
        return span


async def _read(response: httpx.Response, sent_ns: int) -> tuple[list[str], list[float], str]:
    """Texts and arrival times of a stream's tokens, and why it ended."""
    if response.status_code != httpx.codes.OK:
        await response.aread()
        raise RequestFailedError(response.status_code, response.json()["error"]["message"])
    texts: list[str] = []
    arrivals: list[float] = []
    finish: str | None = None
    async for data in sse.data_of(response.aiter_lines()):
        arrived_s = (now_ns() - sent_ns) / 1e9
        if data == sse.DONE:
            continue
        event = json.loads(data)
        if "error" in event:
            # The status line was long gone; the code still tells what it would have said.
            gone = event["error"]["code"] == "worker_unavailable"
            raise RequestFailedError(503 if gone else 500, event["error"]["message"])
        choice = event["choices"][0]
        texts.append(choice["text"])
        arrivals.append(arrived_s)
        finish = choice["finish_reason"]
    if finish is None:
        raise RequestFailedError(503, "the stream ended before its last token")
    return texts, arrivals, finish


def _ends_when_written(span: Span) -> object:
    """A listener for httpx that ends ``span`` when the request has been written."""

    async def listen(event: str, _: object) -> None:
        if event == "http11.send_request_body.complete":
            span.end(now_ns())

    return listen
