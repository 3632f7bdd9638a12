"""Loads against the reference serving system."""

import asyncio

import pytest

from snippets.load.__main__ import main
from snippets.load.arrivals import poisson
from snippets.load.client import Answer
from snippets.load.drive import closed_load, open_load
from snippets.load.endpoint import Endpoint, identify
from snippets.load.prompts import made_up
from snippets.serving.completion import Ask
from snippets.serving.launch import serve

ASKS = made_up(12, words=5, max_tokens=8, seed=1, ignore_eos=True)


@pytest.fixture(scope="module")
def server():
    with serve("nano", max_batch=4, queue_size=32) as running:
        yield running


@pytest.fixture
def endpoint(server, monkeypatch):
    monkeypatch.setenv("TEST_KEY", server.api_key)
    return Endpoint(f"{server.url}/v1", "nano", key_variable="TEST_KEY")


@pytest.fixture(scope="module")
def known(server):
    """What the server answers when it is asked one at a time, by its own client."""
    return [server.complete(Ask(ask.prompt, ask.max_tokens))[0].text for ask in ASKS]


def test_an_open_load_sends_when_due_and_gets_the_known_answers(endpoint, known):
    due_s = poisson(60, len(ASKS), seed=2)
    run, outcomes = asyncio.run(open_load(endpoint, ASKS, due_s))
    assert [one.text for one in outcomes] == known
    assert [one.timeline.scheduled_s for one in outcomes] == list(due_s)
    assert run.output_tokens == 8 * len(ASKS)
    assert (run.counted, run.failed) == ("usage", {})
    assert run.duration_s >= max(one.timeline.ended_s for one in outcomes)


def test_a_closed_load_never_has_more_under_way_than_clients(endpoint, known):
    run, outcomes = asyncio.run(closed_load(endpoint, ASKS, clients=3))
    assert [one.text for one in outcomes] == known
    for one in run.answered:
        under_way = sum(o.sent_s <= one.sent_s < o.ended_s for o in run.answered)
        assert under_way <= 3


def test_refusals_are_counted_and_end_nothing(server, endpoint):
    wrong = Endpoint(endpoint.base_url, "another", endpoint.key_variable)
    run, _ = asyncio.run(closed_load(wrong, ASKS[:3], clients=1))
    assert (run.answered, run.failed) == ((), {404: 3})


def test_the_server_is_named(endpoint):
    async def look():
        async with endpoint.http(5) as http:
            return await identify(endpoint, http)

    assert asyncio.run(look()).text == "모델 nano · Server 헤더 uvicorn · owned_by guide"


@pytest.mark.parametrize("load", [["--rate", "100"], ["--clients", "3"]])
def test_as_a_program_it_prints_every_metric(endpoint, capsys, load):
    arguments = ["--endpoint", endpoint.base_url, "--model", "nano", "--key-variable", "TEST_KEY"]
    arguments += ["--requests", "6", "--words", "4", "--max-tokens", "4", "--ignore-eos", *load]
    assert main(arguments) == 0
    server, answered, tokens, goodput, *metrics = capsys.readouterr().out.splitlines()
    assert server.startswith("서버: 모델 nano")
    assert answered.startswith("answered 6, failed 0, ")
    assert tokens.endswith("output tokens/s (counted by usage)")
    assert "goodput" in goodput
    assert [line.split()[0] for line in metrics] == ["ttft", "tpot", "itl", "e2e", "delay"]
    assert "(n=18)" in metrics[2]


def test_as_a_program_it_says_when_nobody_answered(endpoint, capsys):
    arguments = ["--endpoint", endpoint.base_url, "--model", "nano", "--requests", "1"]
    assert main(arguments) == 1
    assert "status=401" in capsys.readouterr().err
    assert main(["--endpoint", "nowhere", "--model", "nano"]) == 2


def test_a_timeline_is_in_order_for_every_answer(endpoint):
    _, outcomes = asyncio.run(closed_load(endpoint, ASKS, clients=12))
    assert all(isinstance(one, Answer) for one in outcomes)  # Timeline itself checks the order
