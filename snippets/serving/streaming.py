"""Tokens leave: as server-sent events while they are made, or all at once."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from ..evidence.trace import Path
from .clock import now_ns
from .errors import ApiError
from .job import Job, Token
from .telemetry import Stop
from .tokenizer import Tokenizer, decode


@dataclass(frozen=True)
class Envelope:
    """What is the same in every chunk of one answer."""

    model: str
    tokenizer: Tokenizer
    id: str = field(default_factory=lambda: f"cmpl-{secrets.token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))

    def wrap(self, choices: list[dict[str, object]], **more: object) -> dict[str, object]:
        """An OpenAI ``text_completion`` object."""
        return {
            "id": self.id,
            "object": "text_completion",
            "created": self.created,
            "model": self.model,
            "choices": choices,
            **more,
        }


def whole(envelope: Envelope, job: Job, tokens: Sequence[Token]) -> dict[str, object]:
    """The answer in one piece."""
    text = decode(envelope.tokenizer, [token.id for token in tokens])
    return envelope.wrap([_choice(text, tokens[-1].finish)], usage=_usage(job))


async def events(envelope: Envelope, job: Job, first: Token) -> AsyncIterator[bytes]:
    """The answer as server-sent events: one a token, even where no character is complete yet.

    An error on the way becomes an event of its own, because the status line is long gone.
    """
    decoder = envelope.tokenizer.decoder()
    token: Token | None = first
    try:
        while token is not None:
            started_ns = now_ns()
            text = decoder.feed(token.id) + (decoder.finish() if token.finish else "")
            chunk = _event(envelope.wrap([_choice(text, token.finish)]))
            yield chunk  # comes back when the chunk is written
            job.relay.aside(_sent(token, started_ns, len(chunk)))
            token = None if token.finish else await job.next()
    except ApiError as error:
        job.relay.attributes["error.type"] = str(error.status)
        job.meter.fail()
        yield _event(error.body())
        return
    if job.want.include_usage:
        yield _event(envelope.wrap([], usage=_usage(job)))
    yield b"data: [DONE]\n\n"


def _sent(token: Token, started_ns: int, size: int) -> Stop:
    return Stop(
        "stream.send",
        Path.CONTROL,
        started_ns,
        now_ns(),
        after=token.reply,
        step=token.index,
        moved=size,
    )


def _event(document: object) -> bytes:
    # JSON in ASCII: a raw U+2028 in the text is the end of a line to some clients.
    return f"data: {json.dumps(document)}\n\n".encode("ascii")


def _choice(text: str, finish: str | None) -> dict[str, object]:
    return {"text": text, "index": 0, "logprobs": None, "finish_reason": finish}


def _usage(job: Job) -> dict[str, int]:
    prompt, made = len(job.want.prompt), job.made
    return {"prompt_tokens": prompt, "completion_tokens": made, "total_tokens": prompt + made}
