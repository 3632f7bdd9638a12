"""Facts: figures from outside, each with its source, its grade and its conditions.

They stand in ``docs/facts.yaml``. This is what a row has to hold; ``file`` reads the file and says,
for every row that does not, where and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Discriminator, Field, StrictBool, StrictInt, Tag

from ..figure import ClaimType
from ..problem import GuideError
from .fields import Chapter, DiscrepancyId, FactId, Label, Number, Text, Unit, Url, Wording, kind


class Grade(StrEnum):
    """Who says so."""

    PRIMARY = "PRIMARY"
    REPRODUCTION = "REPRODUCTION"
    SECONDARY = "SECONDARY"


class Row(BaseModel):
    """Whatever stands in the file: nothing more than is declared, nothing changed later."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(Row):
    """Where a figure is found; ``url`` is null for what the guide worked out itself."""

    title: Text
    org: Text
    year: Annotated[StrictInt, Field(ge=1900, le=2100)]
    locator: Text
    url: Url | None


class Support(Row):
    """What else the figure was held against."""

    title: Text
    url: Url | None
    locator: Text
    grade: Grade


class Part(Row):
    """One of several quantities of a fact; ``A05.대역폭`` picks it by its label."""

    label: Label
    value: Number
    unit: Unit


Value = Annotated[
    Annotated[Number, Tag("<number>")]
    | Annotated[Wording, Tag("<text>")]
    | Annotated[tuple[Part, ...], Field(min_length=1), Tag("<list>")],
    Discriminator(kind),
]


class Fact(Row):
    """One fact.

    Attributes:
        value: A number with ``unit``, several labelled quantities, or words.
        unit: Unit of a single number, ``1`` where it has none; null for everything else.
        verified: Whether somebody read it in the original; ``verified_via`` says how far.
    """

    id: FactId
    chapters: Annotated[tuple[Chapter, ...], Field(min_length=1)]
    statement: Text
    value: Value
    unit: Unit | None
    conditions: Text
    source: Source
    grade: Grade
    claim_type: ClaimType
    verified: StrictBool
    verified_via: Text
    supported_by: Support | None = None
    note: Text | None = None


class Discrepancy(Row):
    """Two sources that do not agree, and how a reader can settle it."""

    id: DiscrepancyId
    title: Text
    a: Text
    b: Text
    resolve: Text
    kind: Text
    facts: Annotated[tuple[FactId, ...], Field(min_length=1)]
    urls: tuple[Url, ...]


class Rows(Row):
    """The whole file."""

    facts: tuple[Fact, ...]
    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True)
class Facts:
    """The facts of the site.

    Attributes:
        facts: Id → fact, in the order of the file.
        problems: What has to be mended; with any, nothing else is there.
    """

    facts: Mapping[str, Fact] = field(default_factory=dict)
    discrepancies: tuple[Discrepancy, ...] = ()
    problems: tuple[GuideError, ...] = ()
