"""The rules on the page are those of the code."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from hooks import rules
from hooks.build_fence import BuildFence
from hooks.evidence import Evidence


@pytest.mark.parametrize("place", [rule.place for rule in rules.RULES])
def test_what_is_read_is_what_the_code_uses(place: str) -> None:
    module, _, name = place.partition(".")
    used = getattr(import_module(f"snippets.evidence.{module}"), name)
    assert rules.constant(rules.ROOT, place) == used


def test_a_rule_ends_in_its_unit() -> None:
    found = {place: limit for _, limit, place in rules.rows()}
    assert found.keys() == {rule.place for rule in rules.RULES}
    assert all(not limit[-1].isdigit() for limit in found.values())


def test_the_page_has_every_rule_with_its_place() -> None:
    page = BuildFence(Evidence(), {}, {}).format("rules\n")
    assert page.count("<tr>") == 1 + len(rules.RULES)
    for says, limit, place in rules.rows():
        assert f"{says}<br><code>{place}</code></th><td>{limit}</td>" in page


@pytest.mark.parametrize("name", ["GONE", "TEXT"])
def test_a_number_that_is_no_longer_there(tmp_path: Path, name: str) -> None:
    folder = tmp_path / rules.PACKAGE
    folder.mkdir(parents=True)
    (folder / "guard.py").write_text("A, B = 1, 2.5\nTEXT: str = 'x'\n", encoding="utf-8")
    assert rules.constant(tmp_path, "guard.B") == 2.5
    with pytest.raises(LookupError, match=f"guard.{name}"):
        rules.constant(tmp_path, f"guard.{name}")
