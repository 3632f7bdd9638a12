"""One request: from the first byte out to the last byte in, with the clock read at each event."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import httpx

from . import sse
from .clock import Clock
from .prompts import Ask
from .timeline import Counted, Timeline


@dataclass(frozen=True)
class Answer:
    """An answer that came to its end."""

    text: str
    finish_reason: str
    timeline: Timeline


@dataclass(frozen=True)
class Failure:
    """A request without an answer.

    Attributes:
        status: HTTP status; 0 when there was none, or the stream broke off.
        reason: In words. Never holds an address.
    """

    status: int
    reason: str


async def ask_for(
    http: httpx.AsyncClient, model: str, ask: Ask, clock: Clock, scheduled_s: float
) -> Answer | Failure:
    """Send one streaming completion request and read it to its end.

    What goes wrong is an outcome, not an exception: it must not end the load around it.
    """
    reading = _Reading(scheduled_s, sent_s=clock.now_s())
    body = _body(model, ask)
    try:
        async with http.stream("POST", "completions", json=body) as response:
            if response.status_code != httpx.codes.OK:
                return Failure(response.status_code, _message(await response.aread()))
            async for data in sse.data_of(response.aiter_lines()):
                reading.take(data, clock.now_s())
        return reading.answer()
    except httpx.HTTPError as error:
        return Failure(0, type(error).__name__)  # its text may hold the address
    except StreamError as error:
        return Failure(0, str(error))


def _body(model: str, ask: Ask) -> dict[str, object]:
    body = {
        "model": model,
        "prompt": ask.prompt,
        "max_tokens": ask.max_tokens,
        "temperature": ask.temperature,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return body | ({"ignore_eos": True} if ask.ignore_eos else {})


class StreamError(Exception):
    """A stream that does not come to a proper end."""


@dataclass
class _Reading:
    """An answer while it is being read."""

    scheduled_s: float
    sent_s: float
    texts: list[str] = field(default_factory=list)
    chunks_s: list[float] = field(default_factory=list)
    ended_s: float | None = None
    finish: str = ""
    usage: int | None = None

    def take(self, data: str, at_s: float) -> None:
        """Note one event, which arrived at ``at_s``."""
        if data == sse.DONE:
            return
        try:
            event = json.loads(data)
            if "error" in event:
                raise StreamError(str(event["error"]["message"])[:200])
            if event.get("usage"):
                self.usage = int(event["usage"]["completion_tokens"])
            if event["choices"]:
                self._choice(event["choices"][0], at_s)
        except (ValueError, TypeError, LookupError, AttributeError):
            raise StreamError("an event that is no completion chunk") from None

    def _choice(self, choice: dict[str, Any], at_s: float) -> None:
        text, finish = choice["text"], choice.get("finish_reason")
        # llama.cpp and OpenAI end with a chunk that has a reason and no token. A first token
        # may have no text either, when it is a part of a character or the end itself.
        if text or not finish or not self.chunks_s:
            self.chunks_s.append(at_s)
            self.texts.append(text)
        if finish:
            self.finish, self.ended_s = finish, at_s

    def answer(self) -> Answer:
        """The whole answer, once the stream has ended.

        Raises:
            StreamError: When it ended before the answer did.
        """
        if self.ended_s is None:
            raise StreamError("the stream ended before its last token")
        timeline = Timeline(
            self.scheduled_s,
            self.sent_s,
            tuple(self.chunks_s),
            self.ended_s,
            tokens=self.usage or len(self.chunks_s),
            counted=Counted.USAGE if self.usage else Counted.CHUNKS,
        )
        return Answer("".join(self.texts), self.finish, timeline)


def _message(body: bytes) -> str:
    """The reason that an error answer gives, in the shape of OpenAI's or FastAPI's."""
    try:
        said = json.loads(body)
        return str(said["error"]["message"] if "error" in said else said["detail"])[:200]
    except (ValueError, TypeError, LookupError):
        return "no reason given"
