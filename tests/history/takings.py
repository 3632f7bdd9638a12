"""Records of one experiment, as it was taken again and again."""

from __future__ import annotations

import json
from typing import Any

from snippets.evidence.catalogue import Listing
from snippets.evidence.claim import Claim, judge
from snippets.evidence.figure import Figure, counted, measured
from snippets.evidence.predicate import Bounds
from snippets.evidence.record import Record
from snippets.evidence.term import Ref
from snippets.evidence.validity import Validity
from snippets.evidence.withheld import Withheld
from tests.evidence.test_record import record

LISTING = Listing(
    id="ch01",
    module="snippets.ch01_x",
    path="snippets/ch01_x.py",
    line=1,
    title="작은 실험",
    timeout_s=60,
    figures={"ch01.time": ("ms", "걸린 시간"), "ch01.n": ("개", "개수")},
    traces={},
    claims={"ch01.fast": "3 ms를 넘지 않는다."},
)


def taken(around: float | None, hour: int = 0, **code: str) -> Record:
    """A record in which ``ch01.time`` lies around a value, or was withheld."""
    samples = [(around or 0) + step / 10 for step in range(6)]
    figure = measured("ch01.time", "ms", samples)
    found: dict[str, Figure] = {"ch01.n": counted("ch01.n", "개", 3)}
    withheld = {}
    if around is None:
        withheld["ch01.time"] = Withheld(id="ch01.time", unit="ms", reason="기계가 바빴습니다")
    else:
        found["ch01.time"] = figure
    claim = Claim(id="ch01.fast", test=Bounds(term=Ref(id="ch01.time"), high=3))
    one = record()
    return one.model_copy(
        update={
            "validity": Validity(
                sources={f"snippets/{name}.py": digest for name, digest in code.items()},
                packages={"torch": "2.13.0"},
            ),
            "conditions": one.conditions.model_copy(
                update={"started": f"2026-11-30T{hour:02}:00Z"}
            ),
            "figures": found,
            "withheld": withheld,
            "claims": {"ch01.fast": judge(claim, (found | withheld).get)},
        }
    )


def body(one: Record) -> dict[str, Any]:
    """The record as it stands in its file."""
    found: dict[str, Any] = json.loads(one.to_json())
    return found
