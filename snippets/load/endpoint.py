"""Which server is asked, and what a record may say about it: never where it is."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx

from ..evidence.experiment import Condition

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
UNKNOWN = "밝히지 않음"


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible server.

    Attributes:
        base_url: With the version, as the official client takes it: ``http://…:8000/v1``.
        model: What a request calls the model.
        key_variable: Environment variable with the API key. The key itself is in no field, so
            it can get into no record and no traceback. Without the variable none is sent.
    """

    base_url: str
    model: str
    key_variable: str = "OPENAI_API_KEY"

    def __post_init__(self) -> None:
        """Refuse an address that is none.

        Raises:
            ValueError: Without saying the address, which could hold a password.
        """
        if not re.match(r"https?://[^/]", self.base_url):
            raise ValueError("the endpoint is not a URL such as http://127.0.0.1:8000/v1")

    def http(self, timeout_s: float) -> httpx.AsyncClient:
        """An HTTP client for it.

        Args:
            timeout_s: Longest silence: to connect, and between two pieces of an answer.
        """
        key = os.environ.get(self.key_variable)
        return httpx.AsyncClient(
            # Without the slash at the end, httpx would leave out the last part of the path.
            base_url=self.base_url.rstrip("/") + "/",
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=timeout_s,
            # By default 100 connections, and the 101st request waits in the client unseen.
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=None),
            # A proxy has no place between two processes of one machine.
            trust_env=urlsplit(self.base_url).hostname not in LOOPBACK,
        )


async def identify(endpoint: Endpoint, http: httpx.AsyncClient) -> Condition:
    """What server it was, as far as it says so itself; for the conditions of a record.

    Four things are taken, and nothing else: the model's name, the ``Server`` header, who owns
    the model and its longest context (``/v1/models``), and the version (vLLM's ``/version``).
    """
    header, entry = await _model_entry(endpoint, http)
    version = await _version(http)
    parts = [
        f"모델 {_plain(endpoint.model)}",
        f"Server 헤더 {_plain(header)}",
        f"owned_by {_plain(entry.get('owned_by'))}",
        f"max_model_len {_plain(entry.get('max_model_len'))}",
        f"버전 {_plain(version)}",
    ]
    return Condition("서버", " · ".join(part for part in parts if not part.endswith(UNKNOWN)))


async def _model_entry(
    endpoint: Endpoint, http: httpx.AsyncClient
) -> tuple[str | None, dict[str, Any]]:
    try:
        answer = await http.get("models")
        entries = answer.json()["data"]
        entry = next(entry for entry in entries if entry["id"] == endpoint.model)
    except httpx.HTTPError:
        return None, {}
    except (ValueError, TypeError, LookupError, StopIteration):
        return answer.headers.get("server"), {}  # not every server has the list
    return answer.headers.get("server"), entry


async def _version(http: httpx.AsyncClient) -> object:
    try:
        answer = await http.get(http.base_url.join("/version"))
        return answer.json()["version"]
    except (httpx.HTTPError, ValueError, TypeError, LookupError):
        return None


def _plain(said: object) -> str:
    """What a server said, fit for a record: short, one line, and no path of its machine."""
    if not isinstance(said, str | int) or said == "":
        return UNKNOWN
    text = str(said)
    if re.match(r"[/\\~.]|[A-Za-z]:[/\\]", text):  # a model that is named by its file
        text = re.split(r"[/\\]", text)[-1]
    return re.sub(r"[^\w./:+@-]+", " ", text).strip()[:60] or UNKNOWN
