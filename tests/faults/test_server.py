"""Requests that no client should send, and a server that is full or shuts down."""

from __future__ import annotations

import json
import threading
import time

import httpx
import psutil
import pytest

from snippets.serving.auth import require_key
from snippets.serving.config import MODELS
from snippets.serving.errors import ApiError
from snippets.serving.launch import serve
from snippets.serving.tokenizer import BYTES
from snippets.serving.validation import validate

JSON = "The body is not valid JSON: "
LONG = "This model's context length is 128 tokens, but "


def asked(**fields: object) -> bytes:
    return json.dumps({"model": "nano", "prompt": "a"} | fields).encode()


BAD = {
    "a body cut off": (
        b'{"model": "nano", "prom',
        None,
        f"{JSON}EOF while parsing a string at line 1 column 23",
    ),
    "a trailing comma": (b'{"model": "nano",}', None, f"{JSON}trailing comma at line 1 column 18"),
    "two documents": (b"{} {}", None, f"{JSON}trailing characters at line 1 column 4"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), None, f"{JSON}expected value at line 1 column 1"),
    "no number": (b'{"temperature": NaN}', None, f"{JSON}expected value at line 1 column 17"),
    "no model": (b'{"prompt": "a"}', "model", "Invalid 'model': Field required."),
    "a number for a model": (
        asked(model=7),
        "model",
        "Invalid 'model': Input should be a valid string.",
    ),
    "markup for a model": (
        asked(model="<script>"),
        "model",
        "The model '<script>' does not exist.",
    ),
    "tokens and words": (
        asked(prompt=[1, "a"]),
        "prompt",
        "Invalid 'prompt': Input should be a valid string.",
    ),
    "prompts in prompts": (
        asked(prompt=[[1]]),
        "prompt",
        "Invalid 'prompt': Input should be a valid string.",
    ),
    "a number beyond 64 bits": (
        asked(max_tokens=10**22),
        "prompt",
        f"{LONG}1 in the prompt and max_tokens={10**22} were requested.",
    ),
    "fewer than no tokens": (
        asked(max_tokens=-1),
        "max_tokens",
        "Invalid 'max_tokens': Input should be greater than or equal to 1.",
    ),
    "before everybody else": (
        asked(priority=-1),
        "priority",
        "Invalid 'priority': Input should be greater than or equal to 0.",
    ),
    "1 for true": (asked(stream=1), "stream", "Invalid 'stream': Input should be a valid boolean."),
    "an option that there is not": (
        asked(stream=True, stream_options={"x": 1}),
        "stream_options",
        "Invalid 'stream_options': Extra inputs are not permitted.",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_request_is_refused_in_words(name: str) -> None:
    body, param, said = BAD[name]
    with pytest.raises(ApiError) as refused:
        validate(body, MODELS["nano"], BYTES)
    assert (refused.value.param, refused.value.message) == (param, said)
    assert refused.value.status == (404 if "does not exist" in said else 400)


@pytest.mark.parametrize(
    "given", ["", "Bearer ", "Bearer key key", "Bearer\tkey", "Bearer KEY", "Token key"]
)
def test_a_key_that_is_nearly_right(given: str) -> None:
    with pytest.raises(ApiError) as refused:
        require_key({"authorization": given}, "key")
    assert (refused.value.status, refused.value.message) == (401, "Missing or incorrect API key.")


def test_a_full_server_says_when_to_come_back_and_ends_streams_when_it_stops() -> None:
    with serve("nano", max_batch=1, queue_size=1) as server, httpx.Client(timeout=30) as client:
        key = {"Authorization": f"Bearer {server.api_key}"}
        url = f"{server.url}/v1/completions"
        endless = {"model": "nano", "prompt": "a", "max_tokens": 120, "ignore_eos": True}
        gateway = psutil.Process(server.pid)
        family = [gateway, *gateway.children(recursive=True)]
        ended: list[str] = []

        def stream() -> None:
            try:
                with httpx.stream(
                    "POST", url, headers=key, json=endless | {"stream": True}, timeout=30
                ) as one:
                    ended.append("".join(one.iter_text()))
            except httpx.HTTPError as error:
                ended.append(type(error).__name__)

        for one in family[1:]:  # nobody is served: one runs, one waits, and the queue is full
            one.suspend()
        both = [threading.Thread(target=stream) for _ in range(2)]
        deadline = time.monotonic() + 20
        for one, busy in zip(both, ("running", "waiting"), strict=True):
            one.start()
            while client.get(f"{server.url}/health").json()[busy] != 1:
                assert time.monotonic() < deadline
                time.sleep(0.02)
        refused = client.post(url, headers=key, json=endless)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert refused.json()["error"] == {
            "message": "The queue is full (1 requests are waiting). Try again later.",
            "type": "requests",
            "param": None,
            "code": "rate_limit_exceeded",
        }
        for one in family[1:]:
            one.resume()
        gateway.terminate()  # in mid-stream
        for one in both:
            one.join(timeout=30)
            assert not one.is_alive()
    assert len(ended) == 2  # each got an end: of its answer, or of its connection
    assert psutil.wait_procs(family, timeout=10)[1] == []
