"""What is wrong with a file of facts: every place at once, each with its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import ValidationError

from ..problem import GuideError
from .document import Document
from .fact import Discrepancy, Fact, Row, Rows
from .problem_words import Told, Where, shown, told

NOUN = {"facts": "사실", "discrepancies": "불일치"}
R = TypeVar("R", bound=Row)


def check(document: Document) -> tuple[Rows | None, list[GuideError]]:
    """The rows of a document, and its problems; with any problem there are no rows."""
    problems = list(document.problems)
    if document.root is None and problems:
        return None, problems
    problems += _shape(document)
    facts = _rows(document, "facts", Fact, problems)
    discrepancies = _rows(document, "discrepancies", Discrepancy, problems)
    for index, fact in facts.items():
        problems += _unit_belongs(document, index, fact)
    for index, one in discrepancies.items():
        problems += _names_facts(document, index, one)
    for name in NOUN:
        problems += _ids(document, name)
    if problems:
        return None, problems
    rows = {"facts": tuple(facts.values()), "discrepancies": tuple(discrepancies.values())}
    return Rows.model_construct(None, **rows), []


def _shape(document: Document) -> Iterator[GuideError]:
    """Two lists, and nothing else."""
    data = document.data
    if not isinstance(data, dict):
        message = "파일은 facts와 discrepancies 두 목록이어야 합니다"
        yield _at(document, (), ("fact-type", message, "facts: 로 시작하세요"))
        return
    for name in NOUN:
        if name not in data:
            yield _at(
                document, (), ("fact-key-missing", f"'{name}' 목록이 없습니다", "비었으면 []")
            )
        elif not isinstance(data[name], list):
            message = f"'{name}' 자리에 올 수 없는 값입니다: {shown(data[name])}"
            yield _at(document, (name,), ("fact-type", message, "- 로 시작하는 줄을 적으세요"))
    for name in data.keys() - NOUN.keys():
        message = f"모르는 항목입니다: {name}"
        hint = "쓸 수 있는 항목: facts, discrepancies"
        yield _at(document, (name,), ("fact-key-unknown", message, hint))


def _rows(
    document: Document, name: str, model: type[R], problems: list[GuideError]
) -> dict[int, R]:
    """The good rows of a list; what is wrong with the others joins ``problems``."""
    good = {}
    for index, row in enumerate(_list(document, name)):
        try:
            good[index] = model.model_validate(row, context={"check": "units"})
        except ValidationError as error:
            for one in error.errors():
                if one["type"] == "too_short" and one["input"]:
                    continue  # not empty: what is wrong with its entries is said of them
                # Steps in <> only say which kind of value pydantic took it for.
                inner = tuple(step for step in one["loc"] if not str(step).startswith("<"))
                where = (name, index, *inner)
                problems.append(_at(document, where, told(one, where)))
    return good


def _list(document: Document, name: str) -> list[Any]:
    found = document.data.get(name) if isinstance(document.data, dict) else None
    return found if isinstance(found, list) else []


def _at(document: Document, where: Where, found: Told) -> GuideError:
    code, message, hint = found
    return GuideError(
        document.path, document.line(*where), code, f"{_owner(document, where)}{message}", hint
    )


def _owner(document: Document, where: Where) -> str:
    if len(where) < 2:
        return ""
    name, index = str(where[0]), int(where[1])
    known = _id(_list(document, name)[index])
    return f"{NOUN[name]} {known or f'{index + 1}번째'}: "


def _id(row: Any) -> str:
    name = row.get("id") if isinstance(row, dict) else None
    return name if isinstance(name, str) else ""


def _unit_belongs(document: Document, index: int, fact: Fact) -> Iterator[GuideError]:
    """One number has one unit; several numbers have their own; words have none."""
    if isinstance(fact.value, tuple):
        labels = [part.label for part in fact.value]
        for place, label in enumerate(labels):
            if label in labels[:place]:
                there = ("facts", index, "value", place, "label")
                message = f"같은 이름표가 두 번 나옵니다: {label}"
                yield _at(document, there, ("fact-label-twice", message, "하나를 바꾸세요"))
    single = isinstance(fact.value, int | float)
    where = ("facts", index, "unit")
    if single and fact.unit is None:
        hint = "단위를 적으세요. 단위가 없는 수는 '1'입니다"
        yield _at(document, where, ("fact-unit-missing", "수에 단위가 없습니다", hint))
    elif not single and fact.unit is not None:
        hint = "값마다 unit을 적거나, 글 안에 단위를 넣고 null로 두세요"
        yield _at(document, where, ("fact-unit-stray", "수 하나가 아닌 값에 단위가 있습니다", hint))


def _names_facts(document: Document, index: int, one: Discrepancy) -> Iterator[GuideError]:
    known = [_id(row) for row in _list(document, "facts")]
    for place, name in enumerate(one.facts):
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"혹시 {close[0]}인가요?" if close else "facts에 있는 번호를 적으세요"
            found = ("discrepancy-fact-unknown", f"없는 사실을 가리킵니다: {name}", hint)
            yield _at(document, ("discrepancies", index, "facts", place), found)


def _ids(document: Document, name: str) -> Iterator[GuideError]:
    first: dict[str, int] = {}
    for index, row in enumerate(_list(document, name)):
        known, where = _id(row), (name, index, "id")
        if known in first:
            hint = f"{first[known]}번째 줄에 이미 있습니다. 새 번호를 주세요"
            yield _at(document, where, ("fact-id-twice", "같은 번호가 두 번 나옵니다", hint))
        if known:
            first.setdefault(known, document.line(*where))
