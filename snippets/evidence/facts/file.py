"""``docs/facts.yaml``, read whole: its facts, or everything in it that has to be mended."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from ..problem import GuideError
from .fact import Facts, Rows

FOLDER = Path(__file__).parents[1]
CHECKED_BY = (
    "facts/fact.py",
    "facts/fields.py",
    "facts/file.py",
    "facts/problems.py",
    "facts/document.py",
    "units.py",
    "figure.py",
)
"""What judges a row, below the folder."""


def load(path: Path, cache: Path | None = None, name: str = "docs/facts.yaml") -> Facts:
    """Read the facts.

    Args:
        path: The YAML file.
        cache: Folder that remembers a file without problems, so that neither YAML nor pint is
            needed as long as neither the file nor what checks it has changed.
        name: The file as errors name it.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        hint = "저장소의 docs/facts.yaml을 되살리세요"
        message = f"사실 파일을 읽을 수 없습니다: {error.strerror}"
        return Facts(problems=(GuideError(name, 1, "fact-file", message, hint),))
    remembered = cache / f"facts/{_digest(content)}.json" if cache else None
    rows = _recall(remembered)
    if rows is not None:
        return _facts(rows)
    from .document import read  # noqa: PLC0415  YAML and pint: a warm build needs neither
    from .problems import check  # noqa: PLC0415

    document = read(content, name)
    found, problems = check(document)
    if found is None or problems:
        return Facts(problems=tuple(sorted(problems, key=lambda p: (p.line, p.code, p.message))))
    _remember(remembered, found)
    return _facts(found)


def _facts(rows: Rows) -> Facts:
    return Facts(MappingProxyType({fact.id: fact for fact in rows.facts}), rows.discrepancies)


def _digest(content: bytes) -> str:
    """The file and the code that judges it: a stricter check never trusts an old verdict."""
    digest = hashlib.sha256(content)
    for module in CHECKED_BY:
        digest.update((FOLDER / module).read_bytes())
    return digest.hexdigest()[:32]


def _recall(path: Path | None) -> Rows | None:
    if path is None or not path.is_file():
        return None
    try:
        return Rows.model_validate(json.loads(path.read_bytes()))
    except (OSError, ValueError, ValidationError):
        return None  # a damaged memory is no memory


def _remember(path: Path | None, rows: Rows) -> None:
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob("*.json"):
        old.unlink(missing_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(rows.model_dump_json(), encoding="utf-8")
    draft.replace(path)
