"""Scheduler and worker together, in one process: tokens do not depend on what else happens."""

import asyncio
import random
from dataclasses import dataclass

import pytest
import torch

from snippets.serving.clock import now_ns
from snippets.serving.config import MODELS
from snippets.serving.errors import ApiError
from snippets.serving.job import Job
from snippets.serving.limits import Limits
from snippets.serving.messages import WorkerSetup
from snippets.serving.scheduler import Scheduler
from snippets.serving.telemetry import NoRelay
from snippets.serving.validation import Generation
from snippets.serving.worker import Worker

from .test_scheduler import ScriptedWorker

NANO = MODELS["nano"]
CONTIGUOUS = WorkerSetup("nano", max_batch=5, threads=1)
PAGED = WorkerSetup("nano", max_batch=5, threads=1, kv_blocks=9)


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """As the worker of the shared server; several threads would wait for each other most."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


class InProcessWorker(ScriptedWorker):
    """A real worker without a process of its own."""

    def __init__(self, setup):
        super().__init__()
        self._worker = Worker(setup)

    async def result(self):
        await asyncio.sleep(0)
        result = self._worker.step(self.plans[-1], now_ns())
        await asyncio.sleep(0)  # a client may leave before the result is looked at
        return result


@dataclass(frozen=True)
class Case:
    setup: WorkerSetup
    limits: Limits
    preempts: bool = False


CASES = {
    "contiguous": Case(CONTIGUOUS, Limits.contiguous(NANO, 5)),
    "chunked": Case(CONTIGUOUS, Limits.contiguous(NANO, 5, token_budget=11)),
    "static": Case(CONTIGUOUS, Limits.contiguous(NANO, 5, policy="static")),
    "paged": Case(PAGED, Limits.paged(NANO, 5, 9), preempts=True),
    "paged, chunked": Case(PAGED, Limits.paged(NANO, 5, 9, token_budget=11), preempts=True),
    "prefix caching": Case(
        PAGED, Limits.paged(NANO, 5, 9, token_budget=23, prefix_caching=True), preempts=True
    ),
}


def wants(seed, n=14):
    draw = random.Random(seed)
    begin = [draw.randrange(NANO.vocab) for _ in range(40)]
    for _ in range(n):
        shared = begin[: draw.choice((0, 0, 20, 40))]
        prompt = shared + [draw.randrange(NANO.vocab) for _ in range(draw.randint(1, 30))]
        temperature = draw.choice((0.0, 0.0, 0.8))
        yield Generation(
            tuple(prompt), draw.randint(1, 45), temperature, draw.randrange(99), True, True, False
        )


async def tokens_of(job, leave_after, scheduler):
    """Tokens of a job, which its client may leave before it is done."""
    ids = []
    while len(ids) < leave_after:
        token = await job.next()
        ids.append(token.id)
        if token.finish:
            break
    scheduler.leave(job)
    return ids


async def serve(case, all_wants, leave_after):
    scheduler = Scheduler(InProcessWorker(case.setup), case.limits, queue_size=len(all_wants))
    steps = asyncio.create_task(scheduler.run())
    jobs = [Job(want, NoRelay()) for want in all_wants]
    readers = []
    for job, patience in zip(jobs, leave_after, strict=True):
        scheduler.submit(job)
        readers.append(asyncio.create_task(tokens_of(job, patience, scheduler)))
        for _ in range(4):
            await asyncio.sleep(0)
    tokens = [await reader for reader in readers]
    assert scheduler.planner.blocks.pool.free == case.limits.blocks
    assert (len(scheduler.planner.waiting), len(scheduler.planner.running)) == (0, 0)
    steps.cancel()
    return tokens, sum(job.sequence.preempted for job in jobs)


def run(case, all_wants, leave_after=None):
    patience = leave_after or [10**6] * len(all_wants)
    return asyncio.run(asyncio.wait_for(serve(case, all_wants, patience), timeout=60))


@pytest.fixture(scope="module", params=range(3))
def scenario(request):
    """Requests, and the tokens that each gets when it is alone."""
    all_wants = list(wants(request.param))
    alone = [run(CASES["contiguous"], [want])[0][0] for want in all_wants]
    assert [len(tokens) for tokens in alone] == [want.max_tokens for want in all_wants]
    return all_wants, alone


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_tokens_are_those_of_a_request_that_is_alone(scenario, case):
    all_wants, alone = scenario
    tokens, preemptions = run(case, all_wants)
    assert tokens == alone
    assert bool(preemptions) == case.preempts


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_clients_that_leave_change_nothing_for_others(scenario, case):
    all_wants, alone = scenario
    leave_after = [i % 4 if i % 2 else 10**6 for i in range(len(all_wants))]  # some at once
    tokens, _ = run(case, all_wants, leave_after)
    expected = [ids[:patience] for ids, patience in zip(alone, leave_after, strict=True)]
    assert tokens == expected


def test_a_prompt_that_was_seen_before_is_not_computed_again():
    want = Generation(tuple(range(100)), 2, 0.0, 0, True, True, False)
    case = CASES["prefix caching"]

    async def twice():
        worker = InProcessWorker(case.setup)
        scheduler = Scheduler(worker, case.limits, queue_size=1)
        steps = asyncio.create_task(scheduler.run())
        ids = []
        for _ in range(2):
            job = Job(want, NoRelay())
            scheduler.submit(job)
            ids.append([token.id for token in await job.all()])
        steps.cancel()
        return ids, [sum(n for _, n in plan.prefill) for plan in worker.plans]

    ids, prefilled = asyncio.run(twice())
    assert ids[0] == ids[1]
    assert prefilled == [23, 23, 23, 23, 8, 0, 4, 0]  # 96 of 100 tokens fill blocks


def test_a_failed_step_leaves_other_requests_their_blocks(capfd):
    async def fail_once():
        case = CASES["paged"]
        worker = InProcessWorker(case.setup)
        scheduler = Scheduler(worker, case.limits, queue_size=3)
        steps = asyncio.create_task(scheduler.run())
        bad = Job(Generation((10**6,), 2, 0.0, 0, True, True, False), NoRelay())
        scheduler.submit(bad)
        with pytest.raises(ApiError, match="failed while it computed"):
            await bad.next()
        good = Job(Generation((1, 2, 3), 3, 0.0, 0, True, True, False), NoRelay())
        scheduler.submit(good)
        assert len(await good.all()) == 3
        assert scheduler.planner.blocks.pool.free == case.limits.blocks
        steps.cancel()

    asyncio.run(asyncio.wait_for(fail_once(), timeout=20))
    assert "Traceback" in capfd.readouterr().err
