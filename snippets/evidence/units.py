"""The one unit registry of the guide: what a fact, a figure and a formula may be written in.

pint's own list is not used. It reads ``Gb`` as gilbert, ``b`` as barn and ``cycle`` as a turn, and
it gives bytes no dimension, so that a byte/bit slip would pass. Here the list is closed, and what
a rate of the guide counts (tokens, requests, parameters, FLOP) has a dimension of its own.

pint takes a fifth of a second to import; this module costs nothing until a unit is read.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pint

DEFINITIONS = """
kilo- = 1e3 = k-
mega- = 1e6 = M-
giga- = 1e9 = G-
tera- = 1e12 = T-
peta- = 1e15 = P-
exa- = 1e18 = E-
milli- = 1e-3 = m-
micro- = 1e-6 = µ- = μ- = u-
nano- = 1e-9 = n-
pico- = 1e-12 = p-
kibi- = 2**10 = Ki-
mebi- = 2**20 = Mi-
gibi- = 2**30 = Gi-
tebi- = 2**40 = Ti-

second = [time] = s = sec = 초
minute = 60 * second = min = 분
hour = 60 * minute = h = 시간
day = 24 * hour = 일
year = 365.25 * day = 년
joule = [energy] = J
watt = joule / second = W
watt_hour = watt * hour = Wh
won = [currency] = 원
dollar = [dollar] = USD

bit = [information] = b = 비트
byte = 8 * bit = B = 바이트
token = [token] = tok = 토큰
request = [request] = req = 요청
parameter = [parameter] = param = 파라미터
FLOP = [flop] = flop = FLOPs
operation = [operation] = op = OP = 연산
cycle = [cycle] = 사이클
hertz = cycle / second = Hz
transfer = [transfer] = T
sample = [sample] = 표본
element = [element] = 원소
block = [block] = 블록
device = [device] = GPU = gpu = chip = 칩
word = [word] = 단어
character = [character] = char = 자

count = [] = 개
times = [] = 배
occasion = [] = 번 = 회
layer = [] = 층
run = [] = 실행
process = [] = processes = 프로세스
perplexity = [] = ppl
percent = 0.01 = % = 퍼센트
"""

SMALL = frozenset({"milli", "micro", "nano", "pico"})
BINARY = frozenset({"kibi", "mebi", "gibi", "tebi"})
DIVISIBLE = frozenset({"second", "joule", "watt", "watt_hour"})
"""What comes in thousandths; ``mb`` is never a thousandth of a bit, it is a slip for ``MB``."""
WHOLE = frozenset({"second", "minute", "hour", "day", "year", "percent", "times", "count"})
"""What takes no thousands either: ``ks`` and ``M%`` are slips."""
GRAMMAR = re.compile(r"(1/)?([^\W\d]+|%)(\^\d)?([*/]([^\W\d]+|%)(\^\d)?)*")
"""pint alone would take ``GB, TB/s`` for a product and ``GB//s`` for a rate."""

USUAL = (
    *("B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "bit", "bits", "b", "Gb"),
    *("B/s", "MB/s", "GB/s", "TB/s", "GiB/s", "Mb/s", "Gb/s", "s", "ms", "µs", "ns", "min"),
    *("FLOP", "GFLOP", "TFLOP", "FLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "FLOP/B", "TOP/s"),
    *("tokens", "tokens/s", "tok/s", "requests", "req/s", "parameters", "B/token", "B/parameter"),
    *("FLOP/token", "bits/element", "cycles", "GHz", "MT/s", "W", "kW", "J", "배", "%", "개"),
)
"""For the hint only: what somebody who mistyped a unit may have meant."""


class UnknownUnit(ValueError):  # noqa: N818  it reads as what it says
    """A unit that is not in the registry; ``hint`` says in Korean how to mend it."""

    def __init__(self, text: str, hint: str) -> None:
        super().__init__(f"{text}: {hint}")
        self.text = text
        self.hint = hint


@lru_cache(maxsize=1)
def registry() -> pint.UnitRegistry[Any]:
    """The registry, made at the first call and shared: pint mixes no two of them."""
    import pint  # noqa: PLC0415  a fifth of a second, paid only by who needs it

    made: pint.UnitRegistry[Any] = pint.UnitRegistry(None, cache_folder=None)
    made.load_definitions(DEFINITIONS.strip().splitlines())
    return made


@lru_cache(maxsize=512)
def parse(text: str) -> pint.Unit:
    """Read a unit such as ``GB/s``, ``tokens``, ``배`` or ``1`` (a pure number).

    Raises:
        UnknownUnit: Nothing of that name, a number stuck to it, or a prefix that makes no sense.
    """
    import pint  # noqa: PLC0415

    text = unicodedata.normalize("NFC", text).strip()
    if text == "1":
        return registry().Unit("")
    if re.match(r"[\d.,]+\s*[^\d\s/]", text):
        raise UnknownUnit(text, "수는 value에, 단위는 unit에 따로 적으세요")
    if GRAMMAR.fullmatch(text) is None:
        raise UnknownUnit(
            text, "GB/s처럼 단위 하나만, 빈칸 없이 적으세요. 단위가 없는 수는 '1'입니다"
        )
    try:
        unit = registry().Unit(text)
    except (pint.errors.PintError, ValueError, AttributeError) as error:
        raise UnknownUnit(text, _hint(text)) from error
    if not all(_sensible(name) for name, _ in registry().Quantity(1, unit).unit_items()):
        raise UnknownUnit(text, _hint(text))
    return unit


def _sensible(name: str) -> bool:
    prefix, base, _ = registry().parse_unit_name(name)[0]
    if prefix in SMALL:
        return base in DIVISIBLE
    if prefix in BINARY:
        return base in {"bit", "byte"}
    return not prefix or base not in WHOLE


def _hint(text: str) -> str:
    by_case = [one for one in USUAL if one.lower() == text.lower()]
    close = by_case or difflib.get_close_matches(text, USUAL, n=1)
    if close:
        return f"혹시 {close[0]}인가요?"
    return "쓸 수 있는 단위는 snippets/evidence/units.py에 있습니다"
