"""Where a noun ends: what may follow it before the next word begins.

A noun of a Korean sentence carries its particle with it: 토큰은, 캐시에서는, prefill이라면. What is
no particle makes another word of it: 토큰화, 배치하다. Which of two particles stands after a noun
depends on its last sound: 토큰은 and 캐시는 are nouns, 토큰는 and 캐시은 begin something else.
Words that happen to end like a particle (배치도, a floor plan) are listed with their term.
"""

from __future__ import annotations

import re
from functools import lru_cache


def _listed(words: str) -> list[str]:
    return words.split()


ANY = _listed(
    "의 에 에서 에게 에게서 에선 에는 한테 께 도 만 부터 까지 마저 조차 밖에 뿐 보다 처럼 만큼 "
    "마다 대로 하고 같은 같이"
)
"""After any noun."""

CLOSED = _listed("은 이 을 과 으로 으로서 으로써 이랑 이나 이든 이든지 이나마 이야 이야말로")
"""After a consonant: 토큰은."""

OPEN = _listed("는 가 를 와 로 로서 로써 랑 나 든 든지 나마 야 야말로")
"""After a vowel: 캐시는."""

IS = _listed(
    "이다 이며 이면 이면서 이고 이지 이지만 이지요 이죠 이므로 이니 이니까 이던 이자 이거나 이기 "
    "이라 이라고 이라는 이라면 이라서 이라도 이란 이어서 이어야 이네 이네요 이에요 "
    "인 인가 인가요 인데 인지 일 일까 일까요 일지 일수록 임 이었[가-힣]* 입니[가-힣]+"
)
"""토큰이다: after a consonant, and after a vowel in writing that takes its time."""

IS_OPEN = _listed(
    "다 며 면 면서 고 지 지만 지요 죠 므로 니 니까 던 자 거나 라 라고 라는 라면 라서 라도 란 "
    "여서 여야 예요 였[가-힣]*"
)
"""캐시다."""

SUFFIX = _listed("들 별 당 쯤 씩 끼리")
"""토큰당, 요청들: what still is the same noun."""

NOT_HANGUL = r"(?![가-힣])"
# Neither within a Latin word or a dotted name, nor joined by a hyphen, nor the upper half of a
# unit (GB/s).
NOT_LATIN = (
    r"(?![0-9A-Za-z_])(?![-.][0-9A-Za-z_])"
    r"(?!/(?:s|ms|min|h|tok(?:en)?s?|req|op|cycle|param(?:eter)?s?|B|초|분|시간|토큰|요청|파라미터)"
    r"(?![A-Za-z]))"
)
RIEUL = 8
"""Place of ㄹ among the final consonants; it takes 로, not 으로."""


def ends(text: str, place: int) -> bool:
    """Whether a noun that stops at ``place`` of an NFC text is a word there."""
    return _end(_sound(text[place - 1])).match(text, place) is not None


def _sound(character: str) -> str:
    """How the noun ends: on a vowel, on ㄹ, on another consonant; or nobody can tell."""
    if not "가" <= character <= "힣":
        return "unknown"  # bf16은 and bf16는 are both read
    final = (ord(character) - ord("가")) % 28
    return "open" if final == 0 else "rieul" if final == RIEUL else "closed"


@lru_cache(maxsize=4)
def _end(sound: str) -> re.Pattern[str]:
    first = {
        "open": [*OPEN, *IS, *IS_OPEN],
        "closed": [*CLOSED, *IS],
        "rieul": [*CLOSED, *IS, "로", "로서", "로써"],
        "unknown": [*OPEN, *CLOSED, *IS, *IS_OPEN],
    }[sound]
    more = _one_of([*ANY, *OPEN, *CLOSED, *IS, *IS_OPEN])
    tail = rf"(?:{_one_of([*ANY, *first, *SUFFIX])}{more}{{0,2}})?"
    return re.compile(rf"{NOT_LATIN}{tail}{NOT_HANGUL}")


def _one_of(words: list[str]) -> str:
    return f"(?:{'|'.join(words)})"
