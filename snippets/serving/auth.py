"""Whose request is it? A bearer key, as the OpenAI API uses it."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from .errors import ApiError


def require_key(headers: Mapping[str, str], api_key: str) -> None:
    """Let only requests pass that carry ``Authorization: Bearer <api_key>``.

    Raises:
        ApiError: 401, without saying how far off the key was.
    """
    scheme, _, key = headers.get("authorization", "").partition(" ")
    # Compared in constant time: how long a comparison takes must not tell how much of a
    # guessed key was right. As bytes, because compare_digest refuses non-ASCII strings.
    right = hmac.compare_digest(key.strip().encode(), api_key.encode())
    if scheme.lower() != "bearer" or not right:
        message = "Missing or incorrect API key."
        raise ApiError(401, message, code="invalid_api_key", headers={"WWW-Authenticate": "Bearer"})
