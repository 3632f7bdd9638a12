"""What axe-core finds on a page as it stands."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.conftest import ROOT

AXE = ROOT / "node_modules/axe-core/axe.min.js"
ALL = "* { content-visibility: visible !important; }"
"""What is far from the screen is not laid out, and axe would not look at it."""
RUN = "axe.run({resultTypes: ['violations']}).then((result) => result.violations)"


def assert_accessible(page: Page) -> None:
    """No rule is broken by anything that is shown."""
    found = violations(page)
    assert found == [], "\n\n".join(found)


def violations(page: Page) -> list[str]:
    """Rule, place, and what is wrong there."""
    page.add_style_tag(content=ALL)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{rule['id']} {node['target']}: {node['html'][:160]} — {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
