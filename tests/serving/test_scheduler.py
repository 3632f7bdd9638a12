"""Which requests are in which step, decided without any worker."""

import asyncio
import pickle

import pytest

from snippets.serving.errors import ApiError
from snippets.serving.job import Job
from snippets.serving.messages import StepResult
from snippets.serving.scheduler import Scheduler
from snippets.serving.telemetry import NoRelay
from snippets.serving.validation import Generation
from snippets.serving.waiting import WaitingQueue
from snippets.serving.worker_process import WorkerDiedError


class ScriptedWorker:
    """Answers token 7 to everybody and remembers the plans."""

    alive = True

    def __init__(self):
        self.plans = []

    def send(self, payload):
        self.plans.append(pickle.loads(payload))

    async def result(self):
        await asyncio.sleep(0)
        plan = self.plans[-1]
        slots = [admission.slot for admission in plan.admit] + list(plan.decode)
        return StepResult(0, dict.fromkeys(slots, 7))


def job(max_tokens):
    return Job(Generation((1,), max_tokens, 0.0, 0, False, True, False), NoRelay())


def steps(policy, lengths, slots=2):
    """Serve requests that want so many tokens; each step as (admitted slots, decoded slots)."""

    async def serve():
        worker, waiting = ScriptedWorker(), WaitingQueue(len(lengths))
        scheduler = Scheduler(worker, waiting, slots, policy)
        for length in lengths:
            scheduler.submit(job(length))
        running = asyncio.create_task(scheduler.run())
        while scheduler.waiting or scheduler.running:
            await asyncio.sleep(0)
        running.cancel()
        assert sorted(scheduler.free_slots) == list(range(slots))
        return [(tuple(a.slot for a in plan.admit), plan.decode) for plan in worker.plans]

    return asyncio.run(serve())


def test_continuous_batching_fills_a_slot_as_soon_as_it_is_free():
    assert steps("continuous", [1, 3, 2]) == [((0, 1), ()), ((0,), (1,)), ((), (1, 0))]


def test_static_batching_waits_until_all_slots_are_free():
    assert steps("static", [1, 3, 2]) == [
        ((0, 1), ()),
        ((), (1,)),
        ((), (1,)),
        ((0,), ()),
        ((), (0,)),
    ]


def test_a_job_that_leaves_during_a_step_frees_its_slot_and_gets_nothing():
    async def serve():
        worker = ScriptedWorker()
        scheduler = Scheduler(worker, WaitingQueue(2), 1, "continuous")
        leaving, staying = job(5), job(1)
        scheduler.submit(leaving)
        scheduler.submit(staying)
        running = asyncio.create_task(scheduler.run())
        while not worker.plans:
            await asyncio.sleep(0)
        scheduler.leave(leaving)
        assert scheduler.free_slots == [0]
        token = await staying.next()
        running.cancel()
        return leaving, token, worker.plans

    leaving, token, plans = asyncio.run(serve())
    assert (leaving.made, token.finish) == (0, "length")
    assert [plan.free for plan in plans] == [(), (0,)]


def test_a_worker_that_dies_fails_running_waiting_and_later_jobs():
    async def serve():
        worker = ScriptedWorker()
        scheduler = Scheduler(worker, WaitingQueue(2), 1, "continuous")
        jobs = [job(5), job(5)]
        for one in jobs:
            scheduler.submit(one)
        running = asyncio.create_task(scheduler.run())
        await jobs[0].next()
        worker.send = died
        await running
        for one in jobs:
            while True:  # tokens that were made before are still delivered
                item = await one.outbox.get()
                if isinstance(item, ApiError):
                    break
            assert item.status == 503
        with pytest.raises(ApiError) as late:
            scheduler.submit(job(1))
        assert late.value.status == 503
        assert (scheduler.free_slots, len(scheduler.waiting)) == ([0], 0)

    def died(payload):
        raise WorkerDiedError

    asyncio.run(asyncio.wait_for(serve(), timeout=10))


@pytest.mark.parametrize(("policy", "fit"), [("continuous", 3 + 2), ("static", 2)])
def test_a_burst_during_a_step_fits_into_free_slots_and_queue(policy, fit):
    async def serve():
        worker = ScriptedWorker()
        scheduler = Scheduler(worker, WaitingQueue(2), 4, policy)
        scheduler.submit(job(5))
        running = asyncio.create_task(scheduler.run())
        while not worker.plans:
            await asyncio.sleep(0)
        assert len(scheduler.free_slots) == 3  # of which static batching gives none away yet
        for _ in range(fit):
            scheduler.submit(job(1))
        with pytest.raises(ApiError) as refused:
            scheduler.submit(job(1))
        assert (refused.value.status, len(scheduler.waiting)) == (429, fit)
        running.cancel()

    asyncio.run(serve())


def test_the_queue_refuses_what_does_not_fit():
    queue = WaitingQueue(1)
    first = job(1)
    queue.put(first)
    with pytest.raises(ApiError) as refused:
        queue.put(job(1))
    assert refused.value.status == 429
    assert queue.take() is first
