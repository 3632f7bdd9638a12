"""Examples of the list of errors, tried: each raises the error under which it stands."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from hooks import lint
from hooks.known import Known
from hooks.plan import plan
from hooks.source import read
from snippets.__main__ import main
from tests.conftest import ROOT
from tests.contributing.test_errors import PAGE

known = lru_cache(maxsize=1)(lambda: Known.at(ROOT))


def entry(code: str) -> str:
    return PAGE.split(f"### `{code}`\n")[1].split("\n#")[0]


def raised(body: str) -> set[str]:
    """Codes that a page gives, before anything is measured or built."""
    found = [*lint.check("docs/x.md", body), *plan([read("docs/x.md", body)], known()).problems]
    return {one.code for one in found}


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("number-bare", "TTFT는 12 ms입니다."),
        ("role-unknown", "{figur}`ch01.ttft`"),
        ("figure-unknown", "{figure}`ch01.tttft`"),
        ("block-indented", '??? note "답"'),
        ("comment-open", "<!-- 나중에"),
        ("heading-anchor", "## 🔬"),
    ],
)
def test_a_line(code: str, written: str) -> None:
    assert written in entry(code)
    assert code in raised(f"# 제목\n\n{written}\n")


@pytest.mark.parametrize(
    ("code", "head", "line"),
    [
        ("trace-unknown", 'mermaid {trace="ch01.requset"}', ""),
        ("fence-header", "mermaid {trace=ch01.request}", ""),
        ("fence-option", 'figure {titel="…"}', ""),
        ("claim-unknown", "claim", "ch01.no_such"),
        ("formula-unknown", "formula", "ch01.no_such"),
        ("calculator-unknown", "calculator", "no-such"),
        ("chart-id-unknown", "figure", "ch05.no_such"),
        ("chart-empty", "figure", ""),
        ("bars-line", "bars", "보통 = ch01.queue"),
        ("compare-line", 'compare {diagram="journey"}', "ch01.queued"),
        ("device-short", "device", ""),
        ("device-line", "device", "3 = ch05.x"),
        ("fence-open", "python", ""),
    ],
)
def test_a_fence(code: str, head: str, line: str) -> None:
    assert line in entry(code)
    if not line:
        assert re.search(re.escape(f"```{head}"), entry(code)) or code == "device-short"
    body = "flowchart LR\n    A --> B" if head.startswith("mermaid") else line
    end = "" if code == "fence-open" else "```\n"
    assert code in raised(f"# 제목\n\n```{head}\n{body}\n{end}")


@pytest.mark.parametrize(
    ("code", "command"),
    [
        ("experiment-unknown", "run ch99"),
        ("experiment-no-endpoint", "run ch02 --endpoint http://127.0.0.1:8000/v1 --model m"),
        ("endpoint-model", "run ch08 --endpoint http://127.0.0.1:8000/v1"),
        ("endpoint-url", "run ch08 --model m --endpoint localhost"),
    ],
)
def test_a_command(code: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.rsplit(" --", maxsplit=1)[-1] in entry(code)
    assert main(command.split()) == 1
    assert f": {code} " in capsys.readouterr().err
