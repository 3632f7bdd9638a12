"""Full queues, and clients that leave."""

import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import openai
import psutil
import pytest

from snippets.serving.launch import serve

from .conftest import official

LONG = {"model": "mini", "prompt": "가", "max_tokens": 1000, "extra_body": {"ignore_eos": True}}
SHORT = LONG | {"max_tokens": 2}


@pytest.fixture(scope="module")
def narrow():
    """One slot and one place to wait. ``mini``, because a long answer has to take a while."""
    with serve("mini", max_batch=1, queue_size=1) as server:
        yield server


@pytest.fixture
def client(narrow):
    with official(narrow) as client:
        yield client


def health(server):
    return httpx.get(f"{server.url}/health").json()


def until(server, **state):
    """Wait until ``/health`` reports this state."""
    deadline = time.monotonic() + 3  # far less than a long answer takes
    while not (now := health(server)).items() >= state.items():
        assert time.monotonic() < deadline, now
        time.sleep(0.01)


def worker_of(server):
    return next(
        child
        for child in psutil.Process(server.pid).children()
        if "resource_tracker" not in " ".join(child.cmdline())
    )


def test_a_client_that_leaves_frees_its_slot(narrow, client):
    stream = client.completions.create(**LONG, stream=True)
    next(stream)
    assert health(narrow)["free_slots"] == 0
    stream.close()
    until(narrow, running=0, free_slots=1)
    assert client.completions.create(**SHORT).usage.completion_tokens == 2


def test_a_client_that_leaves_without_streaming_frees_its_slot_too(narrow):
    with official(narrow, timeout=0.3) as hasty, pytest.raises(openai.APITimeoutError):
        hasty.completions.create(**LONG)
    until(narrow, running=0, free_slots=1)


def test_a_client_that_leaves_the_queue_never_runs(narrow, client):
    with client.completions.create(**LONG, stream=True) as running:
        next(running)
        with official(narrow, timeout=0.3) as hasty, pytest.raises(openai.APITimeoutError):
            hasty.completions.create(**SHORT)
        until(narrow, running=1, waiting=0)


def test_a_full_queue_is_a_429_that_says_when_to_come_back(narrow, client):
    with client.completions.create(**LONG, stream=True) as running, ThreadPoolExecutor() as pool:
        next(running)
        waiting = pool.submit(client.completions.create, **SHORT)
        until(narrow, waiting=1)
        with pytest.raises(openai.RateLimitError) as refused:
            client.completions.create(**SHORT)
        assert refused.value.response.headers["Retry-After"] == "1"
        running.close()
        assert waiting.result().usage.completion_tokens == 2
