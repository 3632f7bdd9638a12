"""Waiting for one thing, but no longer than until another happens."""

import asyncio

import pytest

from snippets.serving.race import unless


class EndedError(Exception):
    """The other thing came first."""


async def after(seconds, value=None, log=None):
    try:
        await asyncio.sleep(seconds)
        return value
    finally:
        if log is not None:
            log.append("put away")


def race(end_s, work_s):
    log = []

    async def run():
        try:
            end = after(end_s, log=log)
            return await unless(end, after(work_s, "done", log), EndedError()), list(log)
        except EndedError:
            return "ended", list(log)

    return asyncio.run(run())


@pytest.mark.parametrize(("end_s", "work_s", "result"), [(9, 0, "done"), (0, 9, "ended")])
def test_what_comes_first_decides_and_both_have_put_away_their_things(end_s, work_s, result):
    assert race(end_s, work_s) == (result, ["put away"] * 2)


def test_an_error_of_the_work_itself_comes_through():
    async def fail():
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        asyncio.run(unless(after(9), fail(), EndedError()))
