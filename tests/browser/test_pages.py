"""Every page, in both schemes, on a desk and on a phone."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tools.site import addresses

from .axe import assert_accessible
from .conftest import Open
from .visit import DESKTOP, PHONE, Visit

OPEN_FOLDS = "document.querySelectorAll('details').forEach((one) => (one.open = true))"


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", addresses(ROOT / "docs"))
def test_a_page_is_drawn_fits_and_is_accessible(
    visit: Open, path: str, scheme: str, screen: tuple[int, int]
) -> None:
    opened = visit(path, scheme=scheme, screen=screen)
    opened.draw()
    assert undrawn(opened) == []
    assert overflow(opened) == 0
    opened.page.evaluate(OPEN_FOLDS)
    assert overflow(opened) == 0
    assert_accessible(opened.page)


def undrawn(visit: Visit) -> list[str]:
    """What is written in place of a diagram that could not be drawn."""
    failed = visit.page.locator("figure.diagram:not([data-state=drawn]) .diagram-view")
    return failed.all_text_contents()


def overflow(visit: Visit) -> int:
    """By how many pixels the page can be moved sideways."""
    return visit.page.evaluate(
        "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
    )
