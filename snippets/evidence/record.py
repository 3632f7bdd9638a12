"""A record: the JSON that one experiment left on one machine."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from .claim import Judged
from .conditions import Conditions
from .figure import Figure
from .series import Series
from .trace import Trace
from .validity import Validity
from .withheld import Withheld

SCHEMA = 2


class RecordError(Exception):
    """A record file that cannot be used; the text says why, in Korean."""


class Record(BaseModel):
    """What an experiment yielded, under which conditions, and what it stays valid for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int = SCHEMA
    experiment: str
    module: str
    quick: bool = False
    validity: Validity
    conditions: Conditions
    figures: dict[str, Figure]
    traces: dict[str, Trace]
    series: dict[str, Series] = {}
    claims: dict[str, Judged] = {}
    withheld: dict[str, Withheld] = {}

    def value(self, name: str) -> Figure | Withheld | None:
        """What stands under a figure's id."""
        return self.figures.get(name) or self.withheld.get(name)

    def to_json(self) -> str:
        """The record as text: stable key order, and a digest over everything else."""
        body = self.model_dump(mode="json")
        return f"{_written(body | {'digest': _digest(body)})}\n"


def load(path: Path) -> Record:
    """Read a record back.

    Raises:
        RecordError: When the file is missing, unreadable, half-written, edited by hand or newer.
    """
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecordError("아직 잰 기록이 없습니다") from None
    except OSError as error:
        raise RecordError(f"기록 파일을 읽지 못합니다: {error.strerror}") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise RecordError("기록 파일이 깨져 있습니다") from None
    if not isinstance(body, dict):
        raise RecordError("기록 파일이 깨져 있습니다")
    if body.get("schema_version") != SCHEMA:
        raise RecordError(f"기록의 판이 {body.get('schema_version')}입니다 (지금은 {SCHEMA})")
    digest = body.pop("digest", None)
    if digest != _digest(body):
        raise RecordError("기록의 지문이 맞지 않습니다 (손으로 고친 기록)")
    try:
        return Record.model_validate_json(json.dumps(body))
    except ValidationError as error:
        raise RecordError(f"기록의 모양이 맞지 않습니다: {error.error_count()}곳") from None


def publish(record: Record, path: Path) -> None:
    """Put a record in its place at once: a reader sees the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(record.to_json())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _written(value: object, depth: int = 0) -> str:
    """JSON with a line an entry, and a line a span: a long trace has a thousand of them."""
    if isinstance(value, dict) and value:
        entries = [f"{_flat(key)}: {_written(value[key], depth + 1)}" for key in sorted(value)]
        return _block("{}", entries, depth)
    if isinstance(value, list) and value:
        rows = [_flat(one) if _is_row(one) else _written(one, depth + 1) for one in value]
        return _block("[]", rows, depth)
    return _flat(value)


def _block(brackets: str, entries: list[str], depth: int) -> str:
    inside = ",\n".join(f"{' ' * (depth + 1)}{entry}" for entry in entries)
    return f"{brackets[0]}\n{inside}\n{' ' * depth}{brackets[1]}"


def _is_row(value: object) -> bool:
    return isinstance(value, dict) and not any(
        isinstance(one, dict | list) for one in value.values()
    )


def _flat(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _digest(body: object) -> str:
    """Of what a record says, not of how its file is laid out."""
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, indent=1)
    return hashlib.sha256(f"{text}\n".encode()).hexdigest()
