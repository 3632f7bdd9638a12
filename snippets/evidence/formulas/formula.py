"""A formula: one expression over figures, facts and stated constants, with its unit checked.

How strong its result is follows from what goes in; nobody types it. SymPy and pint are slow to
import, so they are imported where something is worked out, and a warm build works nothing out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..figure import ClaimType, Figure
from ..problem import GuideError
from ..withheld import Withheld
from .outcome import Outcome
from .place import line_of
from .quantity import Quantity, Resolve

PATH = "snippets/formulas.py"
ROOT = Path(__file__).resolve().parents[3]


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
    def path(self) -> str:
        """Where it stands, from the root of the project."""
        return f"{Path(PATH).parent.as_posix()}/{self.source.name}"

    @property
    def refs(self) -> tuple[str, ...]:
        """What has to be known before it can be worked out, and compared."""
        named = [one.ref for one in self.inputs.values() if isinstance(one, Input)]
        return tuple(dict.fromkeys([*named, *([self.measured] if self.measured else [])]))

    def problem(self, part: str, code: str, message: str, hint: str) -> GuideError:
        """An error at the line of ``part``: a keyword, or a symbol among the inputs."""
        line = line_of(self.source, self.id, part)
        return GuideError(self.path, line, code, f"{self.id}: {message}", hint)

    def evaluate(self, resolve: Resolve) -> Figure | Withheld:
        """The calculated figure; withheld when an input is.

        Raises:
            GuideError: See ``evaluation``.
        """
        from .work import work_out  # noqa: PLC0415  it needs this module

        made = work_out(self, resolve)
        return made.figure if isinstance(made, Outcome) else made


def stated(formula: Formula) -> dict[str, Quantity]:
    """The constants of a formula, as quantities; they weaken nothing."""
    return {
        name: Quantity(one.value, None, None, one.unit, ClaimType.CALCULATED)
        for name, one in formula.inputs.items()
        if isinstance(one, Constant)
    }
