from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest

from hooks import card, source
from hooks.charts import asked, caption, csv_file
from hooks.charts.fence import ChartFence
from snippets.evidence.figure import calculated, counted, measured
from snippets.evidence.series import Series, counted_series, measured_series
from snippets.evidence.withheld import Withheld
from tests.chart.shelf import HOSTILE, INERT, Shelf, shelf
from tests.evidence.test_record import record

SIX = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5]
TINY = counted_series("ch01.n", "개", {"가": 3, "나": 1.5}, kind="bar", label="수", x_label="곳")
UNITS = {"ch01.time": "ms", "ch01.late": "ms", "ch01.count": "개"}


def render(evidence: Shelf, body: str, cache: Path) -> str:
    fences = {"custom_fences": [ChartFence(evidence, cache).entry]}
    return markdown.markdown(
        body,
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": fences},
    )


def fence(body: str) -> source.Fence:
    return source.read("docs/x.md", f"# 제목\n\n```figure\n{body}```\n").fences[0]


def errors(body: str) -> list[str]:
    return [str(error) for error in asked.check("docs/x.md", fence(body), UNITS, {"ch01.n"})]


def test_a_chart_of_which_a_part_is_withheld_says_why_and_shows_none(tmp_path: Path) -> None:
    evidence = shelf(measured("ch01.time", "ms", SIX))
    evidence.withheld["ch01.late"] = Withheld(
        id="ch01.late", label="늦은 시간", unit="ms", reason="기계가 바빴습니다"
    )
    body = '```figure {caption="둘을 견주면"}\nch01.time\nch01.late\n```'
    assert render(evidence, body, tmp_path) == (
        '<figure class="chart"><figcaption><span class="chart-title">둘을 견주면</span>'
        '<span class="chart-note"><strong>판정불가</strong> — 값을 모두 믿을 수 있을 때만 그립니다.'
        "</span></figcaption><ul><li>늦은 시간: 기계가 바빴습니다</li></ul></figure>"
    )


def test_the_whole_figure(tmp_path: Path) -> None:
    html = render(shelf(TINY), "```figure\nch01.n\n```", tmp_path)
    html = re.sub(r"(<svg [^>]*?) (?:viewBox|xmlns)=.*?</svg>", r"\1>…</svg>", html)
    assert re.sub(r"<dl>.*</dl>", "<dl>…</dl>", html) == (
        '<figure class="chart" id="figure-ch01-n" data-chart="ch01.n">'
        '<figcaption><a class="chart-title" href="#figure-ch01-n" title="이 그림의 주소">'
        "곳에 따른 수</a> "
        '<span class="badge badge-measured" title="공개한 조건에서 관측한 값입니다">측정</span>'
        '<span class="chart-note">이번 실행에서 나온 값 하나씩이라 구간이 없습니다.</span>'
        "</figcaption>"
        '<div class="chart-view" data-search-exclude>'
        '<div class="chart-wide"><svg role="img" '
        'aria-label="곳에 따른 수. 가: 3개, 나: 1.50개.">…</svg></div>'
        '<div class="chart-narrow"><svg role="img" '
        'aria-label="곳에 따른 수. 가: 3개, 나: 1.50개.">…</svg></div></div>'
        '<details class="chart-data" data-search-exclude><summary>값과 조건</summary>'
        '<div class="chart-scroll" tabindex="0" role="group" aria-label="값의 표"><table>'
        '<thead><tr><th scope="col">곳</th><th scope="col">값</th>'
        '<th scope="col">95% 구간</th><th scope="col">표본</th></tr></thead><tbody>'
        '<tr><th scope="row">가</th><td>3개</td><td>—</td><td>—</td></tr>'
        '<tr><th scope="row">나</th><td>1.50개</td><td>—</td><td>—</td></tr>'
        "</tbody></table></div><dl>…</dl>"
        '<p><a href="/data/ch01.n.csv" download>값 내려받기 (CSV)</a></p></details></figure>'
    )


def test_the_conditions_are_those_of_the_card(tmp_path: Path) -> None:
    html = render(shelf(TINY), "```figure\nch01.n\n```", tmp_path)
    standing = shelf(TINY).standing("ch01.n")
    assert standing is not None
    figure = TINY.at(TINY.points[0])
    rows = [*card.place(standing), *card.rows(figure, record()), card.rerun(figure)]
    assert re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", html) == [
        (key, text) for key, text in rows if key != "흩어짐"
    ]


def test_the_same_chart_twice_has_two_addresses(tmp_path: Path) -> None:
    html = render(shelf(TINY), "```figure\nch01.n\n```\n\n```figure\nch01.n\n```", tmp_path)
    assert re.findall(r'<figure class="chart" id="(.*?)"', html) == [
        "figure-ch01-n",
        "figure-ch01-n-2",
    ]
    ids = re.findall(r' id="(.*?)"', html)
    assert len(ids) == len(set(ids))


def test_figures_of_one_unit_are_compared(tmp_path: Path) -> None:
    evidence = shelf(
        measured("ch01.time", "ms", SIX).model_copy(update={"label": "빠름"}),
        calculated("ch01.late", "ms", 2.5, "a + b", ["a"]).model_copy(update={"label": "느림"}),
    )
    body = '```figure {caption="둘"}\nch01.time\nch01.late\n```'
    html = render(evidence, body, tmp_path)
    assert re.findall(r'<span class="badge badge-([a-z-]+)"', html) == [
        *("measured", "calculated"),  # the caption
        *("measured", "calculated"),  # the table
    ]
    assert "<td>1.2 ms</td><td>[1.0–1.5]</td><td>6</td>" in html
    assert "<dt>식</dt>" not in html or "a + b" in html
    assert 'href="#figure-ch01-time_vs_' in html


def test_what_came_from_elsewhere_says_so(tmp_path: Path) -> None:
    evidence = shelf(TINY)
    evidence.here = False
    html = render(evidence, "```figure\nch01.n\n```", tmp_path)
    assert ">다른 기계에서 측정</span>" in html
    assert "<dt>어디서</dt><dd>다른 기계에서 잼</dd>" in html


def test_what_has_no_record_is_shown_missing_never_empty(tmp_path: Path) -> None:
    assert render(shelf(), "```figure\nch09.<x>\n```", tmp_path) == (
        '<p><mark class="figure-missing" role="alert">수치 없음: ch09.&lt;x&gt;</mark></p>'
    )


@pytest.mark.parametrize(
    ("series", "said"),
    [
        (
            measured_series("ch01.s", "ms", {1: SIX, 2: [*SIX, 1.6]}),
            "점은 중앙값, 띠는 그 95% 구간입니다 (점마다 표본 6–7개). "
            "세로축은 0에서 시작하지 않습니다.",
        ),
        (
            measured_series("ch01.s", "ms", {1: SIX, 9: SIX}, kind="points", x_scale="log"),
            "점은 중앙값, 가는 선은 그 95% 구간입니다 (점마다 표본 6개). 로그 눈금: 가로축. "
            "세로축은 0에서 시작하지 않습니다.",
        ),
        (
            measured_series("ch01.s", "ms", {("가", 1): SIX, ("나", 1): SIX}, kind="stacked"),
            "조각의 길이는 중앙값이고, 그 95% 구간은 표에 있습니다 (점마다 표본 6개).",
        ),
    ],
)
def test_the_note_says_what_the_marks_mean(series: Series, said: str) -> None:
    assert caption.note(series) == said


# ---- Data ----


def test_the_csv_has_every_digit() -> None:
    samples = {("가", 1): SIX, ("가", 2.5): SIX}
    series = measured_series("ch01.t", "ms", samples, x_unit="개")
    found = csv_file.files(["ch01.t\n", "ch09.none\n"], shelf(series))
    assert found == {
        "data/ch01.t.csv": (
            "\ufeffid,group,x,x_unit,value,low,high,unit,n,claim_type\n"
            "ch01.t,가,1,개,1.25,1,1.5,ms,6,measured\n"
            "ch01.t,가,2.5,개,1.25,1,1.5,ms,6,measured\n"
        )
    }


def test_no_cell_is_a_formula() -> None:
    values = {("=1+1", "@SUM(A1)"): 1, ("=1+1", "＋2"): 2, ("=1+1", "a,\n\tb"): -3}
    series = counted_series("ch01.t", "개", values, kind="bar", x_unit="-x")
    assert csv_file.files(["ch01.t"], shelf(series))["data/ch01.t.csv"].splitlines()[1:] == [
        "ch01.t,'=1+1,'@SUM(A1),'-x,1,,,개,0,measured",
        "ch01.t,'=1+1,'＋2,'-x,2,,,개,0,measured",
        "ch01.t,'=1+1,\"a,  b\",'-x,-3,,,개,0,measured",
    ]


# ---- Inert ----


@pytest.mark.parametrize("kind", ["bar", "points", "stacked", "line"])
def test_what_a_record_says_is_inert(kind: str, tmp_path: Path) -> None:
    names = (1, 2) if kind == "line" else (HOSTILE, "둘")
    values = {(group, x): 1.0 for group in (HOSTILE, "=1") for x in names}
    words = {"label": HOSTILE, "x_label": HOSTILE, "x_unit": HOSTILE}
    series = counted_series("ch01.t", HOSTILE, values, kind=kind, **words)
    html = render(shelf(series), "```figure\nch01.t\n```", tmp_path)
    assert "</script>" not in html
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\ue000]", html)
    assert INERT.replace("<", "&lt;").replace(">", "&gt;") in html
    csv = csv_file.files(["ch01.t"], shelf(series))["data/ch01.t.csv"]
    assert "\x1b" not in csv
    assert INERT in csv


# ---- What the build says ----


def test_ids_stand_one_a_line() -> None:
    assert asked.read("\nch01.a\n  ch01.b  \n") == (
        asked.Asked("ch01.a", 2),
        asked.Asked("ch01.b", 3),
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("ch01.n\n", []),
        ("ch01.time\nch01.late\n", []),
        (
            "\n",
            [
                "docs/x.md:3: chart-empty 도표에 수치가 없습니다 (펜스 안에 계열의 id 하나, "
                "또는 수치의 id를 한 줄에 하나씩 적으세요)"
            ],
        ),
        (
            "ch01.time\nch01.lat\n",
            [
                "docs/x.md:5: chart-id-unknown 'ch01.lat': 어느 실험도 선언하지 않은 수치입니다 "
                "(혹시 ch01.late인가요?)"
            ],
        ),
        (
            "zzz\n",
            [
                "docs/x.md:4: chart-id-unknown 'zzz': 어느 실험도 선언하지 않은 수치입니다 "
                "(python -m snippets list 로 목록을 보세요)"
            ],
        ),
        (
            "ch01.time\nch01.count\n",
            [
                "docs/x.md:5: chart-units 단위가 다릅니다: ch01.time (ms), ch01.count (개) "
                "(단위가 같은 수치만 한 도표에 견주세요)"
            ],
        ),
        (
            "ch01.n\nch01.time\n",
            [
                "docs/x.md:5: chart-mixed 'ch01.time': 계열은 다른 것과 한 도표에 그리지 "
                "않습니다 (계열마다 figure 펜스를 따로 쓰세요)"
            ],
        ),
    ],
)
def test_what_has_to_be_mended(body: str, expected: list[str]) -> None:
    assert errors(body) == expected


def test_units_are_not_mixed_even_when_nobody_checked(tmp_path: Path) -> None:
    evidence = shelf(measured("ch01.time", "ms", SIX), counted("ch01.count", "개", 3))
    html = render(evidence, "```figure\nch01.time\nch01.count\n```", tmp_path)
    assert html.startswith('<p><mark class="figure-missing"')
