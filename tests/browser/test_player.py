"""The player, as a reader uses it: with keys alone, by ear, in stillness, large, in comparison."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .axe import assert_accessible
from .conftest import Open
from .visit import PHONE, Visit

CHAPTER = "01-request-journey/"
FOCUS = """() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return [document.activeElement.dataset.do, outlineStyle, parseFloat(outlineWidth)];
}"""
LISTEN = """(status) => {
  window.said = [];
  const heard = new MutationObserver(() => window.said.push(status.textContent));
  heard.observe(status, {childList: true});
}"""

WITHHOLD = """addEventListener('DOMContentLoaded', () => {
  for (const figure of document.querySelectorAll('figure[data-replay]')) {
    const replay = JSON.parse(figure.dataset.replay);
    if (replay.requests.length < 2) continue;
    Object.assign(replay.requests[1], {withheld: '잡음', length: 0});
    for (const stop of replay.requests[1].stops) Object.assign(stop, {at: 0, for: 0, until: 0});
    figure.dataset.replay = JSON.stringify(replay);
    const reason = Object.assign(document.createElement('p'), {className: 'timeline-withheld'});
    figure.querySelectorAll('.timeline')[1].replaceWith(reason);
  }
})"""


class Player:
    """A figure's player, by what a reader sees of it."""

    def __init__(self, visit: Visit, place: int = 0) -> None:
        visit.draw()
        self.page: Page = visit.page
        self.figure = self.page.locator("figure[data-replay]").nth(place)
        self.root = self.figure.locator(".player")
        self.play = self.root.get_by_role("button", name="재생")
        self.pause = self.root.get_by_role("button", name="멈춤")
        self.on = self.root.get_by_role("button", name="한 걸음 앞으로")
        self.back = self.root.get_by_role("button", name="한 걸음 뒤로")
        self.larger = self.root.get_by_role("button", name="크게 보기")
        self.slider = self.root.get_by_role("slider")

    @property
    def position(self) -> int:
        return int(self.slider.input_value())

    @property
    def last(self) -> int:
        return int(self.slider.get_attribute("max") or 0)

    @property
    def now(self) -> str:
        return self.root.locator(".player-say").inner_text()

    @property
    def lit(self) -> int:
        return self.figure.locator("[data-mark=lit]").count()

    def passes(self, position: int) -> None:
        """Wait until it has played on beyond a position."""
        self.page.wait_for_function(
            "([slider, position]) => slider.valueAsNumber > position",
            arg=[self.slider.element_handle(), position],
        )


@pytest.fixture
def player(visit: Open) -> Player:
    return Player(visit(CHAPTER))


def press(control: Locator, key: str = "Enter") -> None:
    control.focus()
    control.page.keyboard.press(key)


def test_a_request_is_played_paused_stepped_and_sought_with_keys_alone(player: Player) -> None:
    resting = player.now
    assert (player.position, player.lit) == (0, 0)
    press(player.play)
    player.passes(2)
    press(player.pause, "Space")
    held, words = player.position, player.now
    assert player.lit > 0
    expect(player.play).to_be_focused()
    press(player.on)
    assert player.position == held + 1
    assert player.now != words
    press(player.back, "Space")
    assert (player.position, player.now) == (held, words)
    press(player.slider, "End")
    assert player.position == player.last
    press(player.slider, "Home")
    assert (player.position, player.now, player.lit) == (0, resting, 0)


def test_every_control_is_reached_by_tab_and_shows_its_focus(player: Player) -> None:
    player.slider.focus()
    reached = []
    for _ in range(5):
        player.page.keyboard.press("Tab")
        focused = player.page.evaluate(FOCUS)
        reached.append(focused)
    assert [name for name, _, _ in reached] == ["first", "back", "play", "on", "large"]
    assert all(style != "none" and width >= 1 for _, style, width in reached), reached


def test_nothing_is_spoken_while_it_plays_and_the_place_is_when_it_stops(player: Player) -> None:
    player.root.get_by_role("status").last.evaluate(LISTEN)
    assert player.root.locator("[aria-live=polite], [aria-live=assertive]").count() == 0
    player.play.click()
    player.passes(4)
    assert player.page.evaluate("said") == []
    player.pause.click()
    player.page.wait_for_function("said.length > 0")
    (said,) = player.page.evaluate("said")
    assert said.startswith(f"{player.last}걸음 가운데 {player.position}번째: {player.now}")


def test_who_asks_for_stillness_gets_the_last_stop_at_once(visit: Open) -> None:
    player = Player(visit(CHAPTER, motion="reduce"))
    player.play.click()
    assert player.position == player.last
    expect(player.play).to_be_visible()
    moving = player.figure.locator(".timeline-now").first.evaluate(
        "(one) => parseFloat(getComputedStyle(one).transitionDuration)"
    )
    assert moving < 0.01  # s


def test_the_timeline_follows(player: Player) -> None:
    player.on.click()
    expect(player.figure.locator(".timeline-phase.on")).to_have_count(1)
    press(player.slider, "End")
    now = player.figure.locator(".timeline-now").first
    assert now.evaluate("(one) => parseFloat(one.style.getPropertyValue('--at'))") > 90
    tokens = player.figure.locator(".timeline-token")
    expect(player.figure.locator(".timeline-token.passed")).to_have_count(tokens.count())


def test_a_figure_fills_the_screen_and_comes_back(player: Player) -> None:
    dialog = player.page.locator("dialog[open]")
    press(player.larger)
    expect(dialog.locator("figure[data-replay]")).to_have_count(1)
    close = dialog.get_by_role("button", name="닫기")
    expect(close).to_be_focused()
    dialog.get_by_role("button", name="한 걸음 앞으로").click()
    assert player.position == 1
    assert_accessible(player.page)
    close.focus()
    player.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(player.larger).to_be_focused()
    assert player.position == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_accessible_in_the_middle_of_a_request(visit: Open, scheme: str) -> None:
    player = Player(visit(CHAPTER, scheme=scheme, screen=PHONE))
    for _ in range(3):
        player.on.click()
    assert player.lit > 0
    assert_accessible(player.page)


def test_two_requests_are_compared_in_one_drawing(visit: Open) -> None:
    opened = visit(CHAPTER)
    opened.draw()
    figures = opened.page.locator("figure[data-replay]")
    (place,) = (
        index
        for index in range(figures.count())
        if figures.nth(index).locator(".player-requests input").count()
    )
    player = Player(opened, place)
    choices = player.root.get_by_role("radio")
    first, badges = badges_of(player), badges_of
    expect(choices).to_have_count(2)
    player.on.click()
    choices.nth(0).focus()
    player.page.keyboard.press("ArrowDown")
    expect(choices.nth(1)).to_be_checked()
    assert player.position == 0
    assert badges(player) != first
    expect(player.figure.locator(".timeline[data-chosen]")).to_have_count(1)
    assert player.figure.locator(".player-difference").count() > 0
    press(choices.nth(1), "ArrowUp")
    assert badges(player) == first


def test_a_request_that_is_chosen_by_its_timeline_is_the_one_that_is_checked(
    visit: Open,
) -> None:
    player = comparison(visit(CHAPTER))
    choices = player.root.get_by_role("radio")
    player.figure.locator(".timeline-track").nth(1).click(position={"x": 200, "y": 10})
    assert player.position > 0
    expect(choices.nth(1)).to_be_checked()
    choices.nth(0).click()
    expect(player.figure.locator(".timeline").nth(0)).to_have_attribute("data-chosen", "")
    assert player.position == 0


def test_beside_a_request_with_times_one_without_keeps_the_beat_and_the_scale_is_shown(
    visit: Open,
) -> None:
    opened = visit("")
    opened.page.add_init_script(WITHHOLD)
    opened.go(CHAPTER)
    player = comparison(opened)
    assert player.figure.locator(".timeline-scale").locator("visible=true").count() == 1
    player.root.get_by_role("radio").nth(1).click()
    # A beat is 500 ms; a stop of no length beside a clock would be over after 150.
    position = """async (root) => {
      root.querySelector('[data-do=play]').click();
      await new Promise((done) => setTimeout(done, 350));
      return root.querySelector('input[type=range]').valueAsNumber;
    }"""
    assert player.root.evaluate(position) == 1


def comparison(opened: Visit) -> Player:
    opened.draw()
    several = "all => all.findIndex((one) => one.querySelectorAll('.player input[type=radio]')[1])"
    return Player(opened, opened.page.locator("figure[data-replay]").evaluate_all(several))


def badges_of(player: Player) -> list[str]:
    return player.figure.locator(".player-badge").all_text_contents()


def test_a_page_that_is_left_plays_no_more(player: Player) -> None:
    player.play.click()
    player.passes(1)
    left = player.figure.element_handle()
    player.page.locator(".md-header a.md-logo").click()
    player.page.wait_for_function("(figure) => !figure.isConnected", arg=left)
    position = "(figure) => figure.querySelector('input[type=range]').valueAsNumber"
    before = left.evaluate(position)
    player.page.wait_for_timeout(1500)  # longer than any stop is shown
    assert left.evaluate(position) - before <= 1
