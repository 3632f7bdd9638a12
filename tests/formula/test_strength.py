"""A result is never stronger than its weakest input; nobody types how strong it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from snippets.evidence.figure import ClaimType, Figure
from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.formula import Constant, Formula, Input
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.formulas.quantity import Quantity
from snippets.evidence.withheld import Withheld

from .given import exact, resolver

SUM = Formula(
    id="ch01.sum",
    label="합",
    expression="a + b + c",
    unit="B",
    inputs={"a": Input("ch01.a", "앞"), "b": Input("A05.b", "뒤"), "c": Constant(1, "B", "하나")},
)
TYPES = [ClaimType.INFERRED, ClaimType.CALCULATED, ClaimType.VENDOR_REPORTED, ClaimType.MEASURED]
GRADES = ["SECONDARY", "REPRODUCTION", "PRIMARY"]


@pytest.mark.parametrize(("first", "second"), list(product(TYPES, TYPES)))
def test_the_claim_type_is_worked_out(first: ClaimType, second: ClaimType) -> None:
    known = {"ch01.a": exact(1, "B", first), "A05.b": exact(2, "B", second)}
    figure = SUM.evaluate(resolver(known))
    assert isinstance(figure, Figure)
    weak = ClaimType.INFERRED in (first, second)
    assert figure.claim_type is (ClaimType.INFERRED if weak else ClaimType.CALCULATED)


@pytest.mark.parametrize(("first", "second"), list(product([*GRADES, None], repeat=2)))
def test_the_weakest_grade_travels_along(first: str | None, second: str | None) -> None:
    known = {
        "ch01.a": exact(1, "B", ClaimType.MEASURED, first),
        "A05.b": exact(2, "B", ClaimType.MEASURED, second),
    }
    made = evaluate_all([SUM], resolver(known)).outcomes["ch01.sum"]
    assert isinstance(made, Outcome)
    stated = [grade for grade in GRADES if grade in (first, second)]
    assert made.grade == (stated[0] if stated else None)


def test_conditions_are_joined_and_a_constant_weakens_nothing() -> None:
    known = {
        "ch01.a": exact(1, "B", ClaimType.MEASURED, None, "ch01: 이 기계", "한가함"),
        "A05.b": exact(2, "B", ClaimType.VENDOR_REPORTED, "PRIMARY", "A05: 제조사", "한가함"),
    }
    made = evaluate_all([SUM], resolver(known)).outcomes["ch01.sum"]
    assert isinstance(made, Outcome)
    assert made.conditions == ("ch01: 이 기계", "한가함", "A05: 제조사")
    assert made.figure == Figure(
        id="ch01.sum",
        label="합",
        unit="B",
        claim_type=ClaimType.CALCULATED,
        value=4,
        formula="앞 + 뒤 + 하나",
        inputs=("ch01.a", "A05.b", "하나 = 1 B"),
    )


def test_weakness_passes_through_formulas() -> None:
    twice = Formula(
        id="ch01.twice",
        label="두 배",
        expression="2 * s",
        unit="kB",
        inputs={"s": Input("ch01.sum", "합")},
    )
    known = {
        "ch01.a": exact(1, "kB", ClaimType.INFERRED, "SECONDARY", "먼저"),
        "A05.b": exact(2, "B", ClaimType.MEASURED, "PRIMARY", "다음"),
    }
    made = evaluate_all([twice, SUM], resolver(known)).outcomes["ch01.twice"]
    assert isinstance(made, Outcome)
    figure = made.figure
    assert (figure.value, figure.unit, figure.claim_type) == (2.006, "kB", ClaimType.INFERRED)
    assert (made.grade, made.conditions) == ("SECONDARY", ("먼저", "다음"))


def test_a_withheld_input_withholds_the_result() -> None:
    known: dict[str, Quantity | Withheld] = {
        "ch01.a": exact(1, "B"),
        "A05.b": Withheld(id="A05.b", unit="B", reason="기계가 바빴습니다"),
    }
    assert SUM.evaluate(resolver(known)) == Withheld(
        id="ch01.sum", label="합", unit="B", reason="입력 '뒤': 기계가 바빴습니다"
    )


def test_what_was_measured_elsewhere_stays_so() -> None:
    known = {"ch01.a": exact(1, "B"), "A05.b": exact(2, "B")}
    away = known | {"A05.b": replace(known["A05.b"], here=False)}
    for given, here in ((known, True), (away, False)):
        made = evaluate_all([SUM], resolver(given)).outcomes["ch01.sum"]
        assert isinstance(made, Outcome)
        assert made.here is here
