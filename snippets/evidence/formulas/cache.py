"""Outcomes kept from one build to the next, each with what it was made from."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import asdict
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from .formula import Formula
from .outcome import Given, Outcome

LIBRARIES = ("sympy", "pint", "latex2mathml")
FOLDER = Path(__file__).parents[1]
PARTS = ("formulas/*.py", "units.py", "figure.py", "display.py")
"""The code that an outcome depends on, below the folder."""


def cached(
    formula: Formula, given: tuple[Given, ...], measured: Given | None, cache_dir: Path | None
) -> Outcome:
    """A kept outcome, or a new one, which is kept."""
    key = _key(formula, given, measured)
    path = cache_dir / f"{formula.id}.json" if cache_dir else None
    kept = _kept(path, key)
    if kept is not None:
        return kept
    from .engine import outcome  # noqa: PLC0415  SymPy and pint: only when they work

    made = outcome(formula, given, measured)
    if path is not None:
        _keep(path, key, made)
    return made


def _key(formula: Formula, given: tuple[Given, ...], measured: Given | None) -> str:
    declared = {k: v for k, v in vars(formula).items() if k not in {"source", "inputs"}}
    told = [declared, [asdict(one) for one in given], measured and asdict(measured), _engine()]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


@lru_cache(maxsize=1)
def _engine() -> tuple[str, ...]:
    """Versions of the libraries, and of what is written here."""
    files = sorted(file for part in PARTS for file in FOLDER.glob(part))
    code = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return (*(version(name) for name in LIBRARIES), code)


def _kept(path: Path | None, key: str) -> Outcome | None:
    """A kept outcome; ``None`` for one that is missing, damaged or made from something else."""
    try:
        head, _, body = path.read_text(encoding="utf-8").partition("\n") if path else ("", "", "")
        return Outcome.model_validate_json(body) if head == key else None
    except (OSError, ValueError):
        return None


def _keep(path: Path, key: str, made: Outcome) -> None:
    """Put it in its place at once: two builds may write the same one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".draft")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{key}\n{made.model_dump_json()}")
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
