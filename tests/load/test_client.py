"""One request at a time, against scripted answers: what counts as a token, and what goes wrong."""

import asyncio
import json

import pytest

from snippets.load.client import Answer, Failure, ask_for
from snippets.load.clock import Clock
from snippets.load.drive import closed_load
from snippets.load.endpoint import Endpoint, identify
from snippets.load.prompts import Ask

from .script import Script


def chunk(text, finish=None, **more):
    choice = {"index": 0, "text": text, "finish_reason": finish}
    return {"object": "text_completion", "choices": [choice], **more}


def stream(*events, end=b"data: [DONE]\n\n"):
    body = b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events)
    return 200, "text/event-stream", body + end


def ask(answer, ask=Ask("hi", 3), **settings):  # noqa: B008  frozen
    script = Script(completions=answer)
    with script.running() as url:

        async def send():
            endpoint = Endpoint(url, "m", **settings)
            async with endpoint.http(5) as http:
                return await ask_for(http, endpoint.model, ask, Clock(), 0.0)

        return asyncio.run(send()), script


USAGE = {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 9, "total_tokens": 10}}


@pytest.mark.parametrize(
    ("events", "text", "chunks", "tokens", "counted"),
    [
        # Ours and vLLM's: the reason comes with the last token, then the usage.
        ([chunk("a"), chunk(""), chunk("b", "length"), USAGE], "ab", 3, 9, "usage"),
        # llama.cpp's and OpenAI's: the reason comes alone and carries no token.
        ([chunk("a"), chunk("b"), chunk("", "stop")], "ab", 2, 2, "chunks"),
        # The usage in the last chunk itself.
        ([chunk("a"), chunk("b", "stop", usage={"completion_tokens": 4})], "ab", 2, 4, "usage"),
        # The very first token ends the answer.
        ([chunk("", "stop")], "", 1, 1, "chunks"),
        # Nulls for what is not known yet.
        ([chunk("a", usage=None), chunk("b", "length")], "ab", 2, 2, "chunks"),
    ],
)
def test_a_chunk_that_only_ends_is_no_token(events, text, chunks, tokens, counted):
    answer, _ = ask(stream(*events))
    assert isinstance(answer, Answer), answer
    timeline = answer.timeline
    assert (answer.text, len(timeline.chunks_s)) == (text, chunks)
    assert (timeline.tokens, timeline.counted) == (tokens, counted)


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (
            (429, "application/json", b'{"error": {"message": "full"}}'),
            Failure(429, "full"),
        ),
        ((422, "application/json", b'{"detail": "bad"}'), Failure(422, "bad")),
        ((502, "text/html", b"<html>"), Failure(502, "no reason given")),
        (stream(chunk("a"), end=b""), Failure(0, "the stream ended before its last token")),
        (
            stream(chunk("a"), {"error": {"message": "worker gone"}}),
            Failure(0, "worker gone"),
        ),
        (stream({"surprise": 1}), Failure(0, "an event that is no completion chunk")),
        (stream([]), Failure(0, "an event that is no completion chunk")),
        (
            (200, "text/event-stream", b"data: {\n\n"),
            Failure(0, "an event that is no completion chunk"),
        ),
    ],
)
def test_what_goes_wrong_is_an_outcome(answer, failure):
    assert ask(answer)[0] == failure


def test_a_server_that_is_not_there_is_a_failure_without_its_address():
    endpoint = Endpoint("http://127.0.0.1:9/v1", "m")
    run, outcomes = asyncio.run(closed_load(endpoint, [Ask("hi", 1)] * 3, clients=2))
    assert outcomes == [Failure(0, "ConnectError")] * 3
    assert run.failed == {0: 3}


def test_only_standard_fields_are_sent_and_ignore_eos_on_request():
    _, script = ask(stream(chunk("a", "stop")))
    assert json.loads(script.bodies[0]) == {
        "model": "m",
        "prompt": "hi",
        "max_tokens": 3,
        "temperature": 0.0,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    _, script = ask(stream(chunk("a", "stop")), Ask("hi", 3, ignore_eos=True))
    assert json.loads(script.bodies[0])["ignore_eos"] is True


def test_the_key_comes_from_the_environment_and_is_in_no_field(monkeypatch):
    monkeypatch.setenv("SOME_KEY", "sk-secret")
    _, script = ask(stream(chunk("a", "stop")), key_variable="SOME_KEY")
    assert script.headers[0]["Authorization"] == "Bearer sk-secret"
    assert "secret" not in repr(Endpoint("http://x/v1", "m", "SOME_KEY"))
    _, script = ask(stream(chunk("a", "stop")), key_variable="NO_SUCH_KEY")
    assert "Authorization" not in script.headers[0]


@pytest.mark.parametrize("url", ["", "127.0.0.1:8000", "ftp://x/v1", "http:///v1"])
def test_an_address_that_is_none_is_refused_without_being_repeated(url):
    with pytest.raises(ValueError, match=r"^the endpoint is not a URL such as http://127\.0\."):
        Endpoint(url, "m")


def identified(model="m", **answers):
    with Script(**answers).running() as url:

        async def look():
            endpoint = Endpoint(url, model)
            async with endpoint.http(5) as http:
                return await identify(endpoint, http)

        return asyncio.run(look())


def listed(**entry):
    return 200, "application/json", json.dumps({"data": [{"id": "m"} | entry]}).encode()


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        ({}, "모델 m · Server 헤더 Scripted/1.0"),
        (
            {"models": listed(owned_by="vllm", max_model_len=4096, root="/srv/models/m")},
            "모델 m · Server 헤더 Scripted/1.0 · owned_by vllm · max_model_len 4096",
        ),
        ({"models": (200, "text/html", b"<html>")}, "모델 m · Server 헤더 Scripted/1.0"),
        ({"models": (200, "application/json", b"[]")}, "모델 m · Server 헤더 Scripted/1.0"),
        (
            {"models": listed(owned_by="x\n<b>" + "y" * 99)},
            "모델 m · Server 헤더 Scripted/1.0 · owned_by x b " + "y" * 56,
        ),
    ],
)
def test_a_record_says_what_the_server_says_of_itself(answers, text):
    condition = identified(**answers)
    assert (condition.name, condition.text) == ("서버", text)


def test_the_version_is_asked_for_as_vllm_tells_it():
    script = Script()
    script.answers["/version"] = (200, "application/json", b'{"version": "0.11.2"}')
    with script.running() as url:

        async def look():
            endpoint = Endpoint(url, "m")
            async with endpoint.http(5) as http:
                return await identify(endpoint, http)

        text = asyncio.run(look()).text
    assert text == "모델 m · Server 헤더 Scripted/1.0 · 버전 0.11.2"


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        ("/home/someone/models/tiny.gguf", "tiny.gguf"),
        ("C:\\models\\tiny.gguf", "tiny.gguf"),
        ("./tiny.gguf", "tiny.gguf"),
        ("org/model-7b", "org/model-7b"),
    ],
)
def test_a_model_that_is_named_by_its_file_loses_the_path(model, shown):
    assert identified(model).text == f"모델 {shown} · Server 헤더 Scripted/1.0"
