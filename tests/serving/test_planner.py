"""Properties of every schedule, checked step by step in seeded random scenarios."""

import random

import pytest

from snippets.serving.config import MODELS
from snippets.serving.limits import Limits
from snippets.serving.planner import Planner
from snippets.serving.sequence import Sequence
from snippets.serving.waiting import AGEING_STEPS, WaitingQueue

SIZE = 4
LIMITS = {
    "roomy": Limits(4, blocks=40, block_size=SIZE, token_budget=64),
    "tight": Limits(4, blocks=12, block_size=SIZE, token_budget=9),
    "shared": Limits(4, blocks=12, block_size=SIZE, token_budget=9, prefix_caching=True),
    "static": Limits(4, blocks=12, block_size=SIZE, token_budget=9, policy="static"),
}
PREFIX = [7] * 13


class Memory:
    """What the blocks contain, as a worker would see it."""

    def __init__(self, planner):
        self.planner, self.places = planner, {}

    def write(self, share):
        """Compute the tokens of a share: everything before them must be there and its own."""
        sequence, pool = share.sequence, self.planner.blocks.pool
        for at in range(sequence.computed):
            assert self.places[self.place(sequence, at)] == sequence.tokens[: at + 1]
        for at in range(sequence.computed, sequence.computed + share.tokens):
            block, _ = self.place(sequence, at)
            assert pool.holders(block) == 1  # nobody else looks while it is written
            self.places[self.place(sequence, at)] = sequence.tokens[: at + 1]

    def place(self, sequence, at):
        return sequence.table[at // SIZE], at % SIZE


class Scenario:
    """Requests that come, grow, leave and finish, at random."""

    def __init__(self, limits, seed, cancel=0.0):
        self.draw, self.cancel = random.Random(seed), cancel
        self.planner = Planner(limits)
        self.memory = Memory(self.planner)
        self.wanted, self.finished, self.admissions, self.dropped = {}, [], [], []

    def arrive(self):
        start = PREFIX[: self.draw.randrange(14)] if self.draw.random() < 0.7 else []
        own = [self.draw.randrange(50) for _ in range(self.draw.randint(1, 20))]
        sequence = Sequence(start + own, priority=self.draw.randrange(3))
        self.wanted[sequence] = len(sequence.tokens) + self.draw.randint(1, 14)
        self.planner.add(sequence)

    def drop(self, sequence):
        self.planner.drop(sequence)
        del self.wanted[sequence]

    def step(self):
        planner, limits = self.planner, self.planner.limits
        step = planner.next_step()
        self.admissions += step.admitted
        assert sum(share.tokens for share in step.shares) <= limits.token_budget
        decoding = {one for one in planner.running.values() if one.decoding}
        assert decoding == {share.sequence for share in step.shares if share.decoding}
        for share in step.shares:
            self.memory.write(share)
        if self.wanted and self.draw.random() < self.cancel:  # while the worker computes
            self.dropped.append(self.draw.choice(list(self.wanted)))
            self.drop(self.dropped[-1])
        tokens = {slot: self.draw.randrange(50) for slot in range(limits.max_batch)}
        for sequence in planner.done(step, tokens):
            assert sequence.todo == 1
            if len(sequence.tokens) == self.wanted[sequence]:
                self.finished.append(sequence)
                self.drop(sequence)
        self.check()

    def check(self):
        planner, pool = self.planner, self.planner.blocks.pool
        held = [block for one in planner.running.values() for block in one.table]
        for block in range(planner.limits.blocks):
            assert pool.holders(block) == held.count(block)
        assert pool.free == planner.limits.blocks - len(set(held))
        slots = [*planner.running, *planner.free_slots]
        assert sorted(slots) == list(range(planner.limits.max_batch))

    def run(self, arrivals):
        while arrivals or self.wanted:
            if arrivals and self.draw.random() < 0.5:
                self.arrive()
                arrivals -= 1
            self.step()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("cancel", [0.0, 0.2])
@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
def test_every_request_finishes_and_no_block_is_lost_or_wrongly_shared(limits, cancel, seed):
    scenario = Scenario(limits, seed, cancel)
    scenario.run(arrivals=40)
    assert len(scenario.finished) + len(scenario.dropped) == 40
    assert bool(scenario.dropped) == bool(cancel)
    assert scenario.planner.blocks.pool.free == limits.blocks


def test_the_scenarios_have_preemptions_chunks_and_shared_blocks():
    tight, shared = Scenario(LIMITS["tight"], 0), Scenario(LIMITS["shared"], 0)
    for scenario in (tight, shared):
        scenario.run(arrivals=40)
        assert sum(one.preempted for one in scenario.finished) > 3
    assert shared.planner.steps < tight.planner.steps  # because less is computed


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
def test_within_a_priority_the_first_to_come_is_the_first_to_run(limits, seed):
    scenario = Scenario(limits, seed)
    scenario.run(arrivals=40)
    first = list(dict.fromkeys(scenario.admissions))  # without returns after a preemption
    for priority in range(3):
        order = [one.arrival for one in first if one.priority == priority]
        assert order == sorted(order)


def served(planner, sequence, patience):
    """Steps until ``sequence`` runs, while a request of priority 0 comes with every step."""
    for step in range(patience):
        planner.add(Sequence([1]))
        done = planner.done(planner.next_step(), dict.fromkeys(range(4), 0))
        if sequence in done:
            return step
        for other in done:
            planner.drop(other)
    raise AssertionError("starved")


def test_more_important_requests_without_end_do_not_starve_one():
    planner, low = Planner(Limits(1, blocks=4)), Sequence([1], priority=3)
    planner.add(low)
    steps = served(planner, low, patience=4 * AGEING_STEPS)
    assert steps > 2 * AGEING_STEPS  # it did go last for as long as that was its place


def test_a_large_request_is_not_passed_over_by_small_ones():
    planner = Planner(Limits(4, blocks=4, block_size=SIZE))
    large = Sequence([1] * 15)
    planner.add(Sequence([1] * 5))  # holds two blocks of four when it runs
    planner.next_step()
    planner.add(large)
    assert served(planner, large, patience=4) < 4


def test_the_youngest_of_the_lowest_priority_is_preempted():
    planner = Planner(Limits(3, blocks=3, block_size=SIZE))
    old, low, young = (Sequence([1] * 4, priority) for priority in (0, 1, 0))
    for one in (old, low, young):
        planner.add(one)
    step = planner.next_step()
    assert step.admitted == (old, young, low)
    planner.done(step, {0: 5, 1: 5, 2: 5})
    # All three need another block. The oldest gets one, and then nobody is below the young.
    assert planner.next_step().preempted == (low, young)
    assert (len(old.table), low.table, low.tokens) == (2, [], [1, 1, 1, 1, 5])
    planner.done(planner.next_step(), {0: 5})
    planner.drop(old)
    assert planner.next_step().admitted == (young,)  # its priority counts, not when it left


def test_ageing_raises_by_one_priority_at_a_time():
    queue = WaitingQueue()
    low, lower = Sequence([1], priority=1), Sequence([1], priority=2)
    queue.put(lower, step=0)
    queue.put(low, step=1)
    assert queue.first(AGEING_STEPS - 1) is low
    assert queue.first(AGEING_STEPS) is lower  # both are 1 now, and it came first
    with pytest.raises(ValueError, match="empty"):
        WaitingQueue().first(0)


def test_limits_that_could_stop_everything_are_refused():
    with pytest.raises(ValueError, match="token budget 3 is below max_batch 4"):
        Limits(4, blocks=9, token_budget=3)
    with pytest.raises(ValueError, match="7 blocks of 16 tokens do not hold one request of 128"):
        Limits.paged(MODELS["nano"], 2, blocks=7)
    assert Limits.contiguous(MODELS["nano"], 2) == Limits(2, blocks=2, block_size=128)
