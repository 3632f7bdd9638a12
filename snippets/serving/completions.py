"""``POST /v1/completions``: one request, from the first byte in to the last byte out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from .auth import require_key
from .errors import ApiError
from .job import Job
from .streaming import Envelope, events, whole
from .telemetry import Relay, relay_for
from .validation import validate
from .wire import read, unless_gone

if TYPE_CHECKING:
    from .gateway import Gateway


class Completions:
    """The route, called once a request."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._exports: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. Whatever ends it, its slot is free and its trace is written."""
        request = Request(scope, receive)
        relay = relay_for(request.headers, self._gateway.tracer)
        job: Job | None = None
        try:
            job = await self._accept(request, relay)
            response = await self._answer(request, job)
            await response(scope, receive, send)
        except ClientDisconnect:
            pass  # nobody is left to be told
        except ApiError as error:
            relay.attributes["error.type"] = str(error.status)
            if job is None:
                self._gateway.metrics.refuse(error.status)
            else:
                job.meter.fail()
            raise
        finally:
            if job is not None:
                self._gateway.scheduler.leave(job)
                job.meter.close()
                relay.attributes["gen_ai.usage.output_tokens"] = job.made
            if relay.on:
                self._export(relay)

    async def _accept(self, request: Request, relay: Relay) -> Job:
        gateway = self._gateway
        with relay.control("gateway.receive") as stop:
            body = await read(request)
            stop.moved = len(body)
        with relay.control("gateway.auth"):
            require_key(request.headers, gateway.api_key)
        with relay.control("gateway.validate"):
            want = validate(body, gateway.model, gateway.tokenizer)
        relay.name = f"text_completion {gateway.model.name}"
        relay.attributes |= {
            "gen_ai.request.model": gateway.model.name,
            "gen_ai.request.max_tokens": want.max_tokens,
            "gen_ai.usage.input_tokens": len(want.prompt),
        }
        job = Job(want, relay, gateway.metrics.meter(len(want.prompt)))
        gateway.scheduler.submit(job)
        return job

    async def _answer(self, request: Request, job: Job) -> Response:
        envelope = Envelope(self._gateway.model.name, self._gateway.tokenizer)
        if not job.want.stream:
            tokens = await unless_gone(request, job.all())
            return JSONResponse(whole(envelope, job, tokens))
        # Wait for the first token: until then, an error can still be a proper status code.
        first = await unless_gone(request, job.next())
        return StreamingResponse(events(envelope, job, first), media_type="text/event-stream")

    def _export(self, relay: Relay) -> None:
        task = asyncio.create_task(relay.export())
        self._exports.add(task)  # the loop itself keeps only a weak reference
        task.add_done_callback(self._exports.discard)
