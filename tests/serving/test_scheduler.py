"""Which requests are in which step, decided without any worker."""

import asyncio
import pickle

import pytest

from snippets.serving.config import MODELS
from snippets.serving.errors import ApiError
from snippets.serving.job import Job
from snippets.serving.limits import Limits
from snippets.serving.messages import StepResult
from snippets.serving.scheduler import Scheduler
from snippets.serving.telemetry import NoRelay
from snippets.serving.validation import Generation
from snippets.serving.worker_process import WorkerDiedError


class ScriptedWorker:
    """Answers token 7 to everybody and remembers the plans."""

    restarts = 0

    def __init__(self):
        self.plans = []

    async def gone(self):
        await asyncio.Event().wait()

    async def restart(self):
        raise WorkerDiedError

    def send(self, payload):
        self.plans.append(pickle.loads(payload))

    async def result(self):
        await asyncio.sleep(0)
        plan = self.plans[-1]
        slots = [slot for slot, _ in plan.prefill] + list(plan.decode)
        return StepResult(0, dict.fromkeys(slots, 7))


def job(max_tokens, prompt=(1,)):
    return Job(Generation(prompt, max_tokens, 0.0, 0, False, True, False), NoRelay())


def scheduler_for(worker, slots, queue_size, **limits):
    return Scheduler(worker, Limits.contiguous(MODELS["nano"], slots, **limits), queue_size)


def steps(policy, lengths, slots=2):
    """Serve requests that want so many tokens; each step as (admitted slots, decoded slots)."""

    async def serve():
        worker = ScriptedWorker()
        scheduler = scheduler_for(worker, slots, len(lengths), policy=policy)
        for length in lengths:
            scheduler.submit(job(length))
        running = asyncio.create_task(scheduler.run())
        while scheduler.planner.waiting or scheduler.planner.running:
            await asyncio.sleep(0)
        running.cancel()
        assert sorted(scheduler.planner.free_slots) == list(range(slots))
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
        scheduler = scheduler_for(worker, slots=1, queue_size=2)
        leaving, staying = job(5), job(1)
        scheduler.submit(leaving)
        scheduler.submit(staying)
        running = asyncio.create_task(scheduler.run())
        while not worker.plans:
            await asyncio.sleep(0)
        scheduler.leave(leaving)
        assert scheduler.planner.free_slots == [0]
        token = await staying.next()
        running.cancel()
        return leaving, token, worker.plans

    leaving, token, plans = asyncio.run(serve())
    assert (leaving.made, token.finish) == (0, "length")
    assert [plan.free for plan in plans] == [(), (0,)]


def test_a_worker_that_dies_fails_running_waiting_and_later_jobs():
    async def serve():
        worker = ScriptedWorker()
        scheduler = scheduler_for(worker, slots=1, queue_size=2)
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
        assert (scheduler.planner.free_slots, len(scheduler.planner.waiting)) == ([0], 0)

    def died(payload):
        raise WorkerDiedError

    asyncio.run(asyncio.wait_for(serve(), timeout=10))


@pytest.mark.parametrize(("policy", "fit"), [("continuous", 3 + 2), ("static", 2)])
def test_a_burst_during_a_step_fits_into_free_slots_and_queue(policy, fit):
    async def serve():
        worker = ScriptedWorker()
        scheduler = scheduler_for(worker, slots=4, queue_size=2, policy=policy)
        scheduler.submit(job(5))
        running = asyncio.create_task(scheduler.run())
        while not worker.plans:
            await asyncio.sleep(0)
        assert (
            len(scheduler.planner.free_slots) == 3
        )  # of which static batching gives none away yet
        for _ in range(fit):
            scheduler.submit(job(1))
        with pytest.raises(ApiError) as refused:
            scheduler.submit(job(1))
        assert (refused.value.status, len(scheduler.planner.waiting)) == (429, fit)
        running.cancel()

    asyncio.run(serve())


def test_a_long_prompt_comes_in_pieces_and_one_that_decodes_is_not_held_up():
    async def serve():
        worker = ScriptedWorker()
        scheduler = scheduler_for(worker, slots=2, queue_size=1, token_budget=4)
        short, long = job(4), job(1, prompt=tuple(range(8)))
        scheduler.submit(short)
        scheduler.submit(long)
        running = asyncio.create_task(scheduler.run())
        assert [(await long.next()).finish, len(await short.all())] == ["length", 4]
        running.cancel()
        return [(plan.prefill, plan.decode) for plan in worker.plans]

    assert asyncio.run(serve()) == [
        (((0, 1), (1, 3)), ()),
        (((1, 3),), (0,)),
        (((1, 2),), (0,)),
        ((), (0,)),
    ]


def test_a_preempted_job_comes_back_with_its_tokens_and_loses_none():
    async def serve():
        worker = ScriptedWorker()
        limits = Limits(max_batch=2, blocks=8)  # 8 blocks of 16: room for 128 tokens
        scheduler = Scheduler(worker, limits, queue_size=2)
        jobs = [job(60, prompt=(1,) * 40), job(60, prompt=(2,) * 40)]
        for one in jobs:
            scheduler.submit(one)
        running = asyncio.create_task(scheduler.run())
        tokens = [await one.all() for one in jobs]
        running.cancel()
        assert scheduler.planner.blocks.pool.free == 8
        return tokens, [admission for plan in worker.plans for admission in plan.admit]

    tokens, admissions = asyncio.run(asyncio.wait_for(serve(), timeout=10))
    assert [[token.index for token in one] for one in tokens] == [list(range(60))] * 2
    first, second, again = admissions
    assert (first.made, second.made, again.made) == (0, 0, 25)
    assert again.tokens == (2,) * 40 + (7,) * 25
