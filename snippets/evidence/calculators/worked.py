"""A calculator worked out with its defaults: all that a page needs."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ..formulas.outcome import Outcome
from ..formulas.quantity import Quantity


class Kept(BaseModel):
    """Whatever is kept from one build to the next."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Put(Kept):
    """A value for a field, in the field's first unit; an example has no ``ref``."""

    ref: str
    quantity: Quantity


class Ready(Kept):
    """A preset whose values are all there: symbol → what it puts in."""

    label: str
    values: dict[str, Put]


class Worked(Kept):
    """What came out.

    Attributes:
        defaults: Symbol → what a field holds at first.
        groups: The presets that can be offered in this build, in the order of the groups.
        outcomes: One a step, in order.
        symbols: Symbol → MathML.
        javascript: An object literal, see ``javascript``.
    """

    defaults: dict[str, Put]
    groups: tuple[tuple[Ready, ...], ...]
    outcomes: tuple[Outcome, ...]
    symbols: dict[str, str]
    javascript: str
