"""The gateway: HTTP in, tokens out. It decides and forwards; it never computes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property

from opentelemetry.trace import Tracer
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .auth import require_key
from .completions import Completions
from .config import ModelConfig
from .errors import ApiError, model_not_found
from .metrics import Metrics
from .openapi import document
from .scheduler import Scheduler
from .tokenizer import BYTES, Tokenizer
from .wire import refuse, refuse_http


@dataclass(frozen=True)
class Gateway:
    """What the routes share."""

    model: ModelConfig
    api_key: str
    scheduler: Scheduler
    tracer: Tracer | None
    tokenizer: Tokenizer = BYTES

    @cached_property
    def metrics(self) -> Metrics:
        """What is counted at ``/metrics``."""
        return Metrics(self.model.name, self.scheduler)

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
                Route("/metrics", self.read_metrics, methods=["GET"]),
                Route("/openapi.json", self.describe, methods=["GET"]),
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

    async def read_metrics(self, _: Request) -> Response:
        """``GET /metrics``: counters for Prometheus; like ``/health``, for everyone."""
        return Response(self.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)

    async def describe(self, _: Request) -> Response:
        """``GET /openapi.json``: what can be asked here, and what is answered."""
        return JSONResponse(document())

    async def health(self, _: Request) -> Response:
        """``GET /health``: whether the worker lives, and how busy it is."""
        scheduler, planner = self.scheduler, self.scheduler.planner
        state = {
            "status": scheduler.state,
            "waiting": len(planner.waiting),
            "running": len(planner.running),
            "free_slots": len(planner.free_slots),
        }
        return JSONResponse(state, status_code=200 if scheduler.state == "ok" else 503)


def _entry(model: ModelConfig) -> dict[str, object]:
    return {"id": model.name, "object": "model", "created": 0, "owned_by": "guide"}
