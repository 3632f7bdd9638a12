"""Outcomes kept from one build to the next, each with what it was made from."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, fields
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from .formula import Formula
from .outcome import Given, Outcome

LIBRARIES = ("sympy", "pint", "latex2mathml")
FOLDER = Path(__file__).parents[1]
PARTS = ("formulas/*.py", "calculators/*.py", "units.py", "figure.py", "display.py")
"""The code that an outcome depends on, below the folder."""

M = TypeVar("M", bound=BaseModel)


def cached(
    formula: Formula, given: tuple[Given, ...], measured: Given | None, cache_dir: Path | None
) -> Outcome:
    """A kept outcome, or a new one, which is kept."""
    key = _key(formula, given, measured)
    path = cache_dir / f"{formula.id}.json" if cache_dir else None
    found = kept(path, key, Outcome)
    if found is not None:
        return found
    from .engine import outcome  # noqa: PLC0415  SymPy and pint: only when they work

    made = outcome(formula, given, measured)
    if path is not None:
        keep(path, key, made)
    return made


def _key(formula: Formula, given: tuple[Given, ...], measured: Given | None) -> str:
    names = {one.name for one in fields(Formula)} - {"source", "inputs"}  # ``given`` has these
    declared = {name: getattr(formula, name) for name in sorted(names)}
    told = [declared, [asdict(one) for one in given], measured and asdict(measured), engine()]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


@lru_cache(maxsize=1)
def engine() -> tuple[str, ...]:
    """Versions of the libraries, and of what is written here."""
    files = sorted(file for part in PARTS for file in FOLDER.glob(part))
    code = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return (*(version(name) for name in LIBRARIES), code)


def kept(path: Path | None, key: str, model: type[M]) -> M | None:
    """What was kept; ``None`` when it is missing, damaged or made from something else."""
    try:
        head, _, body = path.read_text(encoding="utf-8").partition("\n") if path else ("", "", "")
        return model.model_validate_json(body) if head == key else None
    except (OSError, ValueError):
        return None


def keep(path: Path, key: str, made: BaseModel) -> None:
    """Put it in its place at once: two builds may write the same one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".draft")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{key}\n{made.model_dump_json()}")
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
