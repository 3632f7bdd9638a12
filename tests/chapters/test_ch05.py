"""Chapter 05: what its formulas say, held against the facts and the model that they speak of."""

from __future__ import annotations

import pytest

from hooks.evidence import Evidence
from hooks.formulas import finder
from hooks.known import Known
from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.formula import Constant
from snippets.evidence.formulas.graph import needed
from snippets.evidence.formulas.outcome import Outcome
from snippets.serving.config import MODELS
from tests.conftest import ROOT

KNOWN = Known.at(ROOT)
MINE = {name: one for name, one in KNOWN.formulas.items() if name.startswith("ch05.")}


def value(name: str) -> float:
    formulas = needed(KNOWN.formulas.values(), [name])
    found = evaluate_all(formulas, finder(KNOWN, Evidence())).outcomes[name]
    assert isinstance(found, Outcome)
    return found.figure.value


def fact(name: str, label: str) -> float:
    parts = KNOWN.facts.facts[name].value
    assert isinstance(parts, tuple)
    return next(float(part.value) for part in parts if part.label == label)


@pytest.mark.parametrize(
    ("formula", "name", "label"),
    [
        ("ch05.ridge_a100", "A14", "A100"),
        ("ch05.ridge_h100", "A14", "H100"),
        ("ch05.ridge_h200", "A14", "H200"),
        ("ch05.ridge_b200", "A14", "B200"),
        ("ch05.ridge_mi300x", "A14", "MI300X"),
        ("ch05.ridge_v5e", "A14", "TPU-v5e"),
        ("ch05.ridge_v5p", "A14", "TPU-v5p"),
    ],
)
def test_what_it_calculates_is_what_the_facts_say(formula: str, name: str, label: str) -> None:
    assert value(formula) == pytest.approx(fact(name, label), rel=0.005)


@pytest.mark.parametrize(
    ("formula", "name", "label"),
    [
        ("ch05.limit_h100", "B05", "H100"),
        ("ch05.limit_h200", "B05", "H200"),
        ("ch05.prefill_h100", "B06", "H100"),
    ],
)
def test_the_facts_leave_out_tables_that_are_only_looked_up(
    formula: str, name: str, label: str
) -> None:
    """A decode step reads all but one table; a prefill multiplies neither that nor the head."""
    assert value(formula) == pytest.approx(fact(name, label), rel=0.005)


def test_int8_weights_halve_the_critical_batch() -> None:
    assert value("ch05.critical_int8") == value("ch05.critical_bf16") / 2


def test_a_70b_model_on_one_h200_and_64_long_contexts() -> None:
    assert value("ch05.limit_70b") == pytest.approx(4.8e12 / (2 * (70_553_706_496 - 1_050_673_152)))
    assert value("ch05.flash_flop") == pytest.approx(1.129, rel=1e-3)
    assert value("ch05.flash_time") == pytest.approx(5.71, rel=1e-3)


@pytest.mark.parametrize(
    ("formula", "sizes"),
    [
        ("ch05.step_kv", {"L": "n_layers", "h": "n_kv_heads", "D": "head_dim"}),
        ("ch05.prefill_flop", {"V": "vocab", "d": "d_model"}),
        ("ch05.attention_share", {"L": "n_layers", "H": "n_heads", "D": "head_dim"}),
    ],
)
def test_its_constants_are_those_of_the_model(formula: str, sizes: dict[str, str]) -> None:
    for symbol, size in sizes.items():
        stated = MINE[formula].inputs[symbol]
        assert isinstance(stated, Constant)
        assert stated.value == getattr(MODELS["base"], size)
