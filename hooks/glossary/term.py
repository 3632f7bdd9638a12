"""What stands in ``docs/glossary.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field, StrictBool, StringConstraints

from snippets.evidence.facts.fact import Row
from snippets.evidence.facts.fields import Chapter, Text
from snippets.evidence.problem import GuideError

LONGEST = 75
"""Characters of a meaning: one line on the page, and a tooltip that is read at a glance."""

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Meaning = Annotated[Text, StringConstraints(max_length=LONGEST)]


class Term(Row):
    """One term.

    Attributes:
        term: As the guide writes it; the text is searched for this.
        also: Other ways of writing it that are searched for.
        excepted: Words that begin with it and mean something else.
        link: Whether the text is searched at all.
    """

    id: Id
    term: Text
    ko: Text | None = None
    en: Text | None = None
    meaning: Meaning
    chapter: Chapter
    also: tuple[Text, ...] = ()
    excepted: Annotated[tuple[Text, ...], Field(alias="except")] = ()
    link: StrictBool = True

    @property
    def words(self) -> tuple[str, ...]:
        """All ways of writing it."""
        return self.term, *self.also

    @property
    def anchor(self) -> str:
        """Its address on the page of the glossary."""
        return f"term-{self.id}"


class Pair(Row):
    """Terms that are taken for one another, and what tells them apart."""

    terms: Annotated[tuple[Id, ...], Field(min_length=2)]
    difference: Text

    @property
    def anchor(self) -> str:
        """Its address on the page of the glossary."""
        return f"pair-{'-'.join(self.terms)}"


@dataclass(frozen=True)
class Glossary:
    """The terms of the site.

    Attributes:
        terms: Id → term, in the order of the file.
        problems: What has to be mended; with any, nothing else is there.
    """

    terms: Mapping[str, Term] = field(default_factory=dict)
    pairs: tuple[Pair, ...] = ()
    problems: tuple[GuideError, ...] = ()
