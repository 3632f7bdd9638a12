"""Material's script and style sheets, as the site sends them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from hooks import bundle, unused_css

SCRIPT = "assets/javascripts/bundle.0123abcd.min.js"


@pytest.fixture(scope="module")
def stock() -> str:
    spec = importlib.util.find_spec("material")
    assert spec is not None
    assert spec.origin is not None
    (script,) = (Path(spec.origin).parent / "templates").glob(bundle.FILES)
    return script.read_text(encoding="utf-8")


@pytest.mark.parametrize("patch", bundle.PATCHES, ids=lambda patch: patch.stock[:30])
def test_the_installed_theme_has_every_place_that_is_patched(
    patch: bundle.Patch, stock: str
) -> None:
    assert stock.count(patch.stock) == 1
    ours = bundle.patched(stock)
    assert ours.count(patch.ours) == 1


def test_a_script_of_another_theme_is_left_alone() -> None:
    assert bundle.patched("let a=1") == "let a=1"


def test_material_starts_after_the_paint_and_is_fetched_before() -> None:
    page = (
        '<html class="no-js"><head><meta name="viewport" content="w"></head><body>'
        f'<script src="../{SCRIPT}"></script></body></html>'
    )
    made = bundle.after_paint(page)
    head, body = made.split("</head>")
    assert head.startswith(f'<html class="no-js"><head><script data-src="../{SCRIPT}">')
    assert head.endswith('</script>\n      <meta name="viewport" content="w">')
    assert body.startswith(f'<body><script id="__boot" data-src="../{SCRIPT}">')
    assert made.count("<script") == 2
    assert " src=" not in made


def test_a_page_without_material_is_left_alone() -> None:
    page = '<meta name="viewport"><script src="own.js"></script>'
    assert bundle.after_paint(page) == page


CSS = """
.md-nav, .md-tabs { color: red }
.md-tabs__link { color: red }
[dir=rtl] .md-nav { float: right }
.md-nav:not(.md-tabs) { margin: 0 }
:is(.md-tabs, .md-nav) > a { margin: 0 }
.by-script { top: 0 }
.w-1\\/2 { width: 50% }
* { box-sizing: border-box }
@media print { .md-tabs { display: none } }
@media screen { .md-nav { top: 0 } .md-tabs { top: 1px } }
@font-face { font-family: x; src: url(x) }
"""


def test_rules_for_what_the_site_does_not_have_are_left_out() -> None:
    known = unused_css.classes(['<a class="md-nav w-1/2">'], ['add("by-script")'])
    assert known >= {"md-nav", "w-1/2", "by-script"}
    assert unused_css.used(CSS, known) == (
        ".md-nav{ color: red }"
        ".md-nav:not(.md-tabs){ margin: 0 }"
        ":is(.md-tabs, .md-nav) > a{ margin: 0 }"
        ".by-script{ top: 0 }"
        ".w-1\\/2{ width: 50% }"
        "*{ box-sizing: border-box }"
        "@media screen {.md-nav{ top: 0 }}"
        "@font-face { font-family: x; src: url(x) }"
    )
