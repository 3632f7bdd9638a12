"""Errors as an OpenAI client expects them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

RETRY_AFTER_S = 1
"""What a client is told to wait before it asks a full queue again."""


@dataclass(eq=False)  # not frozen: Python itself sets an exception's traceback
class ApiError(Exception):
    """A request that gets no answer, and why.

    Attributes:
        status: HTTP status code.
        message: For a person.
        code: For a program.
        param: The field of the request that is at fault, if one is.
        kind: OpenAI's ``type``.
        headers: Extra response headers.
    """

    status: int
    message: str
    code: str | None = None
    param: str | None = None
    kind: str = "invalid_request_error"
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, dict[str, str | None]]:
        """The JSON that goes to the client."""
        return {
            "error": {
                "message": self.message,
                "type": self.kind,
                "param": self.param,
                "code": self.code,
            }
        }


def model_not_found(name: str) -> ApiError:
    """404: a model that is not served here."""
    message = f"The model '{name}' does not exist."
    return ApiError(404, message, code="model_not_found", param="model")


def too_long(context_len: int, requested: str) -> ApiError:
    """400: more tokens than the model can look at."""
    message = f"This model's context length is {context_len} tokens, but {requested}."
    return ApiError(400, message, code="context_length_exceeded", param="prompt")


def queue_full(waiting: int) -> ApiError:
    """429: too many requests wait already.

    Refusing early is kinder than a queue without end: a client that is told to come back can
    go elsewhere, one that waits for minutes cannot.
    """
    return ApiError(
        429,
        f"The queue is full ({waiting} requests are waiting). Try again later.",
        code="rate_limit_exceeded",
        kind="requests",
        headers={"Retry-After": str(RETRY_AFTER_S)},
    )


def step_failed() -> ApiError:
    """500: the step that the request was in went wrong; the worker goes on without it."""
    message = "The model worker failed while it computed this request."
    return ApiError(500, message, code="step_failed", kind="server_error")


def worker_died() -> ApiError:
    """503: the process that computes died in the middle of the request; another is started."""
    message = "The model worker died while it computed this request. Try again."
    retry = {"Retry-After": str(RETRY_AFTER_S)}
    return ApiError(503, message, code="worker_unavailable", kind="server_error", headers=retry)


def worker_gone() -> ApiError:
    """503: the process that computes has died too often, and is not started again."""
    message = "The model worker is not running."
    return ApiError(503, message, code="worker_unavailable", kind="server_error")
