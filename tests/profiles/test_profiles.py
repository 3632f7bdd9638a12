"""Another machine's records: offered when they hold, rendered as the pages are, never local."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Project

from .machines import two

SHEET = "assets/profiles/another.json"


@pytest.fixture
def offered(measured: Project) -> Project:
    project = two(measured)
    result = project.build("--strict", MEASURE="recorded")
    assert result.returncode == 0, result.stderr
    return project


def sheet(project: Project) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(project.page(SHEET))
    return found


def test_a_sheet_holds_what_the_page_would_show(offered: Project) -> None:
    found = sheet(offered)
    assert found["machine"].startswith("다른 CPU · ")
    value, card = found["figures"]["ch01.time"]
    assert value == (
        '<data value="2.45">2.5 ms</data><span class="figure-spread">[2.2–2.7]</span>'
        '<span class="badge badge-measured" title="공개한 조건에서 관측한 값입니다">'
        "다른 기계에서 측정</span>"
    )
    assert card.startswith("<strong>걸린 시간 — 2.5 ms</strong>")
    assert "다른 기계에서 잼" in card
    assert "<!--shared-->" in card
    assert found["machine"] in found["shared"]["ch01"]
    assert 'href="/data/another/ch01.json"' in card
    assert found["rows"]["ch01.time"].startswith(
        "<td>걸린 시간<code>ch01.time</code></td><td>2.5 ms</td><td>[2.2–2.7]</td>"
    )
    verdict, claim = found["claims"]["ch01.soon"]
    assert verdict == "refuted"
    assert '<span aria-hidden="true">×</span> 반박' in claim
    assert (offered.root / "site/data/another/ch01.json").is_file()


def test_the_page_shows_its_own_machine_and_offers_the_other(offered: Project) -> None:
    page = offered.page()
    assert '<data value="1.25">1.2 ms</data>' in page
    assert page.count('<option value="another">') == 1
    assert page.count("assets/reading/machine.mjs") == 1


def test_without_a_choice_there_is_nothing_to_choose_with(measured: Project) -> None:
    assert measured.build("--strict").returncode == 0
    page = measured.page()
    assert 'id="machine"' not in page
    assert "machine.mjs" not in page
    assert not (measured.root / "site/assets/profiles").exists()


def test_records_that_no_longer_hold_are_not_offered(offered: Project) -> None:
    text = (offered.root / "snippets/ch01_tiny.py").read_text(encoding="utf-8")
    offered.write("snippets/ch01_tiny.py", text.replace("1.5]", "1.6]"))
    assert offered.build(MEASURE="recorded").returncode == 0
    assert 'id="machine"' not in offered.page()


def test_a_fresh_build_offers_the_committed_machines_that_are_not_its_own(
    offered: Project,
) -> None:
    assert offered.build("--strict").returncode == 0
    assert offered.page().count("<option ") == 2  # its own and another
