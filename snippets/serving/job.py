"""A request on its way through the gateway."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from .errors import ApiError
from .meter import Meter, NoMeter
from .sequence import Sequence
from .telemetry import Relay
from .validation import Generation


@dataclass(frozen=True)
class Token:
    """One token that was made.

    Attributes:
        id: Token id.
        index: 0 for the first token; also the step that made it.
        finish: ``stop`` or ``length`` with the last token, ``None`` before.
        reply: Place in the relay of the ``worker.reply`` that brought it.
    """

    id: int
    index: int
    finish: str | None
    reply: int


@dataclass(eq=False)
class Job:
    """What queue and scheduler know of a request, and where its tokens come out."""

    want: Generation
    relay: Relay
    meter: Meter = field(default_factory=NoMeter)
    outbox: asyncio.Queue[Token | ApiError] = field(default_factory=asyncio.Queue)
    made: int = 0
    queued_ns: int = 0
    admitted_ns: int = 0
    sequence: Sequence = field(init=False)

    def __post_init__(self) -> None:
        """Enter the schedule with the prompt."""
        self.sequence = Sequence(list(self.want.prompt), self.want.priority)

    def deliver(self, token_id: int) -> Token:
        """Put a new token in the outbox and say whether it was the last."""
        finish = None
        if token_id in self.want.end_tokens and not self.want.ignore_eos:
            finish = "stop"
        elif self.made + 1 == self.want.max_tokens:
            finish = "length"
        token = Token(token_id, self.made, finish, self.relay.last)
        self.made += 1
        self.meter.token(finish)
        self.outbox.put_nowait(token)
        return token

    async def next(self) -> Token:
        """Wait for the next token.

        Raises:
            ApiError: When none will come.
        """
        item = await self.outbox.get()
        if isinstance(item, ApiError):
            raise item
        return item

    async def all(self) -> list[Token]:
        """Wait for all tokens.

        Raises:
            ApiError: When they will not come.
        """
        tokens = [await self.next()]
        while not tokens[-1].finish:
            tokens.append(await self.next())
        return tokens
