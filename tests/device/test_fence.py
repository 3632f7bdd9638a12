"""The fence: its lines, its chart, its table, and what an author gets wrong."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest

from hooks.device import chart, lines
from hooks.device.lines import Line
from hooks.device_fence import DeviceFence
from hooks.source import read
from snippets.evidence.figure import Figure, measured
from snippets.evidence.withheld import Withheld

ROOT = Path(__file__).resolve().parents[2]
BODY = """\
1 = ch05.gflops_1, ch05.gbps_1
2 = ch05.ratio_2, ch05.gflops_2, ch05.gbps_2
4 = ch05.ratio_4, ch05.gflops_4, ch05.gbps_4
8 = ch05.ratio_8, ch05.gflops_8, ch05.gbps_8
"""


def figure(name: str, unit: str, value: float) -> Figure:
    return measured(name, unit, [value * (1 + n / 100) for n in range(-3, 4)])


class Shelf:
    """Figures as a build would have them; no record stands behind them."""

    def __init__(self, *values: Figure | Withheld) -> None:
        self.values = {one.id: one for one in values}

    def value(self, name: str) -> Figure | Withheld | None:
        return self.values.get(name)

    def standing(self, name: str) -> None:  # noqa: ARG002
        return None


def render(*values: Figure | Withheld) -> str:
    fences = {"custom_fences": [DeviceFence(Shelf(*values)).entry]}  # type: ignore[arg-type]
    return markdown.markdown(
        f"```device\n{BODY}```\n",
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": fences},
    )


def row(html: str, batch: int) -> str:
    found = re.search(rf'<tr><th scope="row">{batch}</th>.*?</tr>', html)
    assert found
    return found[0]


def test_a_row_has_the_builds_values_and_room_for_the_readers() -> None:
    html = render(figure("ch05.ratio_2", "배", 1.1), figure("ch05.gflops_2", "GFLOP/s", 12))
    assert row(html, 2) == (
        '<tr><th scope="row">2</th>'
        '<td><a href="/appendix/build/#ch05.ratio_2">1.10</a><small>[1.07–1.13]</small></td>'
        '<td class="device-mine-only" data-mine="ratio 2">—</td>'
        '<td><a href="/appendix/build/#ch05.gflops_2">12.0</a><small>[11.6–12.4]</small></td>'
        '<td class="device-mine-only" data-mine="gflops 2">—</td>'
        "<td>—</td>"
        '<td class="device-mine-only" data-mine="gbps 2">—</td></tr>'
    )


def test_one_column_is_the_measure_of_the_others() -> None:
    assert row(render(), 1).startswith(
        '<tr><th scope="row">1</th><td>기준</td><td class="device-mine-only">기준</td>'
    )


def test_a_reason_is_told_once_and_no_number_stands_for_it() -> None:
    busy = "기계가 바빴습니다 (조용한 회차 1/12)"
    names = ("ch05.ratio_2", "ch05.ratio_4")
    html = render(*(Withheld(id=one, unit="배", reason=busy) for one in names))
    assert row(html, 4).startswith(
        '<tr><th scope="row">4</th><td><a href="/appendix/build/#ch05.ratio_4">판정불가</a></td>'
    )
    assert html.count(f'<p class="device-withheld">판정불가 — {busy}</p>') == 1
    assert "이 사이트를 만든 빌드: 판정불가." in html
    assert '<g class="device-build"></g>' in html


class Tags(HTMLParser):
    """Whether every element is closed where it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # type: ignore[override]  # noqa: ARG002
        self.open += [] if tag in {"input", "br"} else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_html_is_whole() -> None:
    tags = Tags()
    tags.feed(render(figure("ch05.ratio_2", "배", 1.1), figure("ch05.ratio_8", "배", 3)))
    assert tags.open == []


def test_the_page_of_the_site_has_a_right_fence() -> None:
    text = (ROOT / "docs/appendix/device.md").read_text("utf-8")
    (fence,) = read("docs/appendix/device.md", text).fences_of("device")
    assert list(lines.check("docs/appendix/device.md", fence.line, fence.body)) == []
    assert lines.read(fence.body)[4] == Line(
        16, ("ch05.ratio_16", "ch05.gflops_16", "ch05.gbps_16"), 5
    )


SHORT = "device-short device 펜스에 줄이 {}개 있습니다 (B마다 한 줄씩, 적어도 4줄을 적으세요)"
LINE = (
    "device-line device 펜스의 줄은 B와 수치 셋입니다 (첫 줄은 1 = GFLOP/s, GB/s, 다음부터 "
    "B = 배, GFLOP/s, GB/s. B는 1, 2, 4의 배수를 커지는 차례로)"
)


@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        (BODY, "", ["docs/x.md:7: " + SHORT.format(0)]),
        ("8 = ch05.ratio_8, ch05.gflops_8, ch05.gbps_8\n", "", ["docs/x.md:7: " + SHORT.format(3)]),
        ("1 = ch05", "2 = ch05", [f"docs/x.md:8: {LINE}", f"docs/x.md:9: {LINE}"]),
        ("2 = ch05.ratio_2, ", "2 = ", [f"docs/x.md:9: {LINE}"]),
        ("4 = ", "6 = ", [f"docs/x.md:10: {LINE}"]),
        ("8 = ", "4 = ", [f"docs/x.md:11: {LINE}"]),
        ("8 = ", "여덟 = ", [f"docs/x.md:11: {LINE}"]),
    ],
)
def test_what_an_author_gets_wrong(old: str, new: str, problems: list[str]) -> None:
    body = BODY.replace(old, new)
    assert [str(one) for one in lines.check("docs/x.md", 7, body)] == problems


def test_equal_factors_are_equal_lengths_and_nothing_leaves_the_plot() -> None:
    place = chart.Place(32)
    assert place.x(2) - place.x(1) == pytest.approx(place.x(32) - place.x(16), abs=0.2)
    assert place.y(1) - place.y(2) == pytest.approx(place.y(8) - place.y(16), abs=0.2)
    assert (place.x(1), place.y(0.01), place.y(900)) == (chart.LEFT, chart.BOTTOM, chart.TOP)
    assert place.y(32) == pytest.approx(chart.TOP, abs=1)
