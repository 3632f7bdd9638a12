"""The browser's statistics are those of the build."""

from __future__ import annotations

import json
import random

import pytest

from snippets.evidence.display import spread_text, value_text
from snippets.evidence.figure import measured
from snippets.evidence.spread import Steadiness, relative_iqr, steadiness

from .script import run


@pytest.mark.parametrize("scatter", [0.0, 0.02, 0.09, 0.15, 0.4])
@pytest.mark.parametrize("size", [6, 7, 8, 9, 11, 12, 30])
def test_as_in_python(size: int, scatter: float) -> None:
    chance = random.Random(f"{size} {scatter}")
    samples = [12 * (1 + scatter * chance.gauss(0, 1)) for _ in range(size)]
    found = run(f"return cell({json.dumps(samples)})", "stats")
    state = steadiness(samples)
    if state is Steadiness.WITHHELD:
        assert found == {"reason": ["unsteady", round(100 * relative_iqr(samples))]}
        return
    figure = measured("ch05.x", "배", samples)
    wanted = {"value": figure.value, "low": figure.low, "high": figure.high}
    assert found == pytest.approx(wanted | {"flag": state is Steadiness.FLAGGED})


def test_too_few_give_no_interval() -> None:
    assert run("return cell([1, 1, 1, 1, 1])", "stats") == {"reason": ["few", 5, 6]}


@pytest.mark.parametrize(
    "samples",
    [
        [3.21, 3.24, 3.25, 3.3, 3.31, 3.35],
        [52, 55.1, 55.4, 56, 57, 61],
        [110, 118, 123.4, 124, 131, 140],
        [0.0121, 0.0122, 0.0125, 0.0125, 0.0126, 0.0129],
        [1.0] * 6,
        [999.6] * 6,
    ],
)
def test_digits_as_in_python(samples: list[float]) -> None:
    figure = measured("ch05.x", "배", samples)
    wanted = [value_text(figure).removesuffix("배"), spread_text(figure)]
    assert run(f"return written(cell({json.dumps(samples)}))", "stats", "words") == wanted


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/156.0.0.0 Safari/537.36",
            "Chrome 156 · Linux",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
            "SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
            "삼성 인터넷 29 · Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
            "Edge 156 · Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
            "Safari 19 · iPhone",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0",
            "Firefox 150 · Mac OS X",
        ),
        ("curl/8", "?  · ?"),
    ],
)
def test_a_browser_in_words(agent: str, name: str) -> None:
    assert run(f"return browser({json.dumps(agent)})", "words") == name
