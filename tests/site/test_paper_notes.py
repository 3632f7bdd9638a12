"""A figure in a sentence and its line in the list bear one number."""

from __future__ import annotations

from hooks import paper_notes

FIGURE = '<span class="figure" data-figure="{}">값</span>'
LIST = (
    '<section class="figures-used"><h2>수치</h2><table><tr><td data-head="수치">하나<code>a.b</code></td>'
    "<td>1 ms</td></tr><tr><td>둘<code>a.c</code></td></tr></table></section>"
)


def test_figures_point_at_their_lines() -> None:
    html = FIGURE.format("a.c") + FIGURE.format("a.b") + FIGURE.format("a.c") + LIST
    marked = '<span class="figure" data-figure="{}" data-note="{}">값</span>'
    assert paper_notes.number(html) == (
        marked.format("a.c", 2)
        + marked.format("a.b", 1)
        + marked.format("a.c", 2)
        + LIST.replace(
            '<td data-head="수치">하나', '<td data-note="1" data-head="수치">하나'
        ).replace("<td>둘", '<td data-note="2">둘')
    )


def test_what_is_not_listed_gets_no_number() -> None:
    html = FIGURE.format("a.b") + "<td>하나<code>a.b</code></td>"
    assert paper_notes.number(html) == html
