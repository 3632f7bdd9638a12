"""Every script that a page runs by its own words is named in the policy, and no other is."""

from __future__ import annotations

import base64
import hashlib

from hooks import policy

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


def test_the_policy_names_the_scripts_of_all_pages_once() -> None:
    rules = policy.policy([PAGE, PAGE, "<script>한글()</script>"])
    hashes = sorted([sha('one("<b>")'), sha("two()"), sha("한글()")])
    assert rules == (
        f"default-src 'self'; script-src 'self' {' '.join(hashes)}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'self'; form-action 'self'"
    )


def test_the_policy_comes_before_the_first_script_and_after_the_charset() -> None:
    html = policy.carried(PAGE, "default-src 'self'")
    charset, meta, script = (html.index(one) for one in ("charset", "http-equiv", "<script"))
    assert charset < meta < script
    assert html.count("Content-Security-Policy") == 1
