"""Where a value is from, how strong a result is, and what of it an address keeps."""

from __future__ import annotations

from typing import Any

import pytest

from .guide import run, state

QUERY = "const query = new Map(Object.entries(given[1]));"


def reopened(name: str, query: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = run(
        f"{QUERY} return readAddress(query, given[0], CALCULATORS[given[0]]);", name, query
    )
    return found


def test_a_value_keeps_its_source_only_while_it_is_that_value() -> None:
    assert state("kv")["from"] == {
        "L": "W01:L",
        "h": "W01:kv_heads",
        "D": "W01:head_dim",
        "N": "W01",
        "w": -1,
        "e": -1,
        "T": -1,
        "M": "U03",
        "a": -1,
    }
    typed = state("kv", L="31", M="81,559", T="4096")["from"]
    assert (typed["L"], typed["M"], typed["T"]) == (-2, "U03", -2)
    chosen = state("kv", chosen=["Llama 3 70B", "H100 80GB, 사양표의 크기"])["from"]
    assert (chosen["D"], chosen["M"]) == ("W02:d / heads", "A01.용량")


def test_a_result_names_its_weakest_grade_and_what_else_it_comes_from() -> None:
    found = state("kv", T="4096")["strength"]
    assert found["K"] == ["calculated", "PRIMARY", True]
    assert found["R"] == ["calculated", "PRIMARY", True, "독자가 넣은 값"]
    assert found["n"] == ["calculated", "REPRODUCTION", True, "측정", "독자가 넣은 값"]
    assert state("roofline")["strength"]["R"] == ["calculated", "PRIMARY", True, "보고"]
    assert state("waiting")["strength"]["W"] == ["calculated", "", True]


def test_a_result_is_never_stronger_than_its_weakest_input() -> None:
    body = """
      const grades = ['PRIMARY', 'SECONDARY', null, 'REPRODUCTION'];
      const sources = ['measured', 'vendor-reported', 'inferred', 'calculated'].map(
        (type, place) => ({type, grade: grades[place], here: place !== 1}));
      return [[0], [0, 1], [0, 2], [3], [-1], [-2, 0]].map((places) => {
        const found = strength({sources}, places, TYPES, GRADES);
        return [found.type[0], found.grade, found.here];
      });
    """
    assert run(body) == [
        ["calculated", "PRIMARY", True],
        ["calculated", "SECONDARY", False],
        ["inferred", "PRIMARY", True],
        ["calculated", "REPRODUCTION", True],
        ["calculated", "", True],
        ["calculated", "PRIMARY", True],
    ]


def test_an_address_keeps_what_was_changed_and_leaves_the_rest_of_the_query() -> None:
    body = f"""{QUERY}
      const calculator = CALCULATORS.kv;
      const state = initial(calculator);
      choose(calculator, state, 1, 'MI300X 192GB');
      state.entries.T = {{text: '4,096', unit: 0}};
      state.shown.W = 1;
      writeAddress(query, 'kv', calculator, state);
      return Object.fromEntries(query);
    """
    assert run(body, "kv", {"h": "x", "kv.a": "80", "roofline.b": "7"}) == {
        "h": "x",
        "roofline.b": "7",
        "kv.2": "MI300X 192GB",
        "kv.M": "183105.46875",
        "kv.T": "4096",
        "kv.W": "GiB",
    }


def test_the_first_state_needs_no_address() -> None:
    body = f"""{QUERY}
      const all = Object.entries(CALCULATORS);
      all.forEach(([name, one]) => writeAddress(query, name, one, initial(one)));
      return Object.fromEntries(query);
    """
    assert run(body, "", {}) == {}


@pytest.mark.parametrize("name", ["request", "parameters", "kv", "roofline", "waiting"])
def test_what_an_address_keeps_comes_back(name: str) -> None:
    body = """
      const [name] = given;
      const calculator = CALCULATORS[name];
      const state = initial(calculator);
      calculator.groups.forEach(({ presets }, place) =>
        choose(calculator, state, place, presets.at(-1).label));
      for (const field of calculator.fields.filter((one) => !one.choices.length)) {
        state.entries[field.symbol] = {text: '7', unit: field.units.length - 1};
      }
      const query = new Map();
      writeAddress(query, name, calculator, state);
      return [readAddress(query, name, calculator), state];
    """
    again, before = run(body, name)
    assert again == before


def test_a_first_value_typed_over_a_preset_comes_back_too() -> None:
    body = """
      const calculator = CALCULATORS.kv;
      const state = initial(calculator);
      choose(calculator, state, 0, 'Llama 3 70B');
      state.entries.L.text = '32';
      const query = new Map();
      writeAddress(query, 'kv', calculator, state);
      return readAddress(query, 'kv', calculator).entries.L.text;
    """
    assert run(body) == "32"


@pytest.mark.parametrize(("typed", "kept"), [("8,192", "8192"), ("1,2", "1,2"), ("8 k", "8 k")])
def test_an_address_does_not_mend_what_the_reader_typed(typed: str, kept: str) -> None:
    body = """
      const calculator = CALCULATORS.kv;
      const state = initial(calculator);
      state.entries.N.text = given[0];
      const query = new Map();
      writeAddress(query, 'kv', calculator, state);
      return query.get('kv.N');
    """
    assert run(body, typed) == kept


def test_an_address_full_of_nonsense() -> None:
    first = reopened("kv", {})
    assert reopened("kv", {"kv.1": "없는 모델", "kv.9": "1", "kv.Z": "1", "kv.R": "XB"}) == first
    assert reopened("parameters", {"parameters.u": "9"}) == reopened("parameters", {})
    found = reopened("kv", {"kv.T": "abc", "kv.M": "5 XB", "kv.L": "9" * 500})
    # A wrong number stands in its field, where it is explained.
    assert found["entries"]["T"] == {"text": "abc", "unit": 0}
    assert found["entries"]["M"] == {"text": "5 XB", "unit": 0}
    assert found["entries"]["L"] == {"text": "9" * 60, "unit": 0}
