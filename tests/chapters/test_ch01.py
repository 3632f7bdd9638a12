"""Chapter 01 as it is published: the drawings and sections of the seed, with real figures."""

from __future__ import annotations

import html
import json
import re
import shutil
from pathlib import Path

import pytest

from hooks import source
from hooks.diagrams import mermaid
from tests.conftest import ROOT, Project
from tests.diagram.seed import FLOWCHART, SEQUENCE

CHAPTER = "docs/01-request-journey.md"
SECTIONS = [
    '먼저: 왜 "여정"으로 시작하나요?',
    "일상 비유: 주방에 들어온 주문서",
    "정확한 정의: control path와 data path",
    "시각적 직관: 한 요청의 여정",
    "직접 재기",
    "직접 계산",
    "조건 명시: 이 그림이 성립하는·성립하지 않는 범위",
    "🔬 증거 읽기: 이 장의 주장은 어떤 유형인가",
    "⚠️ 흔한 오해",
    "이 장에서 배운 것",
    "🔎 이 장의 '지지하지 않는 결론'",
    "✍️ 확인 문제",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The real site, built once with every experiment run, each with fewer repetitions."""
    root = tmp_path_factory.mktemp("whole") / "안내서"
    skip = shutil.ignore_patterns("__pycache__")
    for name in ("docs", "hooks", "snippets"):
        shutil.copytree(ROOT / name, root / name, ignore=skip)
    shutil.copy(ROOT / "mkdocs.yml", root)
    project = Project(root, {"MEASURE": "quick"})
    result = project.run("mkdocs", "build", "--strict", timeout=1200)
    assert result.returncode == 0, result.stderr
    assert "새로 잰 실험: ch01" in result.stderr
    return project


def text() -> str:
    return (ROOT / CHAPTER).read_text(encoding="utf-8")


def test_its_sections_stand_in_the_order_of_the_seed() -> None:
    assert re.findall(r"^## (.+)$", text(), re.MULTILINE) == SECTIONS


@pytest.mark.parametrize(("place", "seed"), [(0, FLOWCHART), (1, SEQUENCE)])
def test_its_diagrams_are_drawn_as_in_the_seed(place: int, seed: str) -> None:
    body = source.read(CHAPTER, text()).fences_of("mermaid")[place].body
    assert drawing(body) == drawing(seed)


def drawing(body: str) -> list[str]:
    """The lines that draw: no accessible title, no binding."""
    kept = (line.strip() for line in body.splitlines())
    return [line for line in kept if line and not line.startswith(("acc", "%%"))]


def test_the_real_site_shows_every_figure_and_all_three_tables(site: Project) -> None:
    page = site.page("01-request-journey/index.html")
    asked = source.read(CHAPTER, text())
    assert page.count('<span class="figure" data-figure=') == len(asked.roles)
    for once in (
        '<figure class="diagram"',
        '<details class="diagram-times"',
        '<details class="diagram-words"',
    ):
        assert page.count(once) == 3
    assert "figure-missing" not in page
    # 8 tokens are 8 forward passes: one prefill, seven decode steps.
    cells = re.sub(r' data-head="[^"]*"', "", page)  # a phone's heads of stacked rows
    assert '<th scope="row">토큰 하나 생성</th><td>data path</td><td>8번</td>' in cells
    assert '<th scope="row">첫 토큰 (TTFT 시점)</th><td>control path</td><td>1번</td>' in cells
    assert '<th scope="row">캐시 읽고 쓰기</th><td>data path</td><td>7번</td>' in cells


def test_no_page_asks_another_host_for_anything(site: Project) -> None:
    for page in (site.root / "site").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        # An <a> is followed by hand; everything else with an address is fetched by the browser.
        asked = re.findall(r'<(?!a\s)[a-z]+\s[^>]*?(?:src|href)="(https?://[^"]+)"', text)
        assert [url for url in asked if "127.0.0.1" not in url] == [], page


@pytest.mark.parametrize(
    ("arrow", "codes"),
    [
        ("    W->>M: 가중치·입력 읽기\n", {"binding-target-unknown"}),
        ("    U->>S: 프롬프트 전송\n", {"binding-target-unknown"}),
        ("        W-->>U: 토큰 하나\n", {"binding-target-unknown"}),
    ],
)
def test_a_deleted_arrow_fails_the_build_at_its_binding(
    site: Project, arrow: str, codes: set[str]
) -> None:
    before = text()
    site.write(CHAPTER, before.replace(arrow, "", 1))
    try:
        errors = site.errors()
    finally:
        site.write(CHAPTER, before)
    after = before.replace(arrow, "", 1).splitlines()
    words = arrow.strip().partition(" ")[2]
    bound = next(i for i, line in enumerate(after, 1) if f": {words} =" in line)
    assert {tuple(error.split(" ")[:2]) for error in errors} == {
        (f"{CHAPTER}:{bound}:", code) for code in codes
    }


def test_the_library_in_the_site_is_the_one_that_checked_the_diagrams(site: Project) -> None:
    vendor = site.root / "site/assets/vendor"
    assert (vendor / "mermaid.min.js").read_bytes() == Path(mermaid.library()).read_bytes()
    assert "Knut Sveidqvist" in (vendor / "LICENSES.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in (vendor / "LICENSES.txt").read_text(encoding="utf-8").upper()


def test_the_two_guests_walk_through_the_same_drawing(site: Project) -> None:
    page = site.page("01-request-journey/index.html")
    replays = [json.loads(html.unescape(one)) for one in re.findall(r"data-replay='([^']*)'", page)]
    assert [[one["id"] for one in replay["requests"]] for replay in replays] == [
        ["ch01.request"],
        ["ch01.request"],
        ["ch01.queued", "ch01.long"],
    ]
    queued, long = replays[2]["requests"]
    assert [one["label"] for one in (queued, long)] == ["줄을 선 손님", "많이 시킨 손님"]
    # Both pass the same parts; 8 and 48 tokens: five stops, two rounds in full, the rest merged.
    assert queued["badges"].keys() == long["badges"].keys()
    assert queued["badges"]["H"]["count"] == 8
    assert long["badges"]["H"]["count"] == 48
    rounds = 5 + 2 * 19
    assert [len(one["stops"]) for one in (queued, long)] == [rounds + 6, rounds + 46]
    assert {name for one in (queued, long) for stop in one["stops"] for name in stop["lit"]} == {
        *queued["badges"]
    }
    # What the three figures carry has to stay small: it is part of the page.
    assert sum(len(one.encode()) for one in re.findall(r"data-replay='([^']*)'", page)) < 40_000
