"""Korean is set in the site's own font: readers and test machines need have none."""

from __future__ import annotations

from .conftest import Open

TEXT = "h1, h1 ~ p, h1 ~ ul li, .nodeLabel p, text.messageText tspan"


def test_korean_is_set_in_the_fonts_of_the_site(visit: Open) -> None:
    opened = visit("01-request-journey/")
    opened.draw()
    client = opened.page.context.new_cdp_session(opened.page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    nodes = client.send("DOM.querySelectorAll", {"nodeId": root, "selector": TEXT})["nodeIds"]
    fonts = [
        font
        for node in nodes
        for font in client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    ]
    assert len(fonts) > 50
    assert {font["familyName"] for font in fonts if not font["isCustomFont"]} == set()
