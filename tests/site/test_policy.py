"""Every inline script that the theme or we wrote is named in the policy, and no other is."""

from __future__ import annotations

import base64
import hashlib

import pytest

from hooks import known_scripts, policy
from hooks.bundle import OWN_SCRIPTS

PAGE = """<head>
<meta charset="utf-8">
<script>one("<b>")</script>
</head>
<script src="a.js"></script>
<script type="module">two()</script>
<script id="__config" type="application/json">{"three": 3}</script>
"""


def sha(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def test_files_and_data_are_no_inline_scripts() -> None:
    assert policy.inline_scripts(PAGE) == ['one("<b>")', "two()"]


def test_the_policy_names_known_scripts_of_all_pages_once() -> None:
    ours = OWN_SCRIPTS[0]
    pages = [
        PAGE,
        f"<script>{ours}</script>",
        f"<SCRIPT>{ours}</SCRIPT>",
        "<script>한글()</script>",
    ]
    assert policy.policy(pages) == (
        f"default-src 'self'; script-src 'self' {sha(ours)}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-src 'none'"
    )


@pytest.mark.parametrize("root", [".", "..", "../..", "/", "/guide/"])
def test_a_script_of_the_theme_is_known_wherever_the_page_lies(root: str) -> None:
    text = (known_scripts.TEMPLATES / "base.html").read_text(encoding="utf-8")
    script = policy.inline_scripts(text.replace("{{ config.extra.scope | d(base_url) }}", root))
    assert [known_scripts.known(one) for one in script] == [True]


@pytest.mark.parametrize("root", ['"),alert(1),("', "'", "\\", "${x}", "a b"])
def test_what_a_template_fills_in_ends_no_string(root: str) -> None:
    text = (known_scripts.TEMPLATES / "base.html").read_text(encoding="utf-8")
    (script,) = policy.inline_scripts(text.replace("{{ config.extra.scope | d(base_url) }}", root))
    assert not known_scripts.known(script)


@pytest.mark.parametrize("more", [";alert(1)", " ", "\n"])
def test_a_script_that_is_not_theirs_to_the_letter_is_unknown(more: str) -> None:
    assert known_scripts.known(OWN_SCRIPTS[1])
    assert not known_scripts.known(OWN_SCRIPTS[1] + more)
    assert not known_scripts.known(more + OWN_SCRIPTS[1])


def test_the_policy_comes_before_the_first_script_and_after_the_charset() -> None:
    html = policy.carried(PAGE, "default-src 'self'")
    charset, meta, script = (html.index(one) for one in ("charset", "http-equiv", "<script"))
    assert charset < meta < script
    assert html.count("Content-Security-Policy") == 1
