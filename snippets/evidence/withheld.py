"""What takes the place of a figure that would mislead: no number, but the reason."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

VERDICT = "판정불가"


class Withheld(BaseModel):
    """A figure that was measured and is not shown.

    Attributes:
        id: The declared id, ``chNN.name``.
        label: What it would be; filled in from the experiment's declaration.
        unit: The declared unit.
        reason: Why there is no number, in Korean.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    label: str = ""
    unit: str
    reason: str

    @property
    def text(self) -> str:
        """What stands on the page."""
        return f"{VERDICT} — {self.reason}"


def machine_busy(kept: int, rounds: int) -> str:
    """Fewer than half of the rounds were clean."""
    return f"기계가 바빴습니다 (조용한 회차 {kept}/{rounds})"


def unsteady(iqr: float) -> str:
    """The samples scatter too far."""
    much = "중앙값이 0" if iqr == float("inf") else f"IQR이 중앙값의 {100 * iqr:.0f}%"
    return f"너무 흩어집니다 ({much})"


def too_few(found: int, needed: int) -> str:
    """There is no 95 % interval on so few."""
    return f"표본이 모자랍니다 ({found}개, 적어도 {needed}개)"


def above_roof(value: str, roof: str) -> str:
    """Faster than the machine can be: the measurement has a fault."""
    return f"잰 값 {value}이(가) 같은 기계에서 잰 한계 {roof}을(를) 넘습니다: 측정 오류입니다"


def unresolved(resolution: float) -> str:
    """The interval holds 1 and much else."""
    return f"구간이 너무 넓습니다 ({100 * resolution:.0f}%까지의 차이를 가려내지 못합니다)"
