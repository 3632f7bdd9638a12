"""A warm build works nothing out, and imports nothing that is slow to import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from snippets.evidence.formulas import cache, engine
from snippets.evidence.formulas.quantity import Quantity

from .given import Sheet, exact, spread

FORMULA = """\
    Formula(
        id="ch01.rate",
        label="대역폭",
        expression="n / t",
        unit="GB/s",
        inputs={"n": Input("ch01.bytes", "바이트"), "t": Input("ch01.time", "시간")},
        measured="ch01.seen",
    ),
"""
KNOWN = {
    "ch01__bytes": exact(2, "GB"),
    "ch01__time": spread(100, 80, 125, "ms"),
    "ch01__seen": exact(20, "GB/s"),
}
WARM = """
import sys
from pathlib import Path
from snippets.evidence.figure import ClaimType
from snippets.evidence.formulas.quantity import Quantity
from snippets.evidence.formulas.evaluation import evaluate_all
from snippets.evidence.formulas.sheet import load
from hooks import formula_fence

known = {
    "ch01.bytes": Quantity(2, None, None, "GB", ClaimType.MEASURED),
    "ch01.time": Quantity(100, 80, 125, "ms", ClaimType.MEASURED),
    "ch01.seen": Quantity(20, None, None, "GB/s", ClaimType.MEASURED),
}
root = Path(sys.argv[1])
made = evaluate_all(load(root), known.get, root / "cache")
fence = formula_fence.FormulaFence(made.outcomes.get)
assert "대역폭" in fence.format("ch01.rate", "", "", {}, fence)
print(made.outcomes["ch01.rate"].figure.value, {"sympy", "pint", "latex2mathml"} & set(sys.modules))
"""


def warm(root: Path) -> str:
    command = [sys.executable, "-c", WARM, str(root)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return result.stdout


def test_a_warm_evaluation_imports_neither_sympy_nor_pint(sheet: Sheet) -> None:
    cold = sheet.evaluate(FORMULA, **KNOWN)
    assert warm(sheet.root) == "20.0 set()\n"
    (sheet.root / "cache/ch01.rate.json").unlink()
    assert "sympy" in warm(sheet.root)
    assert sheet.evaluate(FORMULA, **KNOWN) == cold


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The formulas that were worked out, in order."""
    seen: list[str] = []
    real = engine.outcome

    def outcome(formula, given, measured):  # type: ignore[no-untyped-def]
        seen.append(formula.id)
        return real(formula, given, measured)

    monkeypatch.setattr(engine, "outcome", outcome)
    return seen


def test_the_same_again_is_kept(sheet: Sheet, counted: list[str]) -> None:
    first = sheet.evaluate(FORMULA, **KNOWN)
    assert sheet.evaluate(FORMULA, **KNOWN) == first
    assert counted == ["ch01.rate"]


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("ch01__bytes", exact(3, "GB")),
        ("ch01__bytes", exact(2, "GiB")),
        ("ch01__time", spread(100, 80, 126, "ms")),
        ("ch01__seen", spread(20, 19, 21, "GB/s")),
        ("ch01__seen", exact(20, "GB/s", KNOWN["ch01__seen"].claim_type, None, "다른 기계")),
    ],
)
def test_another_input_is_worked_out(
    sheet: Sheet, counted: list[str], name: str, changed: Quantity
) -> None:
    sheet.evaluate(FORMULA, **KNOWN)
    sheet.evaluate(FORMULA, **(KNOWN | {name: changed}))
    assert counted == ["ch01.rate"] * 2


@pytest.mark.parametrize(
    ("old", "new"),
    [("n / t", "2 * n / t"), ("GB/s", "MB/s"), ('"시간"', '"걸린 시간"'), ("대역폭", "속도")],
)
def test_another_formula_is_worked_out(
    sheet: Sheet, counted: list[str], old: str, new: str
) -> None:
    sheet.evaluate(FORMULA, **KNOWN)
    sheet.evaluate(FORMULA.replace(old, new), **KNOWN)
    assert counted == ["ch01.rate"] * 2


def test_another_library_is_worked_out(
    sheet: Sheet, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet.evaluate(FORMULA, **KNOWN)
    monkeypatch.setattr(cache, "engine", lambda: ("sympy 2",))
    sheet.evaluate(FORMULA, **KNOWN)
    assert counted == ["ch01.rate"] * 2


def test_every_module_of_the_package_counts() -> None:
    keyed = {file for part in cache.PARTS for file in cache.FOLDER.glob(part)}
    assert keyed >= set(Path(cache.__file__).parent.glob("*.py"))
    assert keyed >= {cache.FOLDER / name for name in ("units.py", "figure.py", "display.py")}


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"{}\n{}"])
def test_a_damaged_file_is_made_anew(sheet: Sheet, counted: list[str], damage: bytes) -> None:
    first = sheet.evaluate(FORMULA, **KNOWN)
    path = sheet.root / "cache/ch01.rate.json"
    whole = path.read_bytes()
    path.write_bytes(damage or whole[: len(whole) // 2])
    assert sheet.evaluate(FORMULA, **KNOWN) == first
    assert path.read_bytes() == whole
    assert counted == ["ch01.rate"] * 2
