"""A server that most tests share, and its official client."""

import os

os.environ |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}

import openai
import pytest

from snippets.serving.launch import Server, serve


@pytest.fixture(scope="package")
def server():
    with serve("nano", max_batch=6, queue_size=8) as running:
        yield running


@pytest.fixture(scope="package")
def api(server):
    with official(server) as client:
        yield client


def official(server: Server, **settings) -> openai.OpenAI:
    settings = {"api_key": server.api_key, "max_retries": 0, "timeout": 30} | settings
    return openai.OpenAI(base_url=f"{server.url}/v1", **settings)
