"""Where a text is cut into words to search for.

Material's worker cuts the index and the query by one regular expression, in the reader's browser.
So all that Korean needs is said in it, and nothing is added to the index:

- a particle goes: 스케줄러를 and 스케줄러는 are both 스케줄러;
- a compound is cut where a word of the glossary begins or ends: 가중치양자화 is 가중치 양자화;
- so is a name made of two: KV캐시, PagedAttention.

The expression has no groups that capture: the theme counts them when it marks words on a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .words import compounds, guarded

BLANKS = r"['’]s(?![A-Za-z])|[\s\-.,·:;!?()\[\]{}\"'“”‘’/→—–⁠]+"
CASE = "에서|에게|으로|로|에|부터|까지|보다|처럼|마다|만큼|와|과"
PARTICLES = (
    f"(?:{CASE})(?:는|도|의|만)?|은|는|이|가|을|를|의|만"
    "|이다|입니다|이란|이라는|이라고|인가요?|인지"
)
"""도 is left out: 정밀도 is one word."""
ENDINGS = (
    "(?:하|되)(?:다|는|고|면|지|며|기|게|나|나요|려면|도록)|한|된|할|될|해|돼|한다|된다|합니다|됩니다"
    "|했습니다|됐습니다|해서|돼서"
)
"""What makes a verb of a noun: 양자화하면."""
ASKING = "(?<![가-힣])(?:왜|어떻게|어디서|얼마나|무엇(?:을|이|인가요?)?|뭔가요)(?![가-힣])"
"""A question's own words, which say nothing about what it asks for."""
STEM = "(?<=[가-힣A-Za-z0-9]{2})"
END = "(?![가-힣A-Za-z0-9])"
NAMES = r"(?<=[A-Za-z0-9])(?=[가-힣]{2})|(?<=[가-힣]{2})(?=[A-Za-z])|(?<=[a-z]{3})(?=[A-Z][a-z]{3})"


def separator(words: Iterable[str]) -> str:
    """The expression for a site whose glossary has these words."""
    known = compounds(words)
    kept = guarded(known, re.compile(f"(?:{PARTICLES}|{ENDINGS})$"))
    guard = f"(?<!{'|'.join(kept)})" if kept else ""
    parts = [BLANKS, f"{STEM}(?:{PARTICLES}|{ENDINGS}){END}{guard}", ASKING, NAMES]
    if known:
        listed = "|".join(known)
        parts += [
            f"(?<={listed})(?=[가-힣]{{2}}|수(?![가-힣]))",
            f"(?<=[가-힣]{{2}}|(?<![가-힣])첫)(?={listed})",
        ]
    return "|".join(parts)
