"""What a single field of a fact may hold."""

from __future__ import annotations

import math
import re
from typing import Annotated

from pydantic import AfterValidator, PlainValidator, StringConstraints, ValidationInfo
from pydantic_core import PydanticCustomError

from .. import units

NUMBER = re.compile(r"(?P<number>[\d.,]*\d(?:[eE][+-]?\d+)?)\s*(?P<unit>(?:%|[^\W\d_]+)?(?:/\w+)?)")
"""A number, alone or with what looks like its unit."""


def _number(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("number", "not a number")
    if isinstance(value, float) and not math.isfinite(value):
        raise PydanticCustomError("number", "not finite")
    return value


def _unit(value: str, info: ValidationInfo) -> str:
    if info.context is None:
        return value  # read from the cache: was checked, and costs no import of pint
    try:
        units.parse(value)
    except units.UnknownUnit as error:
        raise PydanticCustomError("unit", "{hint}", {"hint": error.hint}) from None
    return value


def _wording(value: str) -> str:
    if NUMBER.fullmatch(value):
        raise PydanticCustomError("number", "a number, written as text")
    return value


def kind(value: object) -> str:
    """Which kind of value it is; in <>, so that no field is called the same."""
    if isinstance(value, list | tuple):
        return "<list>"
    return "<number>" if isinstance(value, int | float) else "<text>"


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Url = Annotated[str, StringConstraints(pattern=r"^https?://[^\s<>\"]+$")]
Label = Annotated[str, StringConstraints(pattern=r"^\w[\w.+-]*$")]
Chapter = Annotated[str, StringConstraints(pattern=r"^(\d{2}|[A-Z])$")]
FactId = Annotated[str, StringConstraints(pattern=r"^[A-CE-Z]\d{2}$")]
DiscrepancyId = Annotated[str, StringConstraints(pattern=r"^D\d{2}$")]
Number = Annotated[int | float, PlainValidator(_number)]
Wording = Annotated[Text, AfterValidator(_wording)]
Unit = Annotated[Text, AfterValidator(_unit)]
