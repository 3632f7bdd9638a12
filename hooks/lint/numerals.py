"""Numbers, in digits and in Korean words."""

from __future__ import annotations

from .units import LATIN, SECONDS, TIMES

POWER = r"(?:\^[-−+]?\d+|[⁻⁺⁰¹²³⁴-⁹]+)"
DIGITS = r"\d+(?:[.,]\d+)*"
NUMBER = rf"(?:{DIGITS}{POWER}?(?:[eE][-+]?\d+)?(?:\s?[×x]\s?10{POWER}?)?|[½⅓⅔¼¾⅕⅙⅛])"
"""``12``, ``1,234.5``, ``1.6×10¹⁰``, ``4.8e12``, ``2^24``, ``½``."""

FRESH = r"(?<![A-Za-z_\d])(?<!\d[.,])(?!0\d(?![\d.,]))"
"""Neither within a name (H100, bf16, ch01) nor within a number; and 01 to 09 are chapters."""

RANGE = rf"{FRESH}{NUMBER}(?:\s?(?:[-–—~∼±…]|\.{{3}})\s?{NUMBER})*(?:\s?[십백천만억조]+)?여?"
"""One number or several: ``3–5``, ``12 ± 0.3``, ``3천만``, ``20여``."""

UNITS = "두|세|네|다섯|여섯|일곱|여덟|아홉"
NATIVE = rf"(?:{UNITS}|열(?:한|{UNITS})?|스무|서른|마흔|쉰)"
SINO = r"(?:(?:몇|수)?[일이삼사오육칠팔구]?[십백천만억][일이삼사오육칠팔구십백천만억]*)"
DIGIT = "[일이삼사오육칠팔구]"
AMOUNT = r"(?:시간|속도|크기|용량|바이트|메모리|비용|대역폭|처리량|지연)"

# On an English page. Left alone: three times (nobody says what was faster), half of an idiom.
COUNT = r"(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Aa] hundred)"
COMPARED = (
    r"(?:as\s(?:fast|slow|big|large|small|long|short|much|many|high|low)"
    r"|faster|slower|bigger|larger|smaller|longer|shorter|more|less|higher|lower)\b"
)
ENGLISH = (
    rf"(?:\b{COUNT}(?:\stimes|fold)|\b[Tt]wice|\b[Hh]alf)\s{COMPARED}"
    rf"|{RANGE}(?:\stimes|-?fold)\s{COMPARED}"
    rf"|\b(?:{COUNT}|{RANGE})\spercent\b"
)

# Only where no idiom and no other word looks the same. Left alone: 한 배(를 타다), 몇 배, 일 초,
# 이 초(this second), 십분(fully), 두 시간(two times), 절반 of something that nobody measures.
WORDS = "|".join(
    (
        ENGLISH,
        rf"(?<![가-힣])(?:{NATIVE}|{SINO})\s?{TIMES}",
        rf"(?<![가-힣]){SINO}\s?(?:{SECONDS}|(?:밀리|마이크로|나노)\s?초|바이트)",
        rf"(?<![가-힣])(?:{SINO}|{DIGIT})\s?퍼센트\s?(?:포인트)?",
        rf"(?<![가-힣])(?:{SINO}|{DIGIT})\s?분의\s?{DIGIT}+",
        rf"(?<![가-힣])[몇수][십백천만억]+\s?{LATIN}",
        r"[갑곱]절",
        rf"절반(?:으로|만큼|밖에|\s?이하|의?\s{AMOUNT})|{AMOUNT}의?\s절반",
    )
)
