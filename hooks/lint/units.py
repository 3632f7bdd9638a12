"""Units that turn a number into a claim: size, rate, time, share, ratio, money."""

from __future__ import annotations

TIME = r"(?:[num]?s|μs|ps|secs?|seconds?|(?:milli|micro|nano)seconds?|mins?|minutes?|h|hrs?|hours?)"
BYTES = r"(?:[kKMGTPE]i?)?B|(?:[Kk]ilo|[Mm]ega|[Gg]iga|[Tt]era)?[Bb]ytes?"
BITS = r"[kKMGTP]i?b(?:its?)?|bits?"
COMPUTE = r"[kKMGTPE]?(?:FLOPS|FLOPs?|OPS|MACs?)"
THROUGHPUT = (
    r"[kKMG]?\s?(?:tok(?:en)?s?|req(?:uest)?s?|tx|ops|samples?|images?)/(?:s(?:ec)?|초|min|분)"
    r"|[kKMGT]?bps|[MG]T/s|[QR]PS|[qr]ps|IOPS|TPS|fps"
)
PHYSICAL = r"[kMGT]?Hz|[mkMG]?Wh?|[mkMGμ]?J|℃|°C"
MONEY = r"USD|KRW|EUR"
LATIN = (
    rf"(?:{THROUGHPUT}|{COMPUTE}|{BITS}|{BYTES}|{TIME}|{PHYSICAL}|{MONEY}|percent|pp)"
    r"(?:/(?:[A-Za-z]+|초|분|시간|토큰|요청))?(?![A-Za-z0-9_])"
)

SQUARED = "[㎰㎱㎲㎳㎅㎆㎇㎐㎑㎒㎓㎔㎽㎾㎿㏃-㏅]"
SIGN = rf"(?:%\s?(?:p(?![A-Za-z])|포인트)?|‰|[$₩€£]|{SQUARED})"

# A unit of one syllable is also how other words begin: 3 초과 is no 3초. What is refused here is a
# word of its own; a particle or an ending (초는, 초짜리, 초였습니다) stays a unit.
SECONDS = r"초(?!과|기|반|점|록|보|안(?!에)|판|심)"
MINUTES = r"분(?!기|석|할|포|류|리|산|배|야|명|자|모|량|면|법|위|절|해|수)"
TIMES = r"배(?!치|열|수|포|경|정|당|지|분|선|율|우|송|합|달|관|낭|후|제|점|터|타)"
WON = r"원(?!(?<=\s원)인)(?!소|래|본|칙|리|격|자|문|하|천|형|고|점|시|활|통|주|판|론|심|작|저)"
HOURS = r"시간(?!순|표|축|복잡|제|성|선|차|외|급|별)"
PREFIX = r"(?:킬로|메가|기가|테라|페타|키비|메비|기비)?\s?"
KOREAN = (
    r"(?:토큰|요청|개|건|회|번|문장)/(?:초|분|시간)"
    rf"|{PREFIX}(?:바이트(?!열|코드|수|순서)|비트(?!맵|열|율|수|마스크|코인)|헤르츠|플롭스)"
    rf"|(?:밀리|마이크로|나노)\s?초|{SECONDS}|{HOURS}|{MINUTES}|{TIMES}"
    rf"|퍼센트\s?(?:포인트)?|프로(?!세|그|덕|필|젝|토|바|파|시|[A-Za-z])|와트|달러|유로|{WON}"
)

UNIT = rf"(?:{LATIN}|{SIGN}|(?:{KOREAN})(?:/(?:초|분|시간|토큰|요청))?)"
"""After a number; what follows a unit is looked at as well, but not taken."""

MULTIPLIER = (
    # 3x, but neither 8x7B, nor the x of an equation, nor 8x H100
    r"[xX](?![A-Za-z0-9_])(?!\s*[-+=−*/^²³(])(?!\s+[A-Z][A-Za-z]*\d)"
    # 3×, but not 3×4 or 3 × n: a multiplier leans on its number and stands apart from what follows
    r"|×(?=$|[\s.,;:!?)\]」]|(?:의|로|가|는|를|만|까지)(?![가-힣]))(?!\s*[\d(A-Za-z\ufffc])"
)
CURRENCY = r"(?:(?:US)?[$₩€£]|(?:USD|KRW|EUR)\s)"
