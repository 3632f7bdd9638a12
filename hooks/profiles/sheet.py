"""What changes on the pages when a reader picks another machine, as one JSON file.

Everything in it is rendered by what renders the pages, so the two cannot say different things.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any
from xml.etree.ElementTree import Element, tostring

from .. import card
from ..claim_fence import ClaimFence
from ..evidence import Evidence
from ..inline import add_rows, find, inline
from ..known import Known
from ..shown import Shown
from ..source import Source
from ..used import conditions, row
from .others import Other

SHARED = "<!--shared-->"
"""Stands in a card for the lines that all cards of its experiment have."""


def path(other: Other) -> str:
    """Where the sheet lies in the site."""
    return f"assets/profiles/{other.slug}.json"


def data(other: Other, experiment: str) -> str:
    """Where a record of another machine lies in the site."""
    return f"data/{other.slug}/{experiment}.json"


def sheet(other: Other, sources: Iterable[Source], known: Known) -> str:
    """The file: figures, their lines at a page's end, conditions, claims."""
    drawn = {
        "machine": other.machine,
        "rests": sorted(_resting(known)),
        **_drawn(other.evidence, sources, known),
    }
    text = json.dumps(drawn, ensure_ascii=False, indent=0, sort_keys=True)
    return text.replace('href=\\"/data/', f'href=\\"/data/{other.slug}/') + "\n"


def _drawn(evidence: Evidence, sources: Iterable[Source], known: Known) -> dict[str, Any]:
    found = {name: one for name in _wanted(sources, evidence) if (one := find(name, evidence))}
    shared = {name: _shared(name, evidence) for name in evidence.standings}
    return {
        "figures": {
            name: _figure(one, shared.get(name.partition(".")[0], ""))
            for name, one in found.items()
        },
        "rows": {name: _row(one) for name, one in found.items()},
        "shared": shared,
        "conditions": {name: _conditions(name, evidence) for name in evidence.standings},
        "claims": {name: _claim(name, evidence) for name in known.claims if evidence.claim(name)},
    }


def _wanted(sources: Iterable[Source], evidence: Evidence) -> set[str]:
    """Figures that stand in a sentence, and those that a claim rests on."""
    asked = {role.argument for page in sources for role in page.roles if role.name == "figure"}
    for record in evidence.records.values():
        for judged in record.claims.values():
            asked |= {seen.id for seen in judged.figures}
    return asked


def _resting(known: Known) -> Iterator[str]:
    """Formulas and calculators in which a measured value is: pages show them as they are."""
    yield from (name for name in known.formulas if any(known.rests_on(name)))
    for name, one in known.calculators.items():
        if any(ref in known.units and any(known.rests_on(ref)) for ref in one.references):
            yield name


def _figure(found: Shown, shared: str | None) -> list[str]:
    """What stands in the button, and what stands in the card."""
    button, whole = inline(found, "")
    html = _inner(whole)
    return [_inner(button), html.replace(shared, SHARED) if shared else html]


def _shared(experiment: str, evidence: Evidence) -> str:
    lines = Element("span")
    add_rows(lines, card.taken(evidence.standings[experiment].record))
    return _inner(lines)


def _row(found: Shown) -> str:
    body = Element("tbody")
    row(body, found)
    return _inner(body[0])


def _conditions(experiment: str, evidence: Evidence) -> str:
    section = Element("section")
    conditions(section, evidence.standings[experiment])
    return _inner(section[0])


def _claim(name: str, evidence: Evidence) -> list[str]:
    """The verdict as data, and all that stands in the box."""
    judged = evidence.claim(name)
    assert judged is not None
    html = ClaimFence(evidence.claim).format(name)
    return [str(judged.verdict), html.partition(">")[2].removesuffix("</div>")]


def _inner(element: Element) -> str:
    inside = "".join(tostring(child, "unicode", method="html") for child in element)
    return escape(element.text or "") + inside
