"""Waiting for one thing, but no longer than until another happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def unless(end: Awaitable[object], work: Awaitable[T], error: Exception) -> T:
    """Await ``work``, or raise ``error`` when ``end`` comes first.

    Neither is left running: what a cancelled one still has to put away is put away on return.
    """
    working, ending = asyncio.ensure_future(work), asyncio.ensure_future(end)
    try:
        await asyncio.wait({working, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise error
        return working.result()
    finally:
        working.cancel()
        ending.cancel()
        # Cancelling only asks. A task that still holds something, such as the reader of a pipe,
        # must have let go of it before whoever called goes on.
        await asyncio.wait({working, ending})
        await asyncio.gather(working, ending, return_exceptions=True)
