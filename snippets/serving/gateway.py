"""The gateway: HTTP in, tokens out. It decides and forwards; it never computes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from opentelemetry.trace import Tracer
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .auth import require_key
from .config import ModelConfig
from .errors import ApiError, model_not_found
from .job import Job
from .scheduler import Scheduler
from .streaming import Envelope, events, whole
from .telemetry import Relay, relay_for
from .validation import validate
from .wire import read, refuse, refuse_http, unless_gone


@dataclass(frozen=True)
class Gateway:
    """What the routes share."""

    model: ModelConfig
    api_key: str
    scheduler: Scheduler
    tracer: Tracer | None

    def app(self, on_start: Callable[[], None], on_stop: Callable[[], None]) -> Starlette:
        """The web application, with what to do before the first and after the last request."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            steps = asyncio.create_task(self.scheduler.run())
            on_start()
            yield
            steps.cancel()
            on_stop()

        return Starlette(
            routes=[
                Route("/v1/completions", Completions(self), methods=["POST"]),
                Route("/v1/models", self.models, methods=["GET"]),
                Route("/v1/models/{name:path}", self.one_model, methods=["GET"]),
                Route("/health", self.health, methods=["GET"]),
            ],
            exception_handlers={ApiError: refuse, HTTPException: refuse_http},
            lifespan=lifespan,
        )

    async def models(self, request: Request) -> Response:
        """``GET /v1/models``: the one model there is."""
        require_key(request.headers, self.api_key)
        return JSONResponse({"object": "list", "data": [_entry(self.model)]})

    async def one_model(self, request: Request) -> Response:
        """``GET /v1/models/{name}``: the same, asked for by name."""
        require_key(request.headers, self.api_key)
        if request.path_params["name"] != self.model.name:
            raise model_not_found(request.path_params["name"])
        return JSONResponse(_entry(self.model))

    async def health(self, _: Request) -> Response:
        """``GET /health``: whether the worker lives, and how busy it is."""
        scheduler = self.scheduler
        state = {
            "status": "ok" if scheduler.up else "worker gone",
            "waiting": len(scheduler.waiting),
            "running": len(scheduler.running),
            "free_slots": len(scheduler.free_slots),
        }
        return JSONResponse(state, status_code=200 if scheduler.up else 503)


class Completions:
    """``POST /v1/completions``, from the first byte in to the last byte out."""

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
            raise
        finally:
            if job is not None:
                self._gateway.scheduler.leave(job)
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
            want = validate(body, gateway.model)
        relay.name = f"text_completion {gateway.model.name}"
        relay.attributes |= {
            "gen_ai.request.model": gateway.model.name,
            "gen_ai.request.max_tokens": want.max_tokens,
            "gen_ai.usage.input_tokens": len(want.prompt),
        }
        job = Job(want, relay)
        gateway.scheduler.submit(job)
        return job

    async def _answer(self, request: Request, job: Job) -> Response:
        envelope = Envelope(self._gateway.model.name)
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


def _entry(model: ModelConfig) -> dict[str, object]:
    return {"id": model.name, "object": "model", "created": 0, "owned_by": "guide"}
