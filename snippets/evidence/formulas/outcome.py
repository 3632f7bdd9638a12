"""What comes out of a formula, with all that went in."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from ..figure import Figure
from .quantity import Quantity


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
        javascript: An object for the calculator, see ``javascript.javascript``.
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
