"""What a lab put out on one machine, and what that stays true for."""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from snippets.evidence.conditions import Conditions
from snippets.evidence.record import RecordError
from snippets.evidence.validity import Validity

from .. import whole_file
from .cells import Lab


class LabRecord(BaseModel):
    """The outputs of one run.

    Attributes:
        cells: A digest of each code cell: its meaning, so comments and layout do not count.
        outputs: What each code cell put out; text.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    lab: str
    cells: tuple[str, ...]
    outputs: tuple[str, ...]
    validity: Validity
    conditions: Conditions


def load(path: Path) -> LabRecord:
    """Read a record back.

    Raises:
        RecordError: When it is missing, unreadable, broken, or edited by hand.
    """
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        seal = body.pop("seal")
        record = LabRecord.model_validate(body)
    except FileNotFoundError:
        raise RecordError("아직 실행한 기록이 없습니다") from None
    except OSError as error:
        raise RecordError(f"기록 파일을 읽지 못합니다: {error.strerror}") from None
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise RecordError("기록 파일이 깨져 있습니다") from None
    if seal != _seal(body):
        raise RecordError("기록의 지문이 맞지 않습니다 (손으로 고친 기록)")
    return record


def publish(record: LabRecord, path: Path) -> None:
    """Put a record in its place at once: a reader sees the old one or the new one, whole."""
    body = record.model_dump(mode="json")
    text = json.dumps(body | {"seal": _seal(body)}, ensure_ascii=False, indent=1)
    whole_file.write(path, f"{text}\n".encode())


def cells(lab: Lab) -> tuple[str, ...]:
    """A digest of each code cell. Where one ends and the next begins is no part of the syntax."""
    return tuple(_digest(ast.dump(ast.parse(cell.source))) for cell in lab.code)


def _seal(body: object) -> str:
    """A digest of what a record says: outputs are not edited by hand."""
    return _digest(json.dumps(body, sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
