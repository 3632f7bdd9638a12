from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from snippets.evidence.figure import Figure
from snippets.evidence.guard import Guarded
from snippets.evidence.paired import (
    MIN_FLOOR,
    Outcome,
    Pass,
    compare,
    floor_of,
    judge,
)
from snippets.evidence.withheld import Withheld
from tests.measuring.machine import BUSY, FakeMachine

Noise = Callable[[random.Random, float], float]
"""(draw, seconds since the start) → factor on the time of a call."""


def gauss(draw: random.Random, _: float) -> float:
    return 1 + draw.gauss(0, 0.02)


def heavy(draw: random.Random, _: float) -> float:
    return 1 + (draw.gauss(0, 0.02) if draw.random() < 0.9 else abs(draw.gauss(0, 0.5)))


def drift(draw: random.Random, now: float) -> float:
    """8 % faster by the end of a run, as was measured."""
    return (1 - 0.02 * now) * (1 + draw.gauss(0, 0.02))


def step(draw: random.Random, now: float) -> float:
    """Everything is 30 % slower from some moment on."""
    return (1.3 if now > 1.5 else 1.0) * (1 + draw.gauss(0, 0.02))


@dataclass
class Simulation:
    """Subjects whose times are drawn; the fake clock moves by what they take."""

    noise: Noise
    seed: int
    machine: FakeMachine = field(default_factory=FakeMachine)

    def __post_init__(self) -> None:
        self._draw = random.Random(self.seed)

    def subject(self, seconds: float) -> Callable[[], float]:
        def take() -> float:
            took = seconds * self.noise(self._draw, self.machine.now)
            self.machine.call_s = took
            self.machine.body()
            return took

        return take

    def outcome(self, slower: float) -> Outcome:
        subjects = {"a": self.subject(0.02), "b": self.subject(0.02 * slower)}
        return compare(subjects, seed=self.seed, guard=self.machine.guard())["b"].outcome


@pytest.mark.parametrize("noise", [gauss, heavy, drift, step])
def test_a_subject_does_not_differ_from_itself(noise: Noise) -> None:
    found = [Simulation(noise, seed).outcome(1.0) for seed in range(60)]
    assert found.count(Outcome.DIFFERENCE) <= 3  # 5 %


@pytest.mark.parametrize("noise", [gauss, heavy, drift, step])
@pytest.mark.parametrize("factor", [1.1, 1 / 1.1])
def test_a_planted_tenth_is_found(noise: Noise, factor: float) -> None:
    found = [Simulation(noise, seed).outcome(factor) for seed in range(60)]
    assert found.count(Outcome.DIFFERENCE) >= 54  # 18 of 20


def test_what_cannot_be_told_apart_is_not_called_the_same() -> None:
    def wild(draw: random.Random, _: float) -> float:
        return draw.choice([0.4, 1.0, 2.5])

    found = [Simulation(wild, seed).outcome(1.0) for seed in range(40)]
    assert found.count(Outcome.NO_DIFFERENCE_SHOWN) == 0
    assert found.count(Outcome.UNDECIDED) >= 38


def test_order_is_shuffled_and_repeats_with_its_seed() -> None:
    def order(seed: int) -> list[str]:
        machine, seen = FakeMachine(call_s=0.1), []

        def take(name: str) -> Callable[[], float]:
            def run() -> float:
                machine.body()
                seen.append(name)
                return 1.0

            return run

        compare({"a": take("a"), "b": take("b"), "c": take("c")}, 6, seed, machine.guard())
        return seen

    assert order(1) == order(1) != order(2)
    # Seven passes, the first to warm up; the baseline twice in each, as itself and again.
    assert sorted(order(1)) == ["a"] * 14 + ["b"] * 7 + ["c"] * 7


def taken(kept: int, rounds: int = 12) -> Guarded[Pass]:
    return Guarded(kept=(({"a": 1.0},),) * kept, thrown=(), rounds=rounds, retried=0)


def around(middle: float, step: float = 0.001) -> list[float]:
    return [middle + step * offset for offset in range(-5, 7)]


@pytest.mark.parametrize(
    ("ratios", "floor", "kept", "outcome", "said"),
    [
        (around(1.10), 0.02, 12, "difference", "더 느림"),
        (around(0.90), 0.02, 12, "difference", "더 빠름"),
        (around(1.01), 0.02, 12, "no difference shown", "차이 없음 (2%보다 작은 차이는"),
        (around(1.04), 0.05, 12, "no difference shown", "차이 없음 (5%보다 작은 차이는"),
        (around(1.10), 0.15, 12, "undecided", "판정불가 — 구간이 너무 넓습니다 (15%까지의 차이를"),
        (around(1.00, 0.05), 0.02, 12, "undecided", "판정불가 — 구간이 너무 넓습니다 ("),
        (around(3.00, 0.20), 0.02, 12, "difference", "더 느림"),
        (around(1.10), 0.02, 5, "undecided", "판정불가 — 기계가 바빴습니다 (조용한 회차 5/12)"),
        (around(1.10)[:5], 0.02, 6, "undecided", "판정불가 — 표본이 모자랍니다 (5개, 적어도 6개)"),
        ([], 0.02, 0, "undecided", "판정불가 — 기계가 바빴습니다 (조용한 회차 0/12)"),
    ],
)
def test_outcomes(ratios: list[float], floor: float, kept: int, outcome: str, said: str) -> None:
    found = judge(ratios, floor, taken(kept))
    assert found.outcome == outcome
    assert found.text.startswith(said)


def test_the_interval_is_as_wide_as_the_floor() -> None:
    found = judge(around(1.2), 0.05, taken(12))
    assert (found.low, found.high) == pytest.approx((1.2005 / 1.05, 1.2005 * 1.05))


def test_the_floor_is_what_the_baseline_strays_from_itself() -> None:
    assert floor_of([1.0] * 12) == MIN_FLOOR
    assert floor_of([0.9, 0.95, 1, 1, 1, 1, 1, 1, 1, 1, 1.06, 1.2]) == pytest.approx(MIN_FLOOR)
    assert floor_of([0.9, 0.9, 0.9, 1, 1, 1, 1, 1, 1, 1, 1, 1]) == pytest.approx(1 / 0.9 - 1)
    assert floor_of([1.0] * 5) == MIN_FLOOR


def test_a_ratio_becomes_a_figure_or_says_why_not() -> None:
    shown = judge(around(1.1), 0.02, taken(12)).figure("ch05.ratio")
    assert isinstance(shown, Figure)
    assert (shown.unit, len(shown.samples)) == ("배", 12)
    assert judge([], 0.02, taken(0)).figure("ch05.ratio") == Withheld(
        id="ch05.ratio", unit="배", reason="기계가 바빴습니다 (조용한 회차 0/12)"
    )


def test_beside_a_busy_neighbour_nothing_is_compared() -> None:
    simulation = Simulation(gauss, 1, FakeMachine(always=BUSY, asleep=BUSY))
    assert simulation.outcome(1.5) is Outcome.UNDECIDED
