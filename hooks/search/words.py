"""The words at which a compound is cut."""

from __future__ import annotations

import re
from collections.abc import Iterable

HANGUL = re.compile(r"[가-힣]{2,}")
COMMON = (
    "한계 크기 계산 시간 용량 속도 비율 메모리 모델 서버 요청 구간 캐시 하드웨어 소프트웨어 성능"
)
"""Words that are no terms and that readers write together with one: 대역폭한계."""


def compounds(terms: Iterable[str]) -> list[str]:
    """The Korean words of some terms, the longest first."""
    found = {word for term in terms for word in HANGUL.findall(term)} | set(COMMON.split())
    return sorted(found, key=lambda word: (-len(word), word))


def guarded(words: Iterable[str], ending: re.Pattern[str]) -> list[str]:
    """Those that end as if a particle followed: 게이트웨이."""
    return [word for word in words if len(word) > 2 and ending.search(word, 2)]
