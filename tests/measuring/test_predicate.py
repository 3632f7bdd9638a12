from __future__ import annotations

from itertools import product

import pytest
from pydantic import TypeAdapter, ValidationError

from snippets.evidence.figure import ClaimType, Figure, counted
from snippets.evidence.predicate import (
    And,
    Bounds,
    Not,
    Or,
    Predicate,
    Truth,
    above,
    at_least,
    at_most,
    below,
    difference,
    equal,
    ratio,
    within,
)
from snippets.evidence.predicate_text import text
from snippets.evidence.term import ClaimError, Ref
from snippets.evidence.withheld import Withheld


def spread(name: str, low: float, high: float, unit: str = "배") -> Figure:
    middle = (low + high) / 2
    kind = ClaimType.MEASURED
    return Figure(id=name, unit=unit, claim_type=kind, value=middle, low=low, high=high)


FIGURES: dict[str, Figure | Withheld] = {
    "ch01.two": counted("ch01.two", "개", 2),
    "ch01.near": spread("ch01.near", 0.9, 1.1),
    "ch01.far": spread("ch01.far", 3.0, 5.0),
    "ch01.zero": spread("ch01.zero", -1.0, 1.0),
    "ch01.minus": spread("ch01.minus", -4.0, -2.0),
    "ch01.dark": Withheld(id="ch01.dark", unit="ms", reason="기계가 바빴습니다"),
}
TRUE, FALSE, OPEN = at_least("ch01.two", 2), at_least("ch01.two", 3), at_least("ch01.near", 1)
BY_TRUTH: dict[Truth, Predicate] = {True: TRUE, False: FALSE, None: OPEN}


def truth(test: Predicate) -> Truth:
    return test.truth(FIGURES.get)


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        (within("ch01.near", 0.8, 1.25), True),
        (within("ch01.near", 0.9, 1.1), True),  # ends belong to it
        (within("ch01.near", 0.95, 1.25), None),
        (within("ch01.near", 1.0, 1.05), None),  # it lies within the interval
        (within("ch01.near", 1.2, 1.3), False),
        (within("ch01.near", 0.5, 0.8), False),
        (within("ch01.near", 1.1, 1.3), None),  # they touch
        (at_least("ch01.near", 0.9), True),
        (at_least("ch01.near", 0.91), None),
        (at_least("ch01.near", 1.1), None),
        (at_least("ch01.near", 1.11), False),
        (at_most("ch01.near", 1.1), True),
        (at_most("ch01.near", 1.0), None),
        (at_most("ch01.near", 0.89), False),
        (above("ch01.near", 0.89), True),
        (above("ch01.near", 0.9), None),  # the end does not belong to it
        (above("ch01.near", 1.1), False),
        (below("ch01.near", 1.11), True),
        (below("ch01.near", 1.1), None),
        (below("ch01.near", 0.9), False),
        (above("ch01.two", 2), False),
        (below("ch01.two", 2), False),
        (equal("ch01.two", 2), True),
        (equal("ch01.two", 3), False),
        (equal("ch01.near", 1), None),
        (equal("ch01.near", 2), False),
        (at_least(difference("ch01.far", "ch01.near"), 1.9), True),  # [1.9, 4.1]
        (at_least(difference("ch01.far", "ch01.near"), 2), None),
        (at_least(difference("ch01.near", "ch01.far"), 0), False),
        (at_least(ratio("ch01.far", "ch01.near"), 2.7), True),  # [2.73, 5.56]
        (at_most(ratio("ch01.far", "ch01.near"), 5), None),
        (at_most(ratio("ch01.far", "ch01.minus"), -0.75), True),  # [-2.5, -0.75]
        (at_most(ratio("ch01.far", "ch01.zero"), 100), None),
        (at_least("ch01.dark", 0), None),
        (at_least("ch01.absent", 0), None),
        (at_least(difference("ch01.far", "ch01.dark"), 0), None),
        (at_least(ratio("ch01.absent", "ch01.far"), 0), None),
    ],
)
def test_one_comparison(test: Predicate, expected: Truth) -> None:
    assert truth(test) is expected
    assert truth(~test) is (None if expected is None else not expected)


@pytest.mark.parametrize(("left", "right"), list(product([True, None, False], repeat=2)))
def test_every_combination_of_two(left: Truth, right: Truth) -> None:
    rank = {False: 0, None: 1, True: 2}
    back = {number: value for value, number in rank.items()}
    one, other = BY_TRUTH[left], BY_TRUTH[right]
    assert truth(one & other) is back[min(rank[left], rank[right])]
    assert truth(one | other) is back[max(rank[left], rank[right])]
    assert truth(~(one & other)) is truth(~one | ~other)
    assert truth(~(one | other)) is truth(~one & ~other)


@pytest.mark.parametrize(("a", "b", "c"), list(product([True, None, False], repeat=3)))
def test_every_combination_of_three(a: Truth, b: Truth, c: Truth) -> None:
    one, two, three = BY_TRUTH[a], BY_TRUTH[b], BY_TRUTH[c]
    assert truth(one & (two | three)) is truth((one & two) | (one & three))
    assert truth(one | (two & three)) is truth((one | two) & (one | three))


NAMES = {
    "a": ("배", "종단 시간 비"),
    "b": ("%", "줄을 선 손님: 큐의 몫"),
    "c": ("%", "많이 시킨 손님: 큐의 몫"),
    "d": ("개", "토큰"),
    "e": ("ms", "TTFT"),
    "f": ("ms", "TPOT"),
}


@pytest.mark.parametrize(
    ("test", "says", "refuted_by"),
    [
        (
            within("a", 0.8, 1.25),
            "0.8 ≤ 종단 시간 비 ≤ 1.25",
            "종단 시간 비 < 0.8 또는 종단 시간 비 > 1.25",
        ),
        (at_least("e", 1500), "TTFT ≥ 1,500 ms", "TTFT < 1,500 ms"),
        (at_most("b", 50), "줄을 선 손님: 큐의 몫 ≤ 50%", "줄을 선 손님: 큐의 몫 > 50%"),
        (above("e", 5), "TTFT > 5 ms", "TTFT ≤ 5 ms"),
        (below("e", 5), "TTFT < 5 ms", "TTFT ≥ 5 ms"),
        (equal("d", 16), "토큰 = 16개", "토큰 ≠ 16개"),
        (~equal("d", 16), "토큰 ≠ 16개", "토큰 = 16개"),
        (
            at_least(difference("b", "c"), 50),
            "「줄을 선 손님: 큐의 몫」 − 「많이 시킨 손님: 큐의 몫」 ≥ 50%p",
            "「줄을 선 손님: 큐의 몫」 − 「많이 시킨 손님: 큐의 몫」 < 50%p",
        ),
        (at_least(ratio("e", "f"), 3), "「TTFT」 ÷ 「TPOT」 ≥ 3", "「TTFT」 ÷ 「TPOT」 < 3"),
        (at_least("unknown", 3), "unknown ≥ 3", "unknown < 3"),
        (
            within("a", 0.8, 1.25) & at_least("e", 5),
            "0.8 ≤ 종단 시간 비 ≤ 1.25 그리고 TTFT ≥ 5 ms",
            "종단 시간 비 < 0.8 또는 종단 시간 비 > 1.25 또는 TTFT < 5 ms",
        ),
        (
            at_least("e", 5) | within("a", 1, 2) | at_least("f", 3),
            "TTFT ≥ 5 ms 또는 1 ≤ 종단 시간 비 ≤ 2 또는 TPOT ≥ 3 ms",
            "TTFT < 5 ms 그리고 (종단 시간 비 < 1 또는 종단 시간 비 > 2) 그리고 TPOT < 3 ms",
        ),
        (
            at_least("e", 1) & (at_least("f", 2) | ~at_most("d", 3)),
            "TTFT ≥ 1 ms 그리고 (TPOT ≥ 2 ms 또는 토큰 > 3개)",
            "TTFT < 1 ms 또는 (TPOT < 2 ms 그리고 토큰 ≤ 3개)",
        ),
        (
            ~(at_least("e", 1) & ~(at_least("f", 2) & equal("d", 3))),
            "TTFT < 1 ms 또는 (TPOT ≥ 2 ms 그리고 토큰 = 3개)",
            "TTFT ≥ 1 ms 그리고 (TPOT < 2 ms 또는 토큰 ≠ 3개)",
        ),
    ],
)  # fmt: skip
def test_a_test_in_words(test: Predicate, says: str, refuted_by: str) -> None:
    def names(name: str) -> tuple[str, str]:
        return NAMES.get(name, ("", name))

    assert text(test, names) == says
    assert text(test, names, negated=True) == refuted_by
    assert text(~test, names) == refuted_by


def test_units_are_not_mixed() -> None:
    with pytest.raises(ClaimError) as caught:
        text(at_least(difference("b", "e"), 1), NAMES.__getitem__)
    assert str(caught.value.at("snippets/ch01_x.py", 7)) == (
        "snippets/ch01_x.py:7: claim-units 단위가 다릅니다: b(%), e(ms) "
        "(단위가 같은 수치끼리 빼거나 ratio()를 쓰세요)"
    )


def test_a_predicate_is_kept_as_json() -> None:
    adapter: TypeAdapter[Predicate] = TypeAdapter(Predicate)
    test = ~(within("a", 1, 2) & (above(difference("b", "c"), 5) | equal(ratio("e", "f"), 1)))
    assert adapter.validate_json(adapter.dump_json(test)) == test
    assert isinstance(test, Not)
    assert isinstance(test.inner, And)
    assert isinstance(test.inner.right, Or)
    assert test.ids == ("a", "b", "c", "e", "f")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(2.0, 1.0, "2.0 is above 1.0"), (float("nan"), 1.0, "finite number")],
)
def test_no_such_bounds(low: float, high: float, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        within("a", low, high)


def test_nothing_lies_between_a_number_and_itself() -> None:
    with pytest.raises(ValidationError, match=r"nothing lies between 2\.0 and itself"):
        Bounds(term=Ref(id="a"), low=2, high=2, open=True)
