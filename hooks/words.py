"""Korean words for the nouns of the guide, in one place."""

from __future__ import annotations

from snippets.evidence.figure import ClaimType
from snippets.evidence.trace import Path

CLAIM_TYPE = {
    ClaimType.MEASURED: ("측정", "공개한 조건에서 관측한 값입니다"),
    ClaimType.VENDOR_REPORTED: ("보고", "만든 쪽이 보고한 값입니다"),
    ClaimType.CALCULATED: ("계산", "입력과 식을 남긴 산술입니다"),
    ClaimType.INFERRED: ("해석", "자료를 이어 해석한 값입니다"),
}
"""Claim type → (badge, what it means)."""

PATH = {Path.CONTROL: "control path", Path.DATA: "data path"}
