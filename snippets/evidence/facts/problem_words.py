"""The Korean of every problem with a row of facts: what is wrong, and how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from ..figure import ClaimType
from .fact import Discrepancy, Fact, Grade, Part, Row, Rows, Source, Support
from .fields import NUMBER

Where = tuple[str | int, ...]
Told = tuple[str, str, str]
"""Code, message, hint."""

MODELS: dict[str, type[BaseModel]] = {"facts": Fact, "discrepancies": Discrepancy}
INNER: dict[str, type[BaseModel]] = {"source": Source, "supported_by": Support, "value": Part}
CHOICES: dict[str, Sequence[str]] = {"claim_type": list(ClaimType), "grade": list(Grade)}
FORM = {
    "id": (
        "fact-id",
        "번호의 꼴이 다릅니다",
        "사실은 A05, 불일치는 D05처럼 반각 영문자와 두 자리 수로 적으세요",
    ),
    "facts": ("fact-id", "사실 번호의 꼴이 다릅니다", "A05처럼 적으세요"),
    "chapters": (
        "fact-chapter",
        "장 번호의 꼴이 다릅니다",
        "'05'처럼 두 자리 수나, 부록은 'C'처럼 글자 하나를 적으세요",
    ),
    "url": (
        "fact-url",
        "주소의 꼴이 다릅니다",
        "http:// 또는 https:// 로 시작하는 주소나 null을 적으세요",
    ),
    "urls": (
        "fact-url",
        "주소의 꼴이 다릅니다",
        "http:// 또는 https:// 로 시작하는 주소를 적으세요",
    ),
    "label": ("fact-label", "이름표의 꼴이 다릅니다", "빈칸 없이 글자, 숫자, - + . 만 쓰세요"),
}
ELSE = "빠짐없이 적으세요. 항목의 뜻은 파일 첫머리에 있습니다"
WHY = {
    "conditions": "어떤 조건에서 맞는 값인지 적으세요",
    "source": "title, org, year, locator, url을 적으세요",
    "locator": "원문의 어디인지(표, 절, 식, 파일) 적으세요",
    "unit": "수의 단위를 적으세요. 단위가 없는 수는 '1', 수 하나가 아니면 null입니다",
    "url": "주소를 적으세요. 없으면 null입니다",
    "verified_via": "무엇으로 어디까지 확인했는지 적으세요",
}
TYPE = {
    "string_type": "글을 적으세요. 수나 true처럼 읽히는 글은 따옴표로 감쌉니다",
    "bool_type": "true 또는 false를 적으세요",
    "int_type": "네 자리 해를 따옴표 없이 적으세요",
    "greater_than_equal": "네 자리 해를 적으세요",
    "less_than_equal": "네 자리 해를 적으세요",
    "too_short": "하나 이상 적으세요",
    "tuple_type": "목록(- 로 시작하는 줄)을 적으세요",
}


def told(error: ErrorDetails, where: Where) -> Told:
    """Put what pydantic found into words; ``where`` is the place in the file."""
    key = _key(where)
    given = error["input"]
    match error["type"]:
        case "missing":
            found = "fact-key-missing", f"'{key}' 항목이 없습니다", WHY.get(key, ELSE)
        case "extra_forbidden":
            found = "fact-key-unknown", f"모르는 항목입니다: {key}", _meant(key, where)
        case "string_too_short":
            found = "fact-empty", f"'{key}' 항목이 비었습니다", WHY.get(key, ELSE)
        case "enum":
            message = f"{key}에 쓸 수 없는 값입니다: {shown(given)}"
            found = "fact-choice", message, _choices(CHOICES[key], given)
        case "string_pattern_mismatch":
            code, message, hint = FORM[key]
            found = code, f"{message}: {given}", hint
        case "number":
            found = _number(key, given)
        case "unit":
            found = "fact-unit-unknown", f"모르는 단위입니다: {given}", error["ctx"]["hint"]
        case kind:
            found = _type(key, given, kind)
    return found


def shown(given: object) -> str:
    """What stands in the file, short enough for a line."""
    return "없음" if given is None else str(given)[:60]


def _key(where: Where) -> str:
    names = [step for step in where if isinstance(step, str)]
    return names[-1] if names else "파일"


def _type(key: str, given: Any, kind: str) -> Told:
    hint = TYPE.get(kind, "'이름: 값' 줄로 적으세요. 모양은 다른 행을 보세요")
    return "fact-type", f"'{key}' 자리에 올 수 없는 값입니다: {shown(given)}", hint


def _number(key: str, given: Any) -> Told:
    found = NUMBER.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None:
        return "fact-type", f"'{key}'는 수여야 합니다: {shown(given)}", "수를 따옴표 없이 적으세요"
    if found["unit"]:
        hint = f"value에 {found['number']}, unit에 {found['unit']}처럼 나누어 적으세요"
        return "fact-unit-stuck", f"수에 단위가 붙어 있습니다: {given}", hint
    hint = "따옴표와 자릿수 쉼표를 빼세요. 지수는 3.4e+38처럼 소수점과 부호까지 적습니다"
    return "fact-number", f"수가 글로 적혀 있습니다: {given}", hint


def _meant(key: str, where: Where) -> str:
    fields = _fields(where[:-1])
    close = difflib.get_close_matches(key, fields, n=1)
    return f"혹시 {close[0]}인가요?" if close else f"쓸 수 있는 항목: {', '.join(fields)}"


def _fields(where: Where) -> Sequence[str]:
    names = [step for step in where if isinstance(step, str)]
    if not names:
        return list(Rows.model_fields)
    model = INNER.get(names[-1]) or MODELS.get(names[0], Row)
    return list(model.model_fields)


def _choices(choices: Sequence[str], given: Any) -> str:
    close = difflib.get_close_matches(str(given).lower(), [one.lower() for one in choices], n=1)
    meant = next((one for one in choices if close and one.lower() == close[0]), None)
    return f"혹시 {meant}인가요?" if meant else f"쓸 수 있는 값: {', '.join(choices)}"
