"""What `make audit` says, and when it fails; Lighthouse itself is run only by the command."""

from __future__ import annotations

import brotli
import pytest

from snippets.evidence.problem import GuideError
from tools.audit import lighthouse, table
from tools.audit.lighthouse import CATEGORIES, FIGURES, Found
from tools.audit.server import Site
from tools.audit.table import Row

GOOD = Found(
    dict.fromkeys(CATEGORIES, 100.0),
    {"cls": 0.01, "lcp_ms": 1234.0, "tbt_ms": 56.0, "bytes": 1.0},
    (),
)


def report(**scores: float) -> dict[str, object]:
    """A report of Lighthouse with two audits: one of speed, one of search engines."""
    audits = {"speedy": {"score": 0.2}, "robots-txt": {"score": 0}, "hreflang": {"score": 1}}
    numbers = {audit: {"score": 1, "numericValue": 2.5} for audit in FIGURES.values()}
    parts = {
        "performance": [{"id": "speedy", "weight": 10}],
        "seo": [
            {"id": "robots-txt", "weight": 1},
            {"id": "hreflang", "weight": 1},
            {"id": "speedy", "weight": 1},
        ],
    }
    categories = {
        name: {"score": scores.get(name, 1), "auditRefs": parts.get(name, [])}
        for name in CATEGORIES
    }
    return {"categories": categories, "audits": audits | numbers}


def test_a_report_is_read() -> None:
    assert lighthouse.read(report(seo=0.5)) == Found(
        {"performance": 100, "accessibility": 100, "best-practices": 100, "seo": 50},
        dict.fromkeys(FIGURES, 2.5),
        ("robots-txt",),
    )


def test_a_page_that_was_not_judged_is_an_error() -> None:
    with pytest.raises(GuideError, match="NO_FCP"):
        lighthouse.read({"runtimeError": {"message": "NO_FCP"}})


def test_the_median_is_each_figures_own_and_no_failure_is_lost() -> None:
    slow = Found(GOOD.scores | {"performance": 80}, GOOD.figures | {"cls": 0.9}, ("hreflang",))
    middle = lighthouse.middle([GOOD, slow, GOOD])
    assert middle == Found(GOOD.scores, GOOD.figures, ("hreflang",))


def test_the_table_of_a_good_site() -> None:
    text, missed = table.judge([Row("표지", GOOD, 123_456)], 14_200_000)
    assert not missed
    assert text.splitlines() == [
        "| 쪽 | 성능 | 접근성 | 모범 사례 | SEO | CLS | LCP | TBT | 첫 화면 |",
        "|---|---|---|---|---|---|---|---|---|",
        "| 표지 | 100 | 100 | 100 | 100 | 0.010 | 1.23 s | 56 ms | 123 kB |",
        "",
        "사이트 전체 14.2 MB (한도 25 MB)",
        "지켜야 할 수치를 모두 지켰습니다",
    ]


def test_speed_alone_never_fails_and_each_firm_figure_does() -> None:
    slow = Found(GOOD.scores | {"performance": 60.0}, GOOD.figures, ())
    assert table.judge([Row("표지", slow, 1)], 1)[1] is False
    wrong = Found(GOOD.scores | {"seo": 92.0}, GOOD.figures | {"cls": 0.05}, ("hreflang",))
    text, missed = table.judge([Row("05장", wrong, 300_001)], 25_000_001)
    assert missed
    assert text.splitlines()[5:] == [
        "✗ 05장: SEO 92 < 100 — hreflang",
        "✗ 05장: CLS 0.050 ≥ 0.05",
        "✗ 05장: 첫 화면 300 kB > 300 kB",
        "✗ 사이트 25.0 MB > 25 MB",
    ]


def test_files_are_found_as_a_host_finds_them_and_text_is_compressed(tmp_path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text("<p>글</p>", encoding="utf-8")
    (tmp_path / "a/b.png").write_bytes(b"png")
    site = Site(tmp_path)
    page = site.find("/a/?q=1")
    assert page == tmp_path / "a/index.html"
    assert site.find("/../etc/passwd") is None
    assert site.find("/gone/") is None
    body, encoding = site.body(page, "gzip, br")
    assert (brotli.decompress(body).decode(), encoding) == ("<p>글</p>", "br")
    assert site.body(page, "") == ("<p>글</p>".encode(), "")
    assert site.body(tmp_path / "a/b.png", "br") == (b"png", "")
