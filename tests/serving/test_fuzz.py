"""Malformed HTTP and JSON, made up by hypothesis and held against the server's own description.

Whatever comes in, the answer has a status that the description names and a body that fits it;
never a 500, and the next request is served as if nothing had been.
"""

import json
import socket

import httpx
import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snippets.serving.validation import CompletionBody

PATH = "/v1/completions"
SLOW = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,  # the same examples every time: a test that fails once fails again
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [*CompletionBody.model_fields, "surprise"]
GOOD = {"model": "nano", "prompt": "hi", "max_tokens": 2}

NEARLY = {
    "prompt": st.text(max_size=40) | st.lists(st.integers(-1, 600), max_size=20) | JSON,
    "max_tokens": st.integers(-1, 130) | JSON,
    "temperature": st.floats(-0.1, 2.1) | JSON,
    "seed": st.integers(-(2**64), 2**64) | JSON,
    "stream": st.booleans() | JSON,
    "stream_options": st.fixed_dictionaries({"include_usage": st.booleans()}) | JSON,
    "ignore_eos": st.booleans() | JSON,
}


@st.composite
def bodies(draw):
    """A good body with a few fields changed, left out, or added."""
    body = dict(GOOD)
    for name in draw(st.lists(st.sampled_from(FIELDS), max_size=4, unique=True)):
        if draw(st.integers(0, 5)) == 0:
            body.pop(name, None)
        else:
            body[name] = draw(NEARLY.get(name, JSON))
    return body


@pytest.fixture(scope="module")
def description(server):
    return httpx.get(f"{server.url}/openapi.json").json()


def check(description, path, method, answer):
    """Hold an answer against the description."""
    operation = description["paths"][path][method]
    assert str(answer.status_code) in operation["responses"], answer.text
    said = operation["responses"][str(answer.status_code)]["content"]
    kind = answer.headers["Content-Type"].partition(";")[0]
    assert kind in said
    if kind == "application/json":
        schema = said[kind]["schema"] | {"components": description["components"]}
        jsonschema.validate(answer.json(), schema, jsonschema.Draft202012Validator)


def post(server, body):
    headers = {"Authorization": f"Bearer {server.api_key}"}
    return httpx.post(server.url + PATH, content=body, headers=headers, timeout=60)


@SLOW
@given(body=bodies())
def test_any_json_object_gets_an_answer_that_was_described(server, description, body):
    answer = post(server, json.dumps(body).encode())
    assert answer.status_code in {200, 400, 404}, answer.text
    check(description, PATH, "post", answer)
    valid = jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/CompletionBody", "components": description["components"]}
    ).is_valid({name: value for name, value in body.items() if value is not None})
    # What the description forbids is refused. Not the other way round: a schema cannot say that
    # prompt and answer have to fit into the context together.
    assert valid or answer.status_code == 400


@SLOW
@given(body=st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_get_an_answer_that_was_described(server, description, body):
    answer = post(server, body)
    assert answer.status_code in {400, 404}, answer.text
    check(description, PATH, "post", answer)


@SLOW
@given(cut=st.integers(0, 120), junk=st.binary(max_size=12), seed=st.randoms(use_true_random=False))
def test_malformed_http_never_gives_a_500_and_harms_nobody(server, cut, junk, seed):
    body = json.dumps(GOOD).encode()
    head = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.api_key}\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    at = seed.randrange(len(request))
    status = exchange(server, request[:at] + junk + request[at + cut :])
    assert status is None or status in {200, 400, 401, 404, 405, 413, 431}, status


def exchange(server, sent):
    """Send bytes and close that side; the status that comes back, if one does."""
    port = int(server.url.rsplit(":")[-1])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while piece := client.recv(65536):
                answer += piece
        except ConnectionResetError:
            pass  # it hung up while we were still sending
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else None


def test_after_all_that_a_good_request_is_answered(server, description):
    answer = post(server, json.dumps(GOOD).encode())
    assert answer.status_code == 200
    check(description, PATH, "post", answer)
    state = httpx.get(f"{server.url}/health").json()
    assert (state["running"], state["waiting"], state["free_slots"]) == (0, 0, 6)


@pytest.mark.parametrize(
    ("path", "url", "status"),
    [
        ("/v1/models", "/v1/models", 200),
        ("/v1/models/{name}", "/v1/models/nano", 200),
        ("/v1/models/{name}", "/v1/models/gpt", 404),
        ("/health", "/health", 200),
        ("/metrics", "/metrics", 200),
        ("/openapi.json", "/openapi.json", 200),
    ],
)
def test_every_endpoint_answers_as_described(server, description, path, url, status):
    headers = {"Authorization": f"Bearer {server.api_key}"}
    answer = httpx.get(server.url + url, headers=headers)
    assert answer.status_code == status
    check(description, path, "get", answer)
    if "security" not in description["paths"][path]["get"]:
        assert httpx.get(server.url + url).status_code == 401


def test_the_description_names_every_route_and_no_other(description):
    from snippets.serving.config import MODELS
    from snippets.serving.gateway import Gateway

    app = Gateway(MODELS["nano"], "key", None, None).app(lambda: None, lambda: None)
    routes = {route.path.replace(":path", "") for route in app.routes}
    assert set(description["paths"]) == routes
