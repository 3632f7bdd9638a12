"""Which tables a phone stacks, and how."""

from __future__ import annotations

import pytest

from hooks import phone_tables


def table(*rows: tuple[str, ...]) -> str:
    def line(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line(row, "td") for row in rows[1:])
    return f"<table><thead>{line(rows[0], 'th')}</thead><tbody>{body}</tbody></table>"


NAME = "바쁠 때<code>ch07_worker.wait_between_mixed_guests</code>"
LONG = "옮겨 적다 틀리는 일이 잦으니 원문을 찾아봅니다"


def test_a_table_that_fits_stays_as_it_was() -> None:
    for rows in [
        [("n", "값", "몫"), ("1", "2 ms", "3%")],
        [("범위", "내용"), ("성립하는 조건이 적힌 곳", LONG)],
    ]:
        assert phone_tables.mark(table(*rows)) == table(*rows)


def test_sentences_are_stacked_each_with_its_head() -> None:
    html = table(("등급", "누구의 자료인가", "읽을 때"), ("REPRODUCTION", "—", LONG))
    assert phone_tables.mark(html) == (
        '<table data-stack="words" data-columns="3"><thead><tr><th>등급</th>'
        "<th>누구의 자료인가</th><th>읽을 때</th></tr></thead><tbody><tr>"
        '<td data-head="등급">REPRODUCTION</td><td data-head="누구의 자료인가" data-none>—</td>'
        f'<td data-head="읽을 때">{LONG}</td></tr></tbody></table>'
    )


def test_short_values_share_a_line_below_their_name() -> None:
    head = ("어디서", "경로", "횟수", "시간의 합", "옮긴 바이트")
    html = table(head, ("스케줄러 배치·워커 배정", "control path", "1번", "0.843 ms", "288 B"))
    assert '<table data-stack="numbers" data-columns="5">' in phone_tables.mark(html)


def test_a_list_of_figures_is_known_by_its_heads() -> None:
    html = table(("수치", "값", "95% 구간", "유형"), (NAME, "1 ms", "—", "측정"))
    assert '<table data-stack="figures" data-columns="4">' in phone_tables.mark(html)


def test_the_card_of_a_figure_takes_no_room() -> None:
    card = f'<span class="figure-card" popover="auto"><span>{LONG * 9}</span></span>'
    figure = f'<button><data>1 ms</data><span class="badge">측정</span></button>{card}'
    html = table(("n", "값", "몫"), ("1", figure, "3%"))
    assert phone_tables.mark(html) == html


def test_one_thing_said_in_the_place_of_all_values_has_a_line_of_its_own() -> None:
    html = table(("어디서", "경로", "횟수"), (LONG, LONG, LONG), ("끝",))
    told = html.replace("<td>끝</td>", '<th scope="row">끝</th><td colspan="2">재지 않음</td>')
    assert phone_tables.mark(told).endswith(
        '<tr><th data-head="어디서" scope="row">끝</th>'
        '<td data-wide colspan="2">재지 않음</td></tr></tbody></table>'
    )


@pytest.mark.parametrize(
    "row",
    [
        '<td colspan="2">끝</td><td>재지 않음</td>',
        '<td>끝</td><td colspan="3">재지 않음</td>',
        '<td>끝</td><td rowspan="2" colspan="2">재지 않음</td>',
    ],
)
def test_any_other_merged_cell_leaves_the_table_as_it_was(row: str) -> None:
    html = table(("어디서", "경로", "횟수"), (LONG, LONG, LONG), ("끝",))
    merged = html.replace("<td>끝</td>", row)
    assert phone_tables.mark(merged) == merged


def test_a_table_with_merged_cells_and_one_without_heads_stay() -> None:
    merged = table(("가", "나", "다"), (LONG, LONG, LONG)).replace("<td>", '<td colspan="1">', 1)
    headless = (
        f"<table><tbody><tr><td>{LONG}</td><td>{LONG}</td><td>{LONG}</td></tr></tbody></table>"
    )
    assert phone_tables.mark(merged + headless) == merged + headless


def test_a_head_with_marks_is_written_so_that_it_stays_one_attribute() -> None:
    html = table(("이름", 'a "b" &lt; c', "다"), (LONG, LONG, LONG))
    assert 'data-head="a &quot;b&quot; &lt; c"' in phone_tables.mark(html)
