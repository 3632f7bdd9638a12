"""``python -m tools.counts SITE [SITE2]``: what a finished site shows, by kind.

With two sites they must agree: another generator made the second from the same sources. With
``--expect`` the site must hold what the Markdown asks for, so a host that ignores the hooks and
still ends with 0 is found out here.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from hooks import proof
from snippets.evidence.problem import GuideError

from . import expected

VERDICT = re.compile(r'\bdata-verdict="(\w+)"')
VERDICTS = {"supported": "판정: 지지", "refuted": "판정: 반박", "undecided": "판정: 판정불가"}
PAGES = "쪽"
ROWS = (PAGES, *dict.fromkeys(proof.KINDS.values()), *VERDICTS.values())


def counts(site: Path) -> dict[str, int]:
    """How many of each kind a site shows; every kind is named, also those it lacks."""
    pages = proof.read(site)
    total = Counter({PAGES: len(pages)})
    for page in pages.values():
        total.update(page.shown)
    for path in pages:
        found = VERDICT.findall((site / path).read_text(encoding="utf-8"))
        total.update(VERDICTS.get(one, one) for one in found)
    return {kind: total[kind] for kind in (*ROWS, *sorted(total.keys() - set(ROWS)))}


def table(sites: dict[str, dict[str, int]]) -> str:
    """Kinds as rows, sites as columns, in Markdown."""
    kinds = dict.fromkeys(kind for found in sites.values() for kind in found)
    rows = [f"| {kind} | {_cells(kind, sites)} |" for kind in kinds]
    return "\n".join([f"| 종류 | {' | '.join(sites)} |", "|---|" + "---:|" * len(sites), *rows])


def differing(one: dict[str, int], other: dict[str, int]) -> list[str]:
    """Kinds of which the two sites show not the same number."""
    kinds = dict.fromkeys([*one, *other])
    return [kind for kind in kinds if one.get(kind, 0) != other.get(kind, 0)]


def _cells(kind: str, sites: dict[str, dict[str, int]]) -> str:
    return " | ".join(str(found.get(kind, 0)) for found in sites.values())


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 when something is missing or the sites differ."""
    parser = argparse.ArgumentParser(prog="python -m tools.counts", description=__doc__)
    parser.add_argument("sites", nargs="+", type=Path, metavar="SITE")
    parser.add_argument("--expect", action="store_true", help="docs/가 바라는 것과 견줍니다")
    options = parser.parse_args(arguments)
    sites = {str(site): counts(site) for site in options.sites}
    print(table(sites))
    wrong: list[str] = []
    first, *others = sites.values()
    for name, found in zip(list(sites)[1:], others, strict=True):
        kinds = differing(first, found)
        wrong += [f"{name}: 수가 다릅니다: {', '.join(kinds)}"] if kinds else []
    if options.expect:
        try:
            for site in options.sites:
                wrong += [str(problem) for problem in expected.missing(expected.ROOT, site)]
        except GuideError as error:
            wrong.append(str(error))
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
