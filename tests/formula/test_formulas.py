"""The formulas of the guide themselves."""

from __future__ import annotations

import ast
from pathlib import Path

from hooks.evidence import Evidence
from hooks.formulas import finder
from hooks.known import Known
from snippets.evidence.catalogue import listings
from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.formula import Constant
from snippets.evidence.formulas.graph import needed, references
from snippets.evidence.formulas.outcome import Outcome
from snippets.evidence.formulas.quantity import Resolve
from snippets.evidence.formulas.sheet import load
from snippets.serving.config import ELEMENT_BYTES, MODELS
from snippets.serving.tokenizer import ByteTokenizer

from .given import exact, resolver

ROOT = Path(__file__).resolve().parents[2]
PROMPT = "파스타 하나 주세요."  # as in snippets/ch01_request_journey.py, whose import needs torch
FORMULAS = {formula.id: formula for formula in load(ROOT)}


def declared_values() -> Resolve:
    """Every figure that an experiment declares, each with a value of its own; facts as they are.

    None is below 2: of one token, none is between. No two are equal: a difference would be zero.
    """
    known = {name: "" for formula in FORMULAS for name in references(FORMULAS.values(), formula)}
    for listing in listings(ROOT).values():
        known |= {name: unit for name, (unit, _) in listing.figures.items() if name in known}
    figures = {name: exact(2 + i, unit) for i, (name, unit) in enumerate(known.items()) if unit}
    fact = finder(Known.at(ROOT), Evidence())
    return lambda ref: figures.get(ref) or fact(ref)


def test_the_formulas_of_the_guide_are_right_but_for_their_values() -> None:
    problems = evaluate_all(FORMULAS.values(), declared_values()).problems
    assert [str(one) for one in problems if one.code != "residual-outside"] == []


def test_every_declared_formula_is_one_that_a_reader_of_the_source_sees() -> None:
    trees = [
        ast.parse(path.read_text("utf-8")) for path in (ROOT / "snippets").glob("formulas*.py")
    ]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = [ast.unparse(call.func) for call in calls]
    assert names.count("Formula") == len(FORMULAS)


def test_chapter_01_predicts_what_its_trace_shows() -> None:
    """What a run of the reference server leaves exactly; a whole build holds it to a fresh one."""
    known = {
        "ch01.output_tokens": exact(16, "개"),
        "ch01.forward_passes": exact(16, "번"),
        "ch01.parameters": exact(26_738_688, "개"),
        "ch01.weight_bytes": exact(98.566144, "MB"),
        "ch01.plan_bytes": exact(233, "B"),
        "ch01.kv_bytes": exact(352.256, "kB"),
        "ch01.long_decode": exact(658, "ms"),
        "ch01.long_tokens": exact(48, "개"),
        "ch01.queued_decode": exact(105, "ms"),
        "ch01.queued_tokens": exact(8, "개"),
    }
    mine = [one for one in FORMULAS.values() if one.id.startswith("ch01.")]
    made = evaluate_all(mine, resolver(known))
    assert made.problems == ()
    values = {n: one.figure.value for n, one in made.outcomes.items() if isinstance(one, Outcome)}
    assert values == {
        "ch01.passes": 16,
        "ch01.weights_read": 98.566144,
        "ch01.thickness": 98_566_144 / 233,
        "ch01.kv_per_token": 8192,
        "ch01.kv_last_step": 352.256,
        "ch01.long_tpot": 14,
        "ch01.queued_tpot": 15,
    }


def test_the_constants_of_chapter_01_are_those_of_the_model() -> None:
    mini = MODELS["mini"]
    sizes = {
        "V": mini.vocab,
        "d": mini.d_model,
        "L": mini.n_layers,
        "h": mini.n_kv_heads,
        "D": mini.head_dim,
        "e": ELEMENT_BYTES,
        "p": len(ByteTokenizer().encode(PROMPT)),
    }
    for formula in FORMULAS.values():
        for name, one in formula.inputs.items():
            if formula.id.startswith("ch01.") and isinstance(one, Constant):
                assert one.value == sizes[name], (formula.id, name)


def test_a_project_need_not_have_formulas(tmp_path: Path) -> None:
    assert load(tmp_path) == ()


def test_what_a_formula_rests_on() -> None:
    mine = needed(FORMULAS.values(), ["ch01.kv_last_step", "ch01.ttft"])
    assert [one.id for one in mine] == ["ch01.kv_last_step", "ch01.kv_per_token"]
    assert references(FORMULAS.values(), "ch01.kv_last_step") == (
        "ch01.output_tokens",
        "ch01.kv_bytes",
    )
