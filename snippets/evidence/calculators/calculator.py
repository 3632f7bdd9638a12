"""A calculator as it is declared: what goes in, what comes out, and what it leaves out.

An expression stands here once; its number, its unit, its lines on the page and its JavaScript all
follow from it, as for any formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..formulas.formula import Constant
from ..problem import GuideError
from .place import line_of

PATH = "snippets/calculators.py"
ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Field:
    """One input.

    Attributes:
        symbol: As in the expressions.
        unit: Of ``least`` and ``most``, and of a ``default`` that is a number.
        default: A number, or a reference; see ``reference``.
        integer: Whether only whole numbers make sense.
        also: Other units that a reader may choose.
        choices: Words → value, where only a few values make sense.
    """

    symbol: str
    label: str
    unit: str
    default: float | str
    least: float = 0
    most: float = 0
    integer: bool = False
    also: tuple[str, ...] = ()
    choices: Mapping[str, float] = field(default_factory=dict)

    @property
    def units(self) -> tuple[str, ...]:
        """All units a reader may choose, the first one first."""
        return (self.unit, *self.also)


@dataclass(frozen=True)
class Result:
    """One result, over inputs, constants and the results before it."""

    symbol: str
    label: str
    expression: str
    unit: str
    also: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """All units a reader may choose, the first one first."""
        return (self.unit, *self.also)


@dataclass(frozen=True)
class Reading:
    """What the sign of a pure number says in words; two quantities are compared by their ratio.

    Attributes:
        positive: Said while it is above zero.
        otherwise: Said at zero and below.
        stops: Whether nothing after it has a result while it is not positive.
    """

    expression: str
    positive: str
    otherwise: str
    stops: bool = False


@dataclass(frozen=True)
class Preset:
    """Values that are put in together: symbol → reference. Nobody types a value here."""

    label: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class Group:
    """Presets of one kind; choosing one puts back what it says nothing of."""

    label: str
    presets: tuple[Preset, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """The inputs that belong to the group."""
        return tuple(dict.fromkeys(name for one in self.presets for name in one.values))


@dataclass(frozen=True, kw_only=True)
class Calculator:
    """One calculator.

    Attributes:
        id: Name of the fence, the address and the JavaScript object.
        steps: Results and readings, in the order in which they are worked out.
        leaves_out: What the formulas do not count, in sentences.
        shares: Part of a bar → the result that is its share.
        source: The file that declares it, for the line of an error.
    """

    id: str
    title: str
    inputs: tuple[Field, ...]
    steps: tuple[Result | Reading, ...]
    leaves_out: str
    constants: Mapping[str, Constant] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    shares: Mapping[str, str] = field(default_factory=dict)
    source: Path = field(default=ROOT / PATH, compare=False, repr=False)

    @property
    def results(self) -> tuple[Result, ...]:
        """The steps that give a number."""
        return tuple(step for step in self.steps if isinstance(step, Result))

    @property
    def references(self) -> Iterator[str]:
        """Every figure and fact that the calculator names."""
        yield from (one.default for one in self.inputs if isinstance(one.default, str))
        for group in self.groups:
            for preset in group.presets:
                yield from preset.values.values()

    def problem(self, where: tuple[str, ...], code: str, message: str, hint: str) -> GuideError:
        """An error at the line of a part; see ``place.line_of`` for ``where``."""
        line = line_of(self.source, self.id, *where)
        path = f"{Path(PATH).parent.as_posix()}/{self.source.name}"
        return GuideError(path, line, code, f"{self.id}: {message}", hint)
