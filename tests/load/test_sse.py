"""Events off the wire."""

import asyncio

import pytest

from snippets.load.sse import data_of


async def lines_of(lines):
    for line in lines:
        yield line


def events(*lines):
    async def read():
        return [data async for data in data_of(lines_of(lines))]

    return asyncio.run(read())


@pytest.mark.parametrize(
    ("lines", "data"),
    [
        (["data: a", "", "data: b", ""], ["a", "b"]),
        (["data:a", ""], ["a"]),
        (["data:  a", ""], [" a"]),
        (["data: a", "data: b", ""], ["a\nb"]),
        ([": ping", "", "event: x", "id: 1", "data: a", ""], ["a"]),
        (["data: a:b", ""], ["a:b"]),
        (["data: cut off"], []),
        (["", "", "data: a", "", ""], ["a"]),
    ],
)
def test_lines_become_the_data_of_events(lines, data):
    assert events(*lines) == data
