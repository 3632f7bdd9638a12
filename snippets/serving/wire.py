"""The HTTP side of the gateway: bodies in, errors out, and clients that hang up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from .errors import ApiError
from .race import unless
from .validation import MAX_BODY_BYTES

BODY_TIMEOUT_S = 10
"""A client that sends its body more slowly than this only holds a connection."""

T = TypeVar("T")


async def read(request: Request) -> bytes:
    """The whole body.

    Raises:
        ApiError: 413 as soon as more than ``MAX_BODY_BYTES`` have come, 408 when not all has
            come after ``BODY_TIMEOUT_S``.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for piece in request.stream():
                body += piece
                if len(body) > MAX_BODY_BYTES:
                    message = f"The body is larger than {MAX_BODY_BYTES} bytes."
                    raise ApiError(413, message, code="request_too_large")
    except TimeoutError:
        message = f"The body did not arrive within {BODY_TIMEOUT_S} s."
        raise ApiError(408, message, code="request_timeout") from None
    return bytes(body)


async def unless_gone(request: Request, work: Awaitable[T]) -> T:
    """Await ``work``, but no longer than the client holds the line.

    Raises:
        ClientDisconnect: When the client hangs up first.
    """
    return await unless(_hangup(request), work, ClientDisconnect())


async def _hangup(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def refuse(_: Request, error: Exception) -> Response:
    """An error of this system, as the OpenAI API words it."""
    assert isinstance(error, ApiError)
    return JSONResponse(error.body(), status_code=error.status, headers=dict(error.headers))


async def refuse_http(request: Request, error: Exception) -> Response:
    """Errors of the framework itself (no such path, wrong method), in the same shape."""
    assert isinstance(error, HTTPException)
    headers = error.headers or {}
    return await refuse(request, ApiError(error.status_code, error.detail, headers=headers))
