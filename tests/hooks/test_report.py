from hooks.report_fence import ReportFence


def test_a_site_that_knows_where_links_there() -> None:
    assert ReportFence("https://example.org/a&b/issues").format("") == (
        '<p>알릴 곳은 저장소의 <a href="https://example.org/a&amp;b/issues" '
        'rel="noreferrer">이슈</a>입니다.</p>'
    )


def test_a_site_that_does_not_says_so() -> None:
    found = ReportFence("").format("")
    assert "href" not in found
    assert "<strong>이슈</strong>" in found
