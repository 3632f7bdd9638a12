"""Errors as an OpenAI client expects them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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


def step_failed() -> ApiError:
    """500: the step that the request was in went wrong; the worker goes on without it."""
    message = "The model worker failed while it computed this request."
    return ApiError(500, message, code="step_failed", kind="server_error")


def worker_gone() -> ApiError:
    """503: the process that computes has died."""
    message = "The model worker is not running."
    return ApiError(503, message, code="worker_unavailable", kind="server_error")
