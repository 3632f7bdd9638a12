"""A step that goes wrong: it ends the requests in it, and nothing else."""

import asyncio
import json

import pytest
from starlette.testclient import TestClient

from snippets.serving.clock import now_ns
from snippets.serving.config import MODELS
from snippets.serving.errors import ApiError
from snippets.serving.gateway import Gateway
from snippets.serving.messages import Admission, StepPlan, StepResult, WorkerSetup
from snippets.serving.model import Model
from snippets.serving.worker import Worker

from .test_scheduler import ScriptedWorker, job, scheduler_for

BAD = {
    "a token that the model does not have": (10**6,),
    "a prompt that does not fit into the cache": (1,) * 129,
}


def admit(slot, prompt=(1, 2, 3)):
    return Admission(slot, prompt, temperature=0.0, seed=0, traced=False)


def take(worker, *, free=(), new=(), decode=()):
    prefill = tuple((one.slot, len(one.tokens)) for one in new)
    blocks = tuple((one.slot, one.slot) for one in new)
    return worker.step(StepPlan(free, tuple(new), prefill, decode, blocks), now_ns())


@pytest.fixture
def worker():
    return Worker(WorkerSetup("nano", max_batch=2, threads=1))


@pytest.mark.parametrize("prompt", BAD.values(), ids=BAD)
def test_a_worker_forgets_the_requests_of_a_failed_step_and_goes_on(worker, prompt, capfd):
    alone = [take(worker, new=[admit(0)]).tokens[0], take(worker, decode=(0,)).tokens[0]]
    failed = take(worker, new=[admit(1, prompt)], decode=(0,))
    assert (failed.failed, failed.tokens) == (True, {})
    assert "Traceback" in capfd.readouterr().err
    # Both slots can be claimed at once: nothing of the failed step is left in them.
    first = take(worker, free=(0, 1), new=[admit(0), admit(1)])
    second = take(worker, decode=(0, 1))
    assert first.tokens == dict.fromkeys((0, 1), alone[0])
    assert second.tokens == dict.fromkeys((0, 1), alone[1])


def test_a_worker_that_can_take_no_step_does_not_start(worker, monkeypatch):
    monkeypatch.setattr(Model, "forward", None)
    with pytest.raises(RuntimeError, match="cannot take a step"):
        worker.warm_up()


class FaultyWorker(ScriptedWorker):
    """Fails in one step."""

    def __init__(self, fault):
        super().__init__()
        self.fault = fault

    async def result(self):
        result = await super().result()
        return StepResult(0, failed=True) if len(self.plans) == self.fault else result


def test_the_scheduler_frees_the_slots_of_a_failed_step_and_serves_who_waits():
    async def serve():
        worker = FaultyWorker(2)
        scheduler = scheduler_for(worker, slots=2, queue_size=3)
        jobs = [job(5), job(5), job(1)]
        for one in jobs:
            scheduler.submit(one)
        running = asyncio.create_task(scheduler.run())
        for one in jobs[:2]:
            assert (await one.next()).index == 0  # made before
            with pytest.raises(ApiError) as failed:
                await one.next()
            assert (failed.value.status, failed.value.kind) == (500, "server_error")
        assert (await jobs[2].next()).finish == "length"
        assert scheduler.up
        assert (sorted(scheduler.planner.free_slots), scheduler.planner.running) == ([0, 1], {})
        running.cancel()
        return worker.plans

    plans = asyncio.run(asyncio.wait_for(serve(), timeout=10))
    assert sorted(plans[2].free) == [0, 1]


@pytest.fixture
def post():
    """Posts to a gateway whose worker fails in step ``fault``, twice; gives both answers."""

    def twice(fault, **fields):
        scheduler = scheduler_for(FaultyWorker(fault), slots=1, queue_size=2)
        gateway = Gateway(MODELS["nano"], "key", scheduler, tracer=None)
        body = {"model": "nano", "prompt": "a", "max_tokens": 2} | fields
        headers = {"Authorization": "Bearer key"}
        with TestClient(gateway.app(lambda: None, lambda: None)) as client:
            return [client.post("/v1/completions", json=body, headers=headers) for _ in range(2)]

    return twice


ERROR = {
    "message": "The model worker failed while it computed this request.",
    "type": "server_error",
    "param": None,
    "code": "step_failed",
}


@pytest.mark.parametrize(("fault", "fields"), [(1, {}), (2, {}), (1, {"stream": True})])
def test_a_failed_step_is_a_500_and_the_next_request_is_served(post, fault, fields):
    failed, fine = post(fault, **fields)
    assert (failed.status_code, failed.json()) == (500, {"error": ERROR})
    assert fine.status_code == 200


def test_a_stream_that_has_begun_ends_with_an_error_event(post):
    failed, fine = post(2, stream=True)
    first, error = [line for line in failed.text.splitlines() if line]
    assert "choices" in first
    assert json.loads(error.removeprefix("data: ")) == {"error": ERROR}
    assert fine.text.endswith("data: [DONE]\n\n")
