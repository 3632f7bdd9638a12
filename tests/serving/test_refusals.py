"""Requests that are refused, seen through the official client and on the wire."""

import httpx
import openai
import pytest

from snippets.serving.validation import MAX_BODY_BYTES

from .conftest import official

OK = {"model": "nano", "prompt": "hi", "max_tokens": 1}
AT_MOST = "This model's context length is 128 tokens, but"


@pytest.mark.parametrize(
    ("change", "param", "message"),
    [
        ({"prompt": ""}, "prompt", "'prompt' must not be empty."),
        ({"prompt": []}, "prompt", "'prompt' must not be empty."),
        ({"prompt": [1, 512]}, "prompt", "token ids from 0 to 511"),
        ({"prompt": [-1]}, "prompt", "token ids from 0 to 511"),
        ({"prompt": ["a", "b"]}, "prompt", "must be one string"),
        ({"prompt": [True]}, "prompt", "Invalid 'prompt'"),
        ({"prompt": {"a": 1}}, "prompt", "Invalid 'prompt'"),
        ({"prompt": None}, "prompt", "Invalid 'prompt': Field required"),
        ({"prompt": "x" * 128}, "prompt", f"{AT_MOST} 128 in the prompt"),
        ({"prompt": "가" * 43}, "prompt", f"{AT_MOST} 129 in the prompt"),
        ({"prompt": "x" * 129}, "prompt", f"{AT_MOST} the prompt has 129 characters"),
        ({"max_tokens": 127}, "prompt", f"{AT_MOST} 2 in the prompt and max_tokens=127"),
        ({"max_tokens": 0}, "max_tokens", "greater than or equal to 1"),
        ({"max_tokens": "8"}, "max_tokens", "valid integer"),
        ({"max_tokens": 1.5}, "max_tokens", "valid integer"),
        ({"temperature": 2.1}, "temperature", "less than or equal to 2"),
        ({"temperature": -1}, "temperature", "greater than or equal to 0"),
        ({"seed": 2**63}, "seed", "less than"),
        ({"stream": "yes"}, "stream", "valid boolean"),
        ({"stop": ["."]}, "stop", "Input should be None"),
        ({"stop": "."}, "stop", "Input should be None"),
        ({"n": 2}, "n", "less than or equal to 1"),
        ({"n": True}, "n", "valid integer"),
        ({"best_of": 2}, "best_of", "less than or equal to 1"),
        ({"echo": True}, "echo", "Input should be False"),
        ({"logprobs": 0}, "logprobs", "Input should be None"),
        ({"logit_bias": {"50256": -100}}, "logit_bias", "Input should be None"),
        ({"suffix": "!"}, "suffix", "Input should be None"),
        ({"top_p": 0.9}, "top_p", "greater than or equal to 1"),
        ({"presence_penalty": 0.5}, "presence_penalty", "less than or equal to 0"),
        ({"frequency_penalty": -1}, "frequency_penalty", "greater than or equal to 0"),
        ({"user": 7}, "user", "valid string"),
        ({"top_k": 5}, "top_k", "Extra inputs are not permitted"),
        ({"stream_options": {"include_usage": True}}, "stream_options", "only allowed when"),
        ({"stream_options": {}, "stream": False}, "stream_options", "only allowed when"),
    ],
)
def test_a_bad_field_is_a_400_that_names_it(server, api, change, param, message):
    with pytest.raises(openai.BadRequestError) as refused:
        api.post("/completions", body=OK | change, cast_to=object)
    assert refused.value.param == param
    assert refused.value.type == "invalid_request_error"
    assert message in refused.value.message


def test_a_request_that_just_fits_is_served(api):
    answer = api.completions.create(model="nano", prompt="x" * 127, max_tokens=1)
    assert answer.usage.total_tokens == 128


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"hi"',
        b"\xff",
        b'{"prompt": "\\ud800"}',
        b"[" * 100_000,
        b'{"seed": NaN}',
    ],
)
def test_a_body_that_is_no_json_object_is_a_400(server, body):
    answer = post(server, body)
    assert answer.status_code == 400
    assert list(answer.json()["error"]) == ["message", "type", "param", "code"]


def test_a_huge_body_is_a_413(server):
    assert post(server, b" " * (MAX_BODY_BYTES + 1)).status_code == 413
    assert post(server, b" " * MAX_BODY_BYTES).status_code == 400


@pytest.mark.parametrize("given", ["Bearer wrong", "Bearer", "Bearer 열쇠", "Basic {key}", "{key}"])
def test_a_wrong_key_is_a_401(server, given):
    headers = [(b"Authorization", given.format(key=server.api_key).encode())]
    for method, path in (
        ("POST", "/v1/completions"),
        ("GET", "/v1/models"),
        ("GET", "/v1/models/nano"),
    ):
        answer = httpx.request(method, server.url + path, headers=headers)
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == "invalid_api_key"


def test_the_official_client_calls_a_wrong_key_an_authentication_error(server):
    with official(server, api_key="wrong") as client, pytest.raises(openai.AuthenticationError):
        client.completions.create(**OK)


def test_an_unknown_model_is_a_404(api):
    with pytest.raises(openai.NotFoundError, match="The model 'org/gpt' does not exist"):
        api.models.retrieve("org/gpt")
    with pytest.raises(openai.NotFoundError, match="The model 'gpt' does not exist") as refused:
        api.completions.create(**OK | {"model": "gpt"})
    assert refused.value.code == "model_not_found"


def test_other_paths_and_methods_have_the_same_shape(server):
    for answer in (httpx.get(f"{server.url}/x"), httpx.get(f"{server.url}/v1/completions")):
        assert answer.status_code in {404, 405}
        assert list(answer.json()["error"]) == ["message", "type", "param", "code"]


def post(server, body):
    headers = {"Authorization": f"Bearer {server.api_key}"}
    return httpx.post(f"{server.url}/v1/completions", content=body, headers=headers)
