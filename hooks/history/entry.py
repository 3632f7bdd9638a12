"""One taking of an experiment as its history keeps it: the values, and what they depended on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from snippets.evidence.claim import Verdict
from snippets.evidence.figure import ClaimType, Figure
from snippets.evidence.machine import Machine


class Value(NamedTuple):
    """A figure without its samples; a short row, because a history holds thousands."""

    value: float
    low: float | None
    high: float | None
    unit: str
    claim_type: ClaimType

    @property
    def exact(self) -> bool:
        """Whether the value has no spread."""
        return self.low is None or self.high is None

    def figure(self, name: str) -> Figure:
        """The same as a figure, for whatever writes figures."""
        return Figure(id=name, unit=self.unit, claim_type=self.claim_type, **self._ends())

    def _ends(self) -> dict[str, Any]:
        return {"value": self.value, "low": self.low, "high": self.high}


class Commit(NamedTuple):
    """The commit that brought a record; empty when the entry was there before its commit."""

    hash: str = ""
    subject: str = ""


class Entry(BaseModel):
    """One record, as one line of a history.

    Attributes:
        before: Digest of the line before: a line that is changed or dropped breaks the chain.
        record: Digest of the record, shortened.
        sources: Digest of each source that is not what it was a line before; ``None`` for one
            that is no longer reached. The first line holds all of them.
        withheld: Figure id → why there was no number.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    before: str
    record: str
    started: str
    commit: str = ""
    subject: str = ""
    machine: str
    software: dict[str, str]
    calibration: dict[str, float]
    sources: dict[str, str | None]
    figures: dict[str, Value]
    withheld: dict[str, str]
    claims: dict[str, Verdict]

    @property
    def day(self) -> str:
        """The day it was taken, UTC."""
        return self.started.partition("T")[0]

    def line(self) -> str:
        """The entry as it stands in the file."""
        return self.model_dump_json()


def next_after(past: tuple[Entry, ...], body: Mapping[str, Any], commit: Commit) -> Entry:
    """The entry that a record adds to ``past``.

    Args:
        past: The history so far.
        body: The record's JSON, of this schema or an older one.
        commit: Where the record was committed.
    """
    conditions = body["conditions"]
    validity = body.get("validity", {})
    return Entry(
        before=chained(past[-1]) if past else "",
        record=short(body["digest"]),
        started=conditions["started"],
        commit=commit.hash,
        subject=commit.subject,
        machine=_machine(conditions["hardware"]),
        software=dict(sorted((validity.get("packages", {}) | conditions["software"]).items())),
        calibration=conditions.get("calibration", {}),
        sources=_changed(reached(past), validity.get("sources", {})),
        figures={name: _value(one) for name, one in sorted(body["figures"].items())},
        withheld={name: one["reason"] for name, one in sorted(body.get("withheld", {}).items())},
        claims={name: one["verdict"] for name, one in sorted(body.get("claims", {}).items())},
    )


def reached(past: tuple[Entry, ...]) -> dict[str, str]:
    """Every source and its digest at the last entry."""
    found: dict[str, str] = {}
    for entry in past:
        for path, digest in entry.sources.items():
            if digest is None:
                found.pop(path, None)
            else:
                found[path] = digest
    return found


def chained(entry: Entry) -> str:
    """What the next line says of this one."""
    return hashlib.sha256(entry.line().encode()).hexdigest()[:12]


def short(digest: str) -> str:
    """Enough of a digest to tell two sources or two records apart."""
    return digest[:12]


def _changed(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str | None]:
    """The differences, each with what it is now."""
    new: dict[str, str | None] = {path: short(digest) for path, digest in now.items()}
    gone: dict[str, str | None] = dict.fromkeys(before.keys() - now.keys())
    return dict(sorted({k: v for k, v in (new | gone).items() if before.get(k) != v}.items()))


def _value(figure: Mapping[str, Any]) -> Value:
    ends = figure.get("low"), figure.get("high")
    return Value(figure["value"], *ends, figure["unit"], ClaimType(figure["claim_type"]))


def _machine(hardware: Mapping[str, Any]) -> str:
    try:
        return Machine.model_validate(hardware).summary
    except ValidationError:  # described as an older edition did
        return str(hardware.get("cpu", ""))
