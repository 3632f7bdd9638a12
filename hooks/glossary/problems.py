"""What is wrong with a file of terms: every place at once, each with its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from snippets.evidence.facts.document import Document
from snippets.evidence.facts.fact import Row
from snippets.evidence.problem import GuideError

from .term import LONGEST, Pair, Term

Where = tuple[str | int, ...]
Told = tuple[str, str, str]
"""Code, message, hint."""

NOUN = {"terms": "용어", "pairs": "짝"}
FORM = {
    "chapter": (
        "term-chapter",
        "장 번호의 꼴이 다릅니다",
        "'06'처럼 두 자리 수나, 부록은 'C'처럼 글자 하나를 적으세요",
    ),
}
ID = "term-id", "id의 꼴이 다릅니다", "kv-cache처럼 소문자와 숫자와 붙임표로 적으세요"
ELSE = "항목의 뜻은 파일 첫머리에 있습니다"
R = TypeVar("R", bound=Row)


def check(document: Document) -> tuple[list[Term], list[Pair], list[GuideError]]:
    """The terms and pairs of a document, and its problems."""
    problems = list(document.problems)
    if problems and document.root is None:
        return [], [], problems
    problems += _shape(document)
    terms = _rows(document, "terms", Term, problems)
    pairs = _rows(document, "pairs", Pair, problems)
    problems += _twice(document, terms)
    problems += _languages(document, terms)
    problems += _known(document, pairs)
    return list(terms.values()), list(pairs.values()), problems


def _shape(document: Document) -> Iterator[GuideError]:
    data = document.data
    if not isinstance(data, dict):
        message = "파일은 terms와 pairs 두 목록이어야 합니다"
        yield _at(document, (), ("term-type", message, "terms: 로 시작하세요"))
        return
    for name in NOUN:
        if not isinstance(data.get(name), list):
            message = f"'{name}' 목록이 없습니다"
            yield _at(document, (name,), ("term-key-missing", message, "비었으면 []"))
    for name in data.keys() - NOUN.keys():
        message, hint = f"모르는 항목입니다: {name}", "쓸 수 있는 항목: terms, pairs"
        yield _at(document, (name,), ("term-key-unknown", message, hint))


def _rows(
    document: Document, name: str, model: type[R], problems: list[GuideError]
) -> dict[int, R]:
    """The good rows of a list; what is wrong with the others joins ``problems``."""
    good = {}
    for index, row in enumerate(_list(document, name)):
        try:
            good[index] = model.model_validate(row)
        except ValidationError as error:
            for one in error.errors():
                where = (name, index, *one["loc"])
                problems.append(_at(document, where, _told(one, model)))
    return good


def _told(error: ErrorDetails, model: type[Row]) -> Told:
    key = next((str(one) for one in reversed(error["loc"]) if isinstance(one, str)), "줄")
    given = "없음" if error["input"] is None else str(error["input"]).strip()
    match error["type"]:
        case "missing":
            found = "term-key-missing", f"'{key}' 항목이 없습니다", ELSE
        case "extra_forbidden":
            found = "term-key-unknown", f"모르는 항목입니다: {key}", _meant(key, model)
        case "string_too_short":
            found = "term-empty", f"'{key}' 항목이 비었습니다", ELSE
        case "string_too_long":
            hint = "한 줄로 줄이세요. 자세한 것은 장에 적습니다"
            found = "term-long", f"뜻이 {LONGEST}자를 넘습니다: {len(given)}자", hint
        case "too_short":
            found = "pair-few", "짝은 용어가 둘 이상이어야 합니다", "id를 하나 더 적으세요"
        case "string_pattern_mismatch":
            code, message, hint = FORM.get(key, ID)
            found = code, f"{message}: {given}", hint
        case _:
            found = "term-type", f"'{key}' 자리에 올 수 없는 값입니다: {given[:60]}", ELSE
    return found


def _meant(key: str, model: type[Row]) -> str:
    names = [one.alias or name for name, one in model.model_fields.items()]
    close = difflib.get_close_matches(key, names, n=1)
    return f"혹시 {close[0]}인가요?" if close else f"쓸 수 있는 항목: {', '.join(names)}"


def _twice(document: Document, terms: dict[int, Term]) -> Iterator[GuideError]:
    """One id for one term, and one term for one word: a link could not lead to two."""
    ids: dict[str, int] = {}
    words: dict[str, str] = {}
    for index, term in terms.items():
        if term.id in ids:
            hint = f"{ids[term.id]}번째 줄에 이미 있습니다. 새 id를 주세요"
            where = ("terms", index, "id")
            yield _at(document, where, ("term-id-twice", "같은 id가 두 번 나옵니다", hint))
        ids.setdefault(term.id, document.line("terms", index, "id"))
        for word in term.words:
            if word in words:
                where = ("terms", index, "term" if word == term.term else "also")
                message = f"같은 말이 두 번 나옵니다: {word}"
                hint = f"이미 {words[word]}에 있습니다"
                yield _at(document, where, ("term-word-twice", message, hint))
            words.setdefault(word, term.id)


def _languages(document: Document, terms: dict[int, Term]) -> Iterator[GuideError]:
    for index, term in terms.items():
        if term.ko is None and term.en is None:
            message, hint = "우리말 풀이도 영어도 없습니다", "ko나 en을 적으세요"
            yield _at(document, ("terms", index, "term"), ("term-language", message, hint))


def _known(document: Document, pairs: dict[int, Pair]) -> Iterator[GuideError]:
    known = [_id(row) for row in _list(document, "terms")]
    for index, pair in pairs.items():
        for place, name in enumerate(pair.terms):
            if name not in known:
                close = difflib.get_close_matches(name, known, n=1)
                hint = f"혹시 {close[0]}인가요?" if close else "terms에 있는 id를 적으세요"
                found = ("pair-term-unknown", f"없는 용어를 가리킵니다: {name}", hint)
                yield _at(document, ("pairs", index, "terms", place), found)


def _list(document: Document, name: str) -> Sequence[Any]:
    found = document.data.get(name) if isinstance(document.data, dict) else None
    return found if isinstance(found, list) else []


def _id(row: Any) -> str:
    name = row.get("id") if isinstance(row, dict) else None
    return name if isinstance(name, str) else ""


def _at(document: Document, where: Where, found: Told) -> GuideError:
    code, message, hint = found
    owner = ""
    if len(where) > 1:
        name, index = str(where[0]), int(where[1])
        owner = f"{NOUN[name]} {_id(_list(document, name)[index]) or f'{index + 1}번째'}: "
    return GuideError(document.path, document.line(*where), code, f"{owner}{message}", hint)
