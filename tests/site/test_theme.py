"""What is mended in the theme's HTML."""

from __future__ import annotations

from hooks import theme


def test_the_search_dialog_gets_a_name() -> None:
    html = '<p></p><div class="md-search" data-md-component="search" role="dialog"><label>'
    assert theme.name_search(html) == (
        '<p></p><div class="md-search" data-md-component="search" role="dialog" '
        'aria-label="검색"><label>'
    )


def test_the_box_that_opens_the_navigation_gets_a_name() -> None:
    html = '<input class="md-toggle" data-md-toggle="drawer" id="__drawer" type="checkbox"/>'
    assert theme.name_search(html) == (
        '<input class="md-toggle" data-md-toggle="drawer" aria-label="차례 펼치기" '
        'id="__drawer" type="checkbox"/>'
    )


def test_the_english_line_is_said_to_be_english() -> None:
    assert theme.mark_english('<div class="md-copyright">Made with</div>') == (
        '<div class="md-copyright" lang="en">Made with</div>'
    )
