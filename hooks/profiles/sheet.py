"""What changes on the pages when a reader picks another machine, as one JSON file.

Everything in it is rendered by what renders the pages, so the two cannot say different things.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from xml.etree.ElementTree import Element, tostring

from ..claim_fence import ClaimFence
from ..evidence import Evidence
from ..inline import find, inline
from ..known import Known
from ..source import Source
from ..used import conditions, row
from .others import Other


def path(other: Other) -> str:
    """Where the sheet lies in the site."""
    return f"assets/profiles/{other.slug}.json"


def data(other: Other, experiment: str) -> str:
    """Where a record of another machine lies in the site."""
    return f"data/{other.slug}/{experiment}.json"


def sheet(other: Other, sources: Iterable[Source], known: Known) -> str:
    """The file: figures, their lines at a page's end, conditions, claims."""
    evidence = other.evidence
    wanted = sorted(_wanted(sources, evidence))
    drawn = {
        "machine": other.machine,
        "figures": {name: _figure(name, evidence) for name in wanted if find(name, evidence)},
        "rows": {name: _row(name, evidence) for name in wanted if find(name, evidence)},
        "conditions": {name: _conditions(name, evidence) for name in evidence.standings},
        "rests": sorted(_resting(known)),
        "claims": {
            name: _claim(name, evidence) for name in sorted(known.claims) if evidence.claim(name)
        },
    }
    text = json.dumps(drawn, ensure_ascii=False, indent=0, sort_keys=True)
    return text.replace('href=\\"/data/', f'href=\\"/data/{other.slug}/') + "\n"


def _resting(known: Known) -> Iterator[str]:
    """Formulas and calculators in which a measured value is: pages show them as they are."""
    yield from (name for name in known.formulas if any(known.rests_on(name)))
    for name, one in known.calculators.items():
        if any(ref in known.units and any(known.rests_on(ref)) for ref in one.references):
            yield name


def _wanted(sources: Iterable[Source], evidence: Evidence) -> Iterator[str]:
    """Figures that stand in a sentence, and those that a claim rests on."""
    asked = {role.argument for page in sources for role in page.roles if role.name == "figure"}
    for record in evidence.records.values():
        for judged in record.claims.values():
            asked |= {seen.id for seen in judged.figures}
    yield from asked


def _figure(name: str, evidence: Evidence) -> list[str]:
    """What stands in the button, and what stands in the card."""
    found = find(name, evidence)
    assert found is not None
    button, card = inline(found, "")
    return [_inner(button), _inner(card)]


def _row(name: str, evidence: Evidence) -> str:
    found, body = find(name, evidence), Element("tbody")
    assert found is not None
    row(body, found)
    return _inner(body[0])


def _conditions(name: str, evidence: Evidence) -> str:
    section = Element("section")
    conditions(section, evidence.standings[name])
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
