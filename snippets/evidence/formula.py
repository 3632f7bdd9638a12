"""A formula: one expression over figures, facts and stated constants, with its unit checked.

How strong its result is follows from what goes in; nobody types it. SymPy and pint are slow to
import, so they are imported where something is worked out, and a warm build works nothing out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from .display import value_text
from .figure import ClaimType, Figure
from .problem import GuideError
from .withheld import Withheld

PATH = "snippets/formulas.py"
ROOT = Path(__file__).resolve().parents[2]

STRENGTH = tuple(reversed(ClaimType))
"""Weakest first: inferred, calculated, vendor-reported, measured."""
GRADES = ("SECONDARY", "REPRODUCTION", "PRIMARY")
"""Weakest first."""


@dataclass(frozen=True)
class Input:
    """A figure (``ch01.ttft``), a fact (``A05``, ``A05.label``) or another formula."""

    ref: str
    label: str


@dataclass(frozen=True)
class Constant:
    """A value that the formula itself states, such as a dimension of the model."""

    value: float
    unit: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Formula:
    """One formula.

    Attributes:
        id: ``chNN.name``, as for any figure.
        label: What comes out, in Korean.
        expression: ``+ - * / **``, brackets, numbers, symbols, ``sqrt exp log log2 ceil floor
            min max``.
        unit: Unit of the result.
        inputs: Symbol → what it stands for.
        symbol: Symbol of the result, for the page.
        measured: The figure that was measured of the same quantity.
        band: Least and largest measured ÷ calculated that is agreement.
        source: The file that declares it, for the line of an error.
    """

    id: str
    label: str
    expression: str
    unit: str
    inputs: Mapping[str, Input | Constant]
    symbol: str = ""
    measured: str | None = None
    band: tuple[float, float] = (1.0, 1.0)
    source: Path = field(default=ROOT / PATH, compare=False, repr=False)

    @property
    def refs(self) -> tuple[str, ...]:
        """What has to be known before it can be worked out, and compared."""
        named = [one.ref for one in self.inputs.values() if isinstance(one, Input)]
        return tuple(dict.fromkeys([*named, *([self.measured] if self.measured else [])]))

    def problem(self, part: str, code: str, message: str, hint: str) -> GuideError:
        """An error at the line of ``part``: a keyword, or a symbol among the inputs."""
        return GuideError(PATH, line_of(self, part), code, f"{self.id}: {message}", hint)

    def evaluate(self, resolve: Resolve) -> Figure | Withheld:
        """The calculated figure; withheld when an input is.

        Raises:
            GuideError: See ``formula_all``.
        """
        from . import formula_all  # noqa: PLC0415  it needs this module

        made = formula_all.work_out(self, resolve)
        return made.figure if isinstance(made, Outcome) else made


@dataclass(frozen=True)
class Quantity:
    """What a reference resolves to.

    Attributes:
        conditions: One line a source: who says so, in which record or fact, on what.
        link: Where the source is; from the site's root when it starts with ``/``.
        here: Whether it is not measured, or measured on this machine.
    """

    value: float
    low: float | None
    high: float | None
    unit: str
    claim_type: ClaimType
    grade: str | None = None
    conditions: tuple[str, ...] = ()
    link: str = ""
    here: bool = True

    @classmethod
    def of(
        cls,
        figure: Figure,
        grade: str | None,
        conditions: tuple[str, ...],
        link: str = "",
        here: bool = True,
    ) -> Quantity:
        """A figure as an input."""
        kept = figure.value, figure.low, figure.high, figure.unit, figure.claim_type
        return cls(*kept, grade, conditions, link, here)

    @property
    def figure(self) -> Figure:
        """The other way round, for the functions that write figures."""
        return Figure(id="", **{name: getattr(self, name) for name in _WRITTEN})

    @property
    def text(self) -> str:
        """Value and unit, written as any figure is."""
        return written(self.figure)


@dataclass(frozen=True)
class Given:
    """An input as it went in; ``ref`` is empty for a constant."""

    symbol: str
    label: str
    ref: str
    quantity: Quantity


@dataclass(frozen=True)
class Residual:
    """Measured ÷ calculated, and whether that is agreement.

    Attributes:
        low: The ratio at the ends of both ranges; equal to ``ratio`` for exact values.
        inside: Whether ``ratio`` lies within the formula's band.
        exact: Whether neither has a spread: then outside is an error, not a finding.
    """

    ratio: float
    low: float
    high: float
    inside: bool
    exact: bool


class Outcome(BaseModel):
    """A formula worked out: all that a page needs.

    Attributes:
        grade: The weakest source grade among the inputs.
        conditions: The inputs' conditions, joined.
        latex: With symbols; with values put in.
        mathml: The same two lines.
        symbols: MathML of the symbol of each input.
        javascript: An object for the calculator, see ``formula_print.javascript``.
        measured: What was measured of the same quantity.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    figure: Figure
    grade: str | None
    conditions: tuple[str, ...]
    given: tuple[Given, ...]
    latex: tuple[str, str]
    mathml: tuple[str, str]
    symbols: tuple[str, ...]
    javascript: str
    measured: Given | None = None
    residual: Residual | None = None
    band: tuple[float, float] = (1.0, 1.0)

    @property
    def here(self) -> bool:
        """Whether nothing that went in was measured on another machine."""
        return all(one.quantity.here for one in self.given)


_WRITTEN = ("value", "low", "high", "unit", "claim_type")

Resolve = Callable[[str], Quantity | Withheld | None]
"""Reference → what it stands for; ``None`` when there is nothing of that name."""


def written(figure: Figure) -> str:
    """Value and unit; a pure number has no unit to write."""
    text = value_text(figure)
    return text.removesuffix(" 1") if figure.unit == "1" else text


def stated(formula: Formula) -> dict[str, Quantity]:
    """The constants of a formula, as quantities; they weaken nothing."""
    return {
        name: Quantity(one.value, None, None, one.unit, ClaimType.CALCULATED)
        for name, one in formula.inputs.items()
        if isinstance(one, Constant)
    }


def weakest(quantities: Iterable[Quantity]) -> ClaimType:
    """The claim type of what is calculated from ``quantities``: calculated at the best."""
    types = [ClaimType.CALCULATED, *(one.claim_type for one in quantities)]
    return min(types, key=STRENGTH.index)


def weakest_grade(quantities: Iterable[Quantity]) -> str | None:
    """The weakest source grade that goes in; ``None`` when no input has one."""
    grades = [str(one.grade) for one in quantities if one.grade is not None]
    return min(grades, key=GRADES.index, default=None)


def line_of(formula: Formula, part: str) -> int:
    """Where a part of a formula stands; of two with the same id, in the second."""
    tree = ast.parse(formula.source.read_text(encoding="utf-8-sig"))
    line = 1
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Formula"):
            words = {word.arg: word.value for word in node.keywords}
            if ast.unparse(words.get("id", node.func)) == repr(formula.id):
                line = max(line, _part(words, part, node.lineno))
    return line


def _part(words: Mapping[str | None, ast.expr], part: str, line: int) -> int:
    inputs = words.get("inputs")
    if isinstance(inputs, ast.Dict):
        for key in inputs.keys:
            if key is not None and ast.unparse(key) == repr(part):
                return key.lineno
    return words[part].lineno if part in words else line
