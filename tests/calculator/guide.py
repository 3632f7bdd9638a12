"""The calculators of the guide, over its facts and without any record; and their JavaScript."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import quickjs  # type: ignore[import-untyped]

from hooks.calculators import module, resolver
from hooks.evidence import Evidence
from hooks.known import Known
from snippets.evidence.calculators.work import work_out
from snippets.evidence.calculators.worked import Worked

ROOT = Path(__file__).resolve().parents[2]
KNOWN = Known.at(ROOT)
CALCULATORS = KNOWN.calculators
ASSETS = ROOT / "docs/assets/calculator"
RESOLVE = resolver(KNOWN, Evidence())


@lru_cache(maxsize=1)
def worked() -> dict[str, Worked]:
    made = {}
    for name, calculator in CALCULATORS.items():
        one = work_out(calculator, RESOLVE)
        assert isinstance(one, Worked), [str(problem) for problem in one]
        made[name] = one
    return made


def fact(name: str) -> float:
    found = RESOLVE(name)
    assert hasattr(found, "value"), name
    return float(found.value)


@lru_cache(maxsize=1)
def context() -> quickjs.Context:
    """The pure modules of the page and the module of the build, in one scope."""
    number, model, address = (
        re.sub(r"^import .*\n", "", (ASSETS / name).read_text("utf-8"), flags=re.MULTILINE)
        for name in ("number.mjs", "model.mjs", "address.mjs")
    )
    for name in ("read", "write"):
        address = address.replace(f"export function {name}(", f"export function {name}Address(")
    made = quickjs.Context()
    made.module(
        f"{number}\n{model}\n{address}\n{module(worked())}\nglobalThis.guide = "
        "{read, write, typed, initial, choose, work, strength, readAddress, writeAddress, "
        "isResult, CALCULATORS, TYPES, GRADES};"
    )
    return made


def run(body: str, *given: Any) -> Any:
    """The value of a function body over the names of ``guide``; ``given`` is its arguments."""
    told = f"JSON.stringify(((...given) => {{ with (guide) {{ {body} }} }})({_list(given)}))"
    found = context().eval(told)
    return None if found is None else json.loads(str(found))


def _list(given: tuple[Any, ...]) -> str:
    return ", ".join(json.dumps(one) for one in given)


def state(name: str, **texts: str) -> dict[str, Any]:
    """What a calculator says when these texts stand in its fields."""
    body = """
      const [name, texts, chosen, shown] = given;
      const calculator = CALCULATORS[name];
      const state = initial(calculator);
      chosen.forEach((label, place) => { if (label) choose(calculator, state, place, label); });
      for (const [symbol, text] of Object.entries(texts)) state.entries[symbol].text = text;
      Object.assign(state.shown, shown);
      const { values, answers } = work(calculator, state);
      const seen = {errors: {}, from: {}, said: [], results: {}, strength: {}};
      for (const [symbol, one] of Object.entries(values)) {
        if (one.error) seen.errors[symbol] = one.error;
        else seen.from[symbol] = one.source < 0 ? one.source : calculator.sources[one.source].ref;
      }
      calculator.steps.forEach((step, place) => {
        const answer = answers[place];
        if (answer?.said) seen.said.push(answer.said);
        if (isResult(step)) {
          seen.results[step.symbol] = answer?.text ?? null;
          if (answer?.text) {
            const found = strength(calculator, answer.sources, TYPES, GRADES);
            seen.strength[step.symbol] = [found.type[0], found.grade, found.here, ...found.from];
            seen.numbers = {...seen.numbers, [step.symbol]: answer.numbers};
          }
        }
      });
      return seen;
    """
    chosen, shown = texts.pop("chosen", []), texts.pop("shown", {})
    found: dict[str, Any] = run(body, name, texts, chosen, shown)
    return found
