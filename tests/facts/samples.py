"""A file of two good facts and one disagreement, and one way to make it bad at a time."""

from __future__ import annotations

from pathlib import Path

from snippets.evidence.facts.fact import Facts
from snippets.evidence.facts.file import load

GOOD = """\
facts:
  - id: A03
    chapters: ['04']
    statement: H100 대역폭은 3.35 TB/s다.
    value: 3.35
    unit: TB/s
    conditions: SXM
    source:
      title: H100 <datasheet>
      org: NVIDIA
      year: 2023
      locator: 사양표
      url: https://example.org/h100?a=1&b=2
    grade: PRIMARY
    claim_type: vendor-reported
    verified: true
    verified_via: 원문 확인
  - id: A05
    chapters: ['04', C]
    statement: H200은 141 GB, 4.8 TB/s다.
    value:
      - {label: 용량, value: 141, unit: GB}
      - label: 대역폭
        value: 4.8
        unit: TB/s
    unit: null
    conditions: SXM
    source:
      title: (계산)
      org: 본 안내서
      year: 2026
      locator: 식
      url: null
    grade: SECONDARY
    claim_type: calculated
    verified: false
    verified_via: 옮긴 자료로 대조
    supported_by:
      title: 옮긴 표
      url: https://example.org/copy
      locator: 표 1
      grade: SECONDARY
    note: 덧붙이는 말
discrepancies:
  - id: D01
    title: 대역폭
    a: 3.35 TB/s (사양표)
    b: 3 TB/s (백서)
    resolve: 판을 적는다
    kind: 판
    facts: [A03]
    urls: [https://example.org/paper]
"""


def facts(folder: Path, text: str | bytes = GOOD) -> Facts:
    path = folder / "facts.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load(path)


def problems(folder: Path, *changes: tuple[str, str]) -> list[str]:
    text = GOOD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return [str(problem) for problem in facts(folder, text).problems]
