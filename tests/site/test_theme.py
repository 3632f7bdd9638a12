"""What is mended in the theme's HTML."""

from __future__ import annotations

from hooks import theme


def test_the_search_dialog_gets_a_name() -> None:
    html = '<p></p><div class="md-search" data-md-component="search" role="dialog"><label>'
    assert theme.name_search(html) == (
        '<p></p><div class="md-search" data-md-component="search" role="dialog" '
        'aria-label="검색"><label>'
    )


def test_the_menu_button_is_reached_by_keys_and_has_a_name() -> None:
    html = '<label class="md-header__button md-icon" for="__drawer"><svg></svg></label>'
    assert theme.reach_menu(html) == (
        '<label class="md-header__button md-icon" for="__drawer" tabindex="0">'
        '<span class="unseen">차례 펼치기</span><svg></svg></label>'
    )


def test_the_english_line_is_said_to_be_english() -> None:
    assert theme.mark_english('<div class="md-copyright">Made with</div>') == (
        '<div class="md-copyright" lang="en">Made with</div>'
    )


def test_the_logo_has_both_its_sides() -> None:
    assert theme.size_logo('<img src="a.svg" alt="logo">') == (
        '<img src="a.svg" alt="logo" width="24" height="24">'
    )
