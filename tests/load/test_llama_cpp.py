"""A server that nobody here wrote: ``llama_cpp.server``, with a tiny random model."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest

from snippets.load.client import Answer
from snippets.load.drive import closed_load, open_load
from snippets.load.endpoint import Endpoint, identify
from snippets.load.prompts import made_up

pytest.importorskip("llama_cpp.server", reason="bench requirements are not installed")
gguf_file = pytest.importorskip("tests.load.gguf_file")

ASKS = made_up(8, words=4, max_tokens=12, seed=0, ignore_eos=False)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    gguf_file.write_gguf(path)
    return path


@pytest.fixture(scope="module")
def endpoint(model):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # By default a second request breaks off the first.
    options = {"model": model, "port": port, "n_ctx": 256, "n_threads": 1}
    options |= {"interrupt_requests": False, "verbose": False}
    command = [sys.executable, "-m", "llama_cpp.server"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/v1/models", process)
            yield Endpoint(f"http://127.0.0.1:{port}/v1", str(model), "NO_SUCH_KEY")
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def wait_for(url, process, timeout_s=60):
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline and process.poll() is None:
        try:
            return httpx.get(url, trust_env=False)
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"llama_cpp.server is not there: {process.poll()}")


def plain(endpoint, ask):
    """The same question without streaming: there the server says how many tokens it made."""
    body = {"model": endpoint.model, "prompt": ask.prompt, "max_tokens": ask.max_tokens}
    url = f"{endpoint.base_url}/completions"
    said = httpx.post(url, json=body | {"temperature": 0}, trust_env=False, timeout=30).json()
    return ascii_of(said["choices"][0]["text"]), said["usage"]["completion_tokens"]


def ascii_of(text):
    """Without characters of several bytes: that server loses some of them when it streams."""
    return "".join(filter(str.isascii, text))


def test_texts_and_tokens_are_those_the_server_itself_reports(endpoint):
    run, outcomes = asyncio.run(closed_load(endpoint, ASKS, clients=1))
    assert run.failed == {}
    seen = [(ascii_of(one.text), one.timeline.tokens) for one in outcomes]
    assert seen == [plain(endpoint, ask) for ask in ASKS]
    assert run.counted == "chunks"  # its streams have no usage


def test_an_open_load_is_answered_too(endpoint):
    run, outcomes = asyncio.run(open_load(endpoint, ASKS, [0.01 * i for i in range(len(ASKS))]))
    assert run.failed == {}
    assert all(isinstance(one, Answer) for one in outcomes)
    assert min(run.values("ttft")) > 0


def test_the_server_is_named_without_the_path_of_its_model(endpoint):
    async def look():
        async with endpoint.http(5) as http:
            return await identify(endpoint, http)

    text = asyncio.run(look()).text
    assert text == "모델 tiny.gguf · Server 헤더 uvicorn · owned_by me"
