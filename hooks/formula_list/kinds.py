"""What kind of quantity a unit belongs to, without its size: ``TB/s`` and ``GB/s`` are one kind."""

from __future__ import annotations

KINDS = {
    "바이트": ("B", "바이트", "byte", "bytes"),
    "비트": ("b", "bit", "bits", "비트"),
    "시간": ("s", "초", "min", "분", "h", "시간"),
    "연산": ("FLOP", "FLOPs", "OP", "op", "ops", "연산"),
    "사이클": ("cycle", "cycles", "사이클"),
    "진동수": ("Hz",),
    "전력": ("W",),
    "비": ("배", "%", "퍼센트"),
    "수": (
        *("1", "개", "번", "회", "층", "토큰", "token", "tokens", "tok"),
        *("파라미터", "parameter", "parameters", "요청", "request", "requests", "req"),
        *("블록", "원소", "element", "칩", "단어", "프로세스", "실행", "표본"),
    ),
}
PREFIXES = ("Ki", "Mi", "Gi", "Ti", "k", "M", "G", "T", "P", "E", "m", "u", "µ", "μ", "n", "p")
NAMES = {unit: kind for kind, units in KINDS.items() for unit in units}


def kind(unit: str) -> str:
    """``바이트/시간`` of ``TB/s``.

    What is counted is left out of a denominator: bytes a parameter and bytes a token are bytes.
    """
    above, *below = [_name(part) for part in (unit or "1").split("/")]
    kept = [one for one in below if one not in {"수", "비"}]
    return "수" if kept == [above] else "/".join([above, *kept])


def _name(unit: str) -> str:
    if unit in NAMES:
        return NAMES[unit]
    bare = (unit.removeprefix(one) for one in PREFIXES if unit.startswith(one))
    return next((NAMES[one] for one in bare if one in NAMES), unit)
