"""What a server has to live through: dead workers, slow clients, clients that vanish."""

import asyncio
import json
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import openai
import pytest
from starlette.requests import Request

from snippets.serving import wire
from snippets.serving.completion import Ask
from snippets.serving.config import MODELS
from snippets.serving.errors import ApiError
from snippets.serving.launch import serve
from snippets.serving.limits import Limits
from snippets.serving.messages import WorkerSetup
from snippets.serving.restart_limit import RestartLimit
from snippets.serving.scheduler import Scheduler
from snippets.serving.worker_process import WorkerDiedError, WorkerProcess

from .conftest import official
from .test_load import LONG, SHORT, health, until, worker_of
from .test_scheduler import ScriptedWorker, job

DIED = "The model worker died while it computed this request. Try again."


@pytest.fixture
def narrow():
    with serve("mini", max_batch=1, queue_size=4) as server:
        yield server


def wait_until_served(server, timeout_s=60):
    """Wait until another worker has taken the place of the dead one."""
    deadline = time.monotonic() + timeout_s
    while health(server)["status"] != "ok":
        assert time.monotonic() < deadline, health(server)
        time.sleep(0.05)


def test_a_worker_that_dies_ends_who_runs_and_another_serves_who_waits(narrow):
    with official(narrow, timeout=90) as client, ThreadPoolExecutor() as pool:
        greedy = SHORT | {"temperature": 0}
        before = client.completions.create(**greedy).choices[0].text
        running = client.completions.create(**LONG, stream=True)
        next(running)
        waiting = pool.submit(client.completions.create, **greedy)
        until(narrow, waiting=1)
        first = worker_of(narrow)
        first.kill()
        with pytest.raises(openai.APIError, match=DIED) as died:
            list(running)
        assert died.value.code == "worker_unavailable"
        assert waiting.result().choices[0].text == before
        assert client.completions.create(**greedy).choices[0].text == before
        assert worker_of(narrow).pid != first.pid


def test_without_a_stream_a_dead_worker_is_a_503_that_says_to_come_back(narrow):
    with official(narrow, timeout=90) as client, ThreadPoolExecutor() as pool:
        running = pool.submit(client.completions.create, **LONG)
        until(narrow, running=1)
        worker_of(narrow).kill()
        with pytest.raises(openai.InternalServerError, match=DIED) as died:
            running.result()
        assert died.value.status_code == 503
        assert died.value.response.headers["Retry-After"] == "1"


def test_the_death_of_an_idle_worker_is_noticed_before_anybody_asks(narrow):
    worker_of(narrow).kill()
    deadline = time.monotonic() + 5
    while (state := httpx.get(f"{narrow.url}/health")).json()["status"] == "ok":
        assert time.monotonic() < deadline
    assert (state.status_code, state.json()["status"]) == (503, "worker starting")
    # Who asks meanwhile waits for the new worker and gets an answer.
    assert narrow.complete(Ask("가", 2))[0].text
    wait_until_served(narrow)


class StillbornWorker(WorkerProcess):
    """Dies whenever it is started."""

    def _start(self):
        pass

    def stop(self):
        pass

    async def ready(self):
        raise WorkerDiedError


def test_a_worker_that_dies_again_and_again_is_given_up():
    worker = StillbornWorker(WorkerSetup("nano", max_batch=1, threads=1))
    with pytest.raises(WorkerDiedError, match="again and again"):
        asyncio.run(worker.restart())
    assert worker.restarts == 3


class MortalWorker(ScriptedWorker):
    """Dies in its second step, once."""

    def send(self, payload):
        super().send(payload)
        if len(self.plans) == 2:
            raise WorkerDiedError

    async def restart(self):
        self.restarts += 1


def test_another_worker_begins_with_who_waits_and_with_a_blank_cache():
    async def serve_two():
        worker = MortalWorker()
        limits = Limits.paged(MODELS["nano"], 1, 8, prefix_caching=True)
        scheduler = Scheduler(worker, limits, queue_size=2)
        prompt = tuple(range(40))
        running, waiting = job(5, prompt), job(1, prompt)
        scheduler.submit(running)
        scheduler.submit(waiting)
        steps = asyncio.create_task(scheduler.run())
        assert (await running.next()).index == 0
        with pytest.raises(ApiError) as died:
            await running.next()
        assert died.value.message == DIED
        assert (await waiting.next()).finish == "length"
        assert (scheduler.state, scheduler.restarts) == ("ok", 1)
        steps.cancel()
        return worker.plans[-1]

    plan = asyncio.run(asyncio.wait_for(serve_two(), timeout=10))
    # The same prompt was computed before, by the worker that is gone.
    assert (plan.admit[0].cached, plan.prefill, plan.free) == (0, ((0, 40),), ())


def test_restarts_are_limited_within_any_minute():
    limit = RestartLimit(most=2, window_s=60)
    assert [limit.allows(at) for at in (0, 50, 59, 60, 61, 109, 110)] == [
        True,
        True,
        False,
        True,
        False,
        False,
        True,
    ]


@contextmanager
def raw(server, **fields):
    """A client that has sent a streaming request and reads nothing on its own."""
    body = {"model": "nano", "prompt": "a", "stream": True, "ignore_eos": True} | fields
    sent = json.dumps(body).encode()
    head = f"POST /v1/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.api_key}\r\n"
    with socket.create_connection(("127.0.0.1", int(server.url.rsplit(":")[-1]))) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        client.sendall(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
        yield client


def test_clients_that_read_nothing_hold_up_nobody(server):
    """Six of them have all the slots; their answers are made all the same."""
    alone = server.complete(Ask("가", 20))[0].text
    with raw(server, max_tokens=120) as one, raw(server, max_tokens=120), raw(server):
        with raw(server, max_tokens=120), raw(server, max_tokens=120), raw(server):
            assert server.complete(Ask("가", 20))[0].text == alone
        # A slow reader still gets everything, and in order.
        received = b""
        while not received.endswith(b"data: [DONE]\n\n\r\n0\r\n\r\n"):
            received += one.recv(256)
    assert received.count(b"data: {") == 120


def test_clients_that_vanish_leave_nothing_behind(server):
    alone = server.complete(Ask("나", 20))[0].text
    for cut in range(20):
        with raw(server, max_tokens=100) as client:
            client.recv(1 + 40 * cut)  # some before the first token, some after
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset
    until(server, running=0, waiting=0, free_slots=6)
    assert server.complete(Ask("나", 20))[0].text == alone


def test_a_client_that_sends_its_body_slowly_holds_up_nobody(server):
    head = b"POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    port = int(server.url.rsplit(":")[-1])
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(head)
        assert server.complete(Ask("가", 2))[0].text
        assert health(server)["running"] == 0


def test_a_body_that_does_not_come_is_a_408(monkeypatch):
    async def never():
        await asyncio.Event().wait()

    monkeypatch.setattr(wire, "BODY_TIMEOUT_S", 0.01)
    with pytest.raises(ApiError) as refused:
        asyncio.run(wire.read(Request({"type": "http"}, never)))
    assert (refused.value.status, refused.value.code) == (408, "request_timeout")


def test_a_worker_that_is_stopped_for_a_while_goes_on(server):
    alone = server.complete(Ask("다", 20))[0].text
    worker = worker_of(server)
    worker.send_signal(signal.SIGSTOP)
    try:
        assert httpx.get(f"{server.url}/health").status_code == 200  # the gateway is not held up
    finally:
        worker.send_signal(signal.SIGCONT)
    assert server.complete(Ask("다", 20))[0].text == alone
