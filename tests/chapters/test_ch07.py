"""Chapter 07: what its experiments rest on, in sizes that can be worked out by hand."""

from __future__ import annotations

import asyncio

import pytest

from snippets import (
    ch07_batching,
    ch07_chunks,
    ch07_guess,
    ch07_queue,
    ch07_riders,
    ch07_states,
    ch07_worker,
)
from snippets.calculators_ch07 import CALCULATORS
from snippets.evidence.chain import Chain
from snippets.evidence.trace import Path, Trace
from snippets.formulas_ch07 import FORMULAS
from snippets.serving.config import MODELS
from snippets.serving.direct import Direct
from snippets.serving.guests import Guest, serve
from snippets.serving.limits import Limits
from snippets.serving.messages import WorkerSetup
from snippets.serving.worker import Worker
from snippets.serving.worker_process import WorkerProcess
from tests.calculator.guide import state

NANO = MODELS["nano"]


def test_nobody_waits_when_guests_come_seldom_and_all_do_when_they_come_at_once() -> None:
    seldom = ch07_queue.simulate(0.001, "md1", 50, seed=1)
    assert list(seldom.waits) == [0.0] * 50
    crowd = ch07_queue.simulate(1e9, "md1", 4, seed=1)
    assert list(crowd.waits) == pytest.approx([0, 1, 2, 3], abs=1e-6)


def test_little_counts_the_same_area_twice() -> None:
    inside, rate, stay = (one.value for one in ch07_queue.little(small_line()))  # type: ignore[union-attr]
    assert inside == pytest.approx(rate * stay, rel=1e-12)


def small_line() -> ch07_queue.Line:
    return ch07_queue.simulate(0.8, "mm1", 100, seed=3)


def test_a_plan_is_the_same_for_the_same_seed_and_typical_for_its_theory() -> None:
    plan = ch07_worker.plan(0.8, (1, 9), seed=5)
    assert plan == ch07_worker.plan(0.8, (1, 9), seed=5)
    assert plan != ch07_worker.plan(0.8, (1, 9), seed=6)
    assert set(plan.tokens) == {1, 9}
    assert len(plan.at) == len(plan.tokens) == ch07_worker.GUESTS


def test_waits_are_held_against_pollaczek_and_khinchine() -> None:
    # One guest a second, each half a second: λE[S²] / 2(1 − ρ) = 0.25 / 1 = 0.25 s.
    assert ch07_worker.of_theory(0.5, [0.0, 1.0, 2.0], [0.5] * 3) == 2


def test_lengths_that_are_equal_leave_static_batching_nothing_to_lose() -> None:
    even = ch07_batching.guests([3] * 8)
    static, continuous = (
        ch07_batching.run(Limits(4, blocks=40, policy=policy), even)
        for policy in ch07_batching.POLICIES
    )
    assert static == continuous == ch07_batching.Counted(6, 4.0, 2.5, 8 * 32, 0)


def test_a_guest_who_lost_the_blocks_is_prefilled_again() -> None:
    direct = ch07_states.kitchen()
    *_, watched = (direct.add(ch07_states.prompt(n), output) for n, output in ch07_states.GUESTS)
    seen, _ = ch07_states.follow(direct, watched)
    states = [state for state, _ in seen]
    assert "".join(state[0] for state in states) == "wwwpddddpppppppdddd"
    assert [tokens for state, tokens in seen if state == "prefill"] == [34, 39]


def test_riders_are_named_after_who_decodes_and_who_brings_a_prompt() -> None:
    served = ch07_riders.Rides(Worker(WorkerSetup("nano", 2, threads=1)))
    served.add("a", 4, 2)
    served.step()
    served.add("b", 4, 1)
    served.step()
    names = [span.name for span in served.chain.trace("ch07_riders.x").spans]
    assert names == [
        *("admit.a", "plan.A", "batch.A", "reply.a"),
        *("admit.b", "plan.aB", "batch.aB", "reply.ab", "leave.a", "leave.b"),
    ]
    assert served.direct.jobs == {}


def test_a_chain_hangs_each_span_on_the_last() -> None:
    chain = Chain()
    chain.note("one", Path.CONTROL)
    chain.note("two", Path.DATA, step=3, moved=8)
    trace = chain.trace("ch07.x")
    assert isinstance(trace, Trace)
    seen = [(span.after, span.name, span.path, span.step, span.bytes) for span in trace.spans]
    assert seen == [
        (None, "one", Path.CONTROL, None, None),
        ("s0", "two", Path.DATA, 3, 8),
    ]
    assert trace.spans[0].end_us == trace.spans[1].start_us


def test_planner_and_worker_hand_in_hand_give_every_token() -> None:
    direct = Direct(Worker(WorkerSetup("nano", 2, threads=1)), Limits.contiguous(NANO, 2))
    jobs = [direct.add(range(1, 5), output) for output in (1, 3, 2)]
    finished = []
    while direct.jobs:
        finished += direct.step().finished
    assert finished == jobs
    assert [len(job.sequence.tokens) - 4 for job in jobs] == [1, 3, 2]


def test_guests_come_in_order_and_one_waits_for_the_other() -> None:
    worker = WorkerProcess(WorkerSetup("nano", max_batch=1, threads=1))
    try:
        asyncio.run(worker.ready())
        guests = [Guest.wanting(range(1, 5), 2) for _ in range(3)]
        asyncio.run(serve(worker, Limits.contiguous(NANO, 1), guests, [0.0, 0.0, 0.01]))
    finally:
        worker.stop()
    assert [guest.made for guest in guests] == [2, 2, 2]
    first, second, third = guests
    assert first.came_s <= second.came_s < third.came_s
    assert second.wait_s > 0
    assert second.admitted_ns >= first.done_ns


def test_a_guess_that_is_always_right_gives_one_more_than_was_guessed() -> None:
    assert ch07_guess.play(1.0, 4) == 5
    assert ch07_guess.play(0.0, 4) == 1
    assert ch07_guess.expected(0.8, 4) == pytest.approx(3.3616)


def test_a_writer_forgets_what_was_given_up() -> None:
    text = [1, 2, 3, 4]
    fresh, used = ch07_guess.Writer("fp32"), ch07_guess.Writer("fp32")
    used.likeliest([*text, 9, 9])
    assert used.likeliest([*text, 5]) == fresh.likeliest([*text, 5])
    assert used.likeliest([*text, 5, 6, 7], last=3)[0] == fresh.likeliest([*text, 5])[0]
    assert used.passes == 3


def test_a_race_takes_steps_that_do_not_depend_on_the_clock() -> None:
    worker = Worker(WorkerSetup("nano", ch07_chunks.SEATS, threads=1))
    steps = [ch07_chunks.race(worker, policy)[1] for policy in ("static", "continuous")]
    assert steps == [183, 90]


def test_four_guesses_of_which_four_in_five_are_right() -> None:
    shown = state("guess")["results"]
    assert (shown["E"], shown["T"], shown["s"]) == ("3.36개", "1.20배", "2.80배")
    assert state("guess", alpha="50", gamma="8")["results"]["E"] == "2.00개"


def test_each_formula_and_calculator_is_of_this_chapter() -> None:
    assert {one.id.partition(".")[0] for one in FORMULAS} == {"ch07"}
    assert [one.id for one in CALCULATORS] == ["guess"]
