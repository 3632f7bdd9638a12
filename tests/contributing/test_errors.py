"""The list of errors: every code that there is, once, with an example and a mend; no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.contributing.codes import all_codes

PAGE = (ROOT / "CONTRIBUTING-errors.md").read_text(encoding="utf-8")
ENTRY = re.compile(r"### `([a-z-]+)`\n\n[^\n]+\n\n- 예: [^\n]+\n- 고치기: [^\n]+\n")


def listed() -> list[str]:
    return re.findall(r"^### `(.+)`$", PAGE, re.MULTILINE)


def test_every_code_is_explained_and_no_other() -> None:
    assert sorted(listed()) == sorted(all_codes(ROOT))


def test_every_entry_has_a_meaning_an_example_and_a_mend() -> None:
    assert ENTRY.findall(PAGE) == listed()


def test_contributors_find_the_list() -> None:
    assert "(CONTRIBUTING-errors.md)" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('GuideError("a", 1, "one-code", "글", "글")', {"one-code"}),
        ('GuideError("a", 1, code="one-code", message="글", hint="글")', {"one-code"}),
        ('GuideError("a", 1, "x-one" if late else "x-two", "글", "글")', {"x-one", "x-two"}),
        (
            'def _at(line, code): return GuideError("a", line, code, "글", "글")\n'
            'def _near(code): return _at(2, code)\n_near("far-away")',
            {"far-away"},
        ),
        (
            'def read(kind="fact"): return GuideError("a", 1, f"{kind}-yaml", "글", "글")\n'
            'read()\nread("term")',
            {"fact-yaml", "term-yaml"},
        ),
        (
            "class Place:\n"
            '    def problem(self, code): return GuideError("a", 1, code, "글", "글")\n'
            'Place().problem("by-method")',
            {"by-method"},
        ),
        (
            'class Mine(GuideError): ...\nMine("a", 1, "of-a-kind", "글", "글")',
            {"of-a-kind"},
        ),
        ('class Doubt:\n    text: str\n    code: str\nDoubt("글", "in-doubt")', {"in-doubt"}),
        ('FORM = {"id": ("term-id", "꼴이 다릅니다", "고치세요")}', {"term-id"}),
        ('CLASSES = ("no-code", "md-nav", "md-tabs")', set()),
    ],
)
def test_a_code_is_found_however_it_is_handed_on(
    tmp_path: Path, source: str, found: set[str]
) -> None:
    for name in ("hooks", "snippets", "tools"):
        (tmp_path / name).mkdir()
    start = "from snippets.evidence.problem import GuideError\n"
    (tmp_path / "hooks/one.py").write_text(start + source + "\n", encoding="utf-8")
    assert all_codes(tmp_path) == found
