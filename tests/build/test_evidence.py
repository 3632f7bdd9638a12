"""Facts, formulas, charts and claims on a page, in a build of their own."""

from __future__ import annotations

import json

import pytest

from tests.conftest import EXPERIMENT, Project

FORMULAS = """\
from .evidence.IMPORTS import Formula, Input

FORMULAS = (
    Formula(
        id="ch01.twice",
        label="개수의 곱절",
        expression="n + n",
        unit="개",
        inputs={"n": Input("ch01.count", "개수")},
    ),
)
"""

FACTS = """\
facts:
- id: A01
  chapters: ['01']
  statement: 지어낸 장치의 대역폭
  value: 4.8
  unit: TB/s
  conditions: 시험용
  source: {title: 시험 문서, org: 시험, year: 2026, locator: 1쪽, url: 'https://example.org/'}
  grade: PRIMARY
  claim_type: vendor-reported
  verified: true
  verified_via: 시험
discrepancies: []
"""

RICH = (
    EXPERIMENT.replace(
        '    traces={"ch01.walk"',
        '    series={"ch01.growth": ("ms", "길이에 따른 시간")},\n'
        '    claims={"ch01.many": "개수는 둘보다 많다.", "ch01.fast": "걸린 시간은 짧다."},\n'
        '    traces={"ch01.walk"',
    )
    .replace(
        '    yield Step("끝", 2, 2)\n',
        "    points = {x: [x + i / 10 for i in range(6)] for x in (1, 2, 4)}\n"
        '    yield measured_series("ch01.growth", "ms", points, x_label="길이", kind="line")\n'
        '    yield Claim(id="ch01.many", test=at_least("ch01.count", 3), deterministic=True)\n'
        '    yield Claim(id="ch01.fast", test=at_most("ch01.time", 1.2))\n',
    )
    .replace(
        "from snippets.evidence.trace",
        "from snippets.evidence.claim import Claim\n"
        "from snippets.evidence.predicate import at_least, at_most\n"
        "from snippets.evidence.series import measured_series\n"
        "from snippets.evidence.withheld import Withheld\n"
        "from snippets.evidence.trace",
    )
)


@pytest.fixture
def rich(project: Project) -> Project:
    """A project with one of everything."""
    project.write("snippets/ch01_tiny.py", RICH)
    formula = "formulas.formula" if (project.root / "snippets/evidence/formulas").is_dir() else ""
    project.write("snippets/formulas.py", FORMULAS.replace("IMPORTS", formula or "formula"))
    project.write("docs/facts.yaml", FACTS)
    project.write("docs/appendix/facts.md", "# 사실\n\n" + fence("facts", "facts"))
    project.write("docs/appendix/build.md", "# 빌드\n\n" + fence("build", "figures"))
    return project


def page(project: Project, body: str) -> str:
    project.write("docs/index.md", f"# 시험\n\n{body}")
    result = project.build()
    assert result.returncode == 0, result.stderr
    return project.page()


def fence(language: str, body: str) -> str:
    return f"```{language}\n{body}\n```\n"


def test_one_of_everything_is_on_the_page(rich: Project) -> None:
    body = (
        "장치의 대역폭은 {fact}`A01`이고 지어낸 값은 {example}`12 ms`입니다.\n\n"
        "식의 값은 {figure}`ch01.twice`입니다.\n\n"
        + fence("figure", "ch01.growth")
        + "\n"
        + fence("formula", "ch01.twice")
        + "\n"
        + fence("claim", "ch01.many")
        + "\n"
        + fence("claim", "ch01.fast")
    )
    html = page(rich, body)
    assert "4.8 TB/s" in html
    assert '<span class="example" title="설명하려고 지어낸 값입니다">12 ms' in html
    assert '<data value="6.0">6개</data>' in html
    assert html.count('<figure class="chart"') == 1
    assert "<math" in html
    assert 'data-claim="ch01.many" data-verdict="supported"' in html
    # The interval [1.0, 1.5] holds the bound of 1.2: neither side can be told.
    assert 'data-claim="ch01.fast" data-verdict="undecided"' in html
    csv = (rich.root / "site/data/ch01.growth.csv").read_text(encoding="utf-8-sig")
    assert len(csv.splitlines()) == 4
    claims = json.loads((rich.root / "site/data/ch01.json").read_text("utf-8"))["claims"]
    assert claims["ch01.many"]["verdict"] == "supported"


def test_a_fresh_number_can_refute_a_sentence_in_public(rich: Project) -> None:
    rich.write("snippets/ch01_tiny.py", RICH.replace('"ch01.time", 1.2', '"ch01.time", 0.9'))
    html = page(rich, fence("claim", "ch01.fast"))
    assert 'data-claim="ch01.fast" data-verdict="refuted"' in html
    assert "반박" in html


def test_a_deterministic_claim_that_breaks_stops_the_build(rich: Project) -> None:
    rich.write("snippets/ch01_tiny.py", RICH.replace('"ch01.count", 3)', '"ch01.count", 4)'))
    rich.write("docs/index.md", "# 시험\n\n" + fence("claim", "ch01.many"))
    (error,) = rich.errors()
    assert error.startswith("docs/index.md:3: claim-broken ch01 실험이 실패했습니다: ")
    assert "'ch01.many'이 더는 참이 아닙니다" in error


def test_a_withheld_figure_shows_no_number_and_decides_nothing(rich: Project) -> None:
    withheld = RICH.replace(
        'yield measured("ch01.time", "ms", [1.0, 1.1, 1.2, 1.3, 1.4, 1.5])',
        'yield Withheld(id="ch01.time", unit="ms", reason="기계가 바빴습니다")',
    )
    rich.write("snippets/ch01_tiny.py", withheld)
    html = page(rich, "시간은 {figure}`ch01.time`입니다.\n\n" + fence("claim", "ch01.fast"))
    assert '<span class="figure-withheld">판정불가</span>' in html
    assert "기계가 바빴습니다" in html
    assert 'data-claim="ch01.fast" data-verdict="undecided"' in html


def test_a_formula_whose_units_do_not_come_out_stops_the_build(rich: Project) -> None:
    text = (rich.root / "snippets/formulas.py").read_text("utf-8")
    text = text.replace('"n + n"', '"n + t"').replace(
        '개수")}', '개수"), "t": Input("ch01.time", "시간")}'
    )
    rich.write("snippets/formulas.py", text)
    rich.write("docs/index.md", "# 시험\n\n" + fence("formula", "ch01.twice"))
    (error,) = rich.errors()
    assert error.startswith("snippets/formulas.py:7: formula-units ")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("처리량은 12 ms입니다.", "docs/index.md:3: number-bare"),
        ("{fact}`A99`", "docs/index.md:3: fact-unknown"),
        ("```claim\nch01.no\n```", "docs/index.md:3: claim-unknown"),
        ("```formula\nch01.no\n```", "docs/index.md:4: formula-unknown"),
        ("```figure\nch01.no\n```", "docs/index.md:4: chart-id-unknown"),
        ("{Figure}`ch01.time`", "docs/index.md:3: role-unknown"),
        ("{figure} `ch01.time`", "docs/index.md:3: role-unknown"),
        ('<div markdown="1">\n{figure}`ch01.no`\n</div>', "docs/index.md:1: figure-missing"),
    ],
)
def test_what_nothing_stands_behind_is_an_error(rich: Project, body: str, error: str) -> None:
    rich.write("docs/index.md", f"# 시험\n\n{body}\n")
    assert [" ".join(one.split(" ")[:2]) for one in rich.errors()] == [error]


def test_a_wrong_row_in_the_facts_stops_the_build_at_its_line(rich: Project) -> None:
    rich.write("docs/facts.yaml", FACTS.replace("value: 4.8", "value: 4.8TB/s"))
    rich.write("docs/index.md", "# 시험\n")
    (error,) = rich.errors()
    assert error.startswith("docs/facts.yaml:5: fact-unit-stuck ")
