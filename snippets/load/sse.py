"""Server-sent events: lines off the wire become the data of events."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator

DONE = "[DONE]"
"""OpenAI's last event; it is not JSON."""


async def data_of(lines: AsyncIterable[str]) -> AsyncIterator[str]:
    """The data of each event, as soon as its blank line has come.

    Follows the HTML standard as far as these servers go: several ``data`` lines are joined,
    one blank after the colon is dropped, comments (``: ping``) and other fields are skipped,
    and an event that the end of the stream cuts off is none.
    """
    data: list[str] = []
    async for line in lines:
        if not line and data:
            yield "\n".join(data)
            data.clear()
        name, _, value = line.partition(":")
        if name == "data":
            data.append(value.removeprefix(" "))
