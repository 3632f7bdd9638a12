"""The words by which a citation knows the rows of a card are those with which cards are made."""

from __future__ import annotations

import re

from tests.conftest import ROOT

WORDS = (ROOT / "docs/assets/reading/words.mjs").read_text(encoding="utf-8")
MAKERS = ("hooks/card.py", "hooks/facts/wording.py")


def test_every_row_that_a_citation_looks_for_is_one_that_cards_have() -> None:
    rows = WORDS.partition("export const ROW = said({")[2].partition("});")[0]
    wanted = {*re.findall(r"'([^']+)'", re.sub(r"changed: '[^']+'", "", rows))}
    made = "".join((ROOT / path).read_text(encoding="utf-8") for path in MAKERS)
    assert {"잰 때", "유형", "그 뒤"} <= wanted
    assert {one for one in wanted if f'("{one}", ' not in made} == set()
