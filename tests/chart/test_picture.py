from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hooks.charts import layout, picture
from hooks.charts.frame import FRAMES, Frame
from snippets.evidence.series import Series, counted_series, measured_series

ROOT = Path(__file__).resolve().parent.parent.parent
SIX = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5]
WORDS = {"label": "걸린 시간", "x_label": "배치 크기", "x_unit": "개"}
LINE = measured_series(
    "ch01.line",
    "ms",
    {(g, x): [x * s for s in SIX] for g in ("연속", "정적") for x in (1, 8, 64)},
    x_scale="log",
    **WORDS,
)
BARS = measured_series("ch01.bars", "ms", {"큐": SIX, "prefill": SIX}, kind="bar", **WORDS)
STACK = counted_series(
    "ch01.stack", "ms", {(g, x): 1.0 for g in "ㄱㄴ" for x in ("가", "나")}, kind="stacked", **WORDS
)
WIDE, NARROW = FRAMES


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("charts")


def texts(svg: str) -> list[str]:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(one.itertext()) for one in found]


def test_axes_are_named_in_korean_and_lines_at_their_ends(cache: Path) -> None:
    shown = texts(picture.draw(LINE, WIDE, cache))
    assert {"배치 크기 (개)", "걸린 시간 (ms)", "연속", "정적", "1", "8", "64"} <= set(shown)


def test_bars_carry_their_value_with_its_unit(cache: Path) -> None:
    assert texts(picture.draw(BARS, NARROW, cache)).count("1.2 ms") == 2


@pytest.mark.parametrize("series", [LINE, BARS, STACK])
@pytest.mark.parametrize("frame", FRAMES)
def test_one_picture_follows_the_colour_scheme(series: Series, frame: Frame, cache: Path) -> None:
    svg = picture.draw(series, frame, cache)
    painted = set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg))
    assert {one for one in painted if not one.startswith(("var(--g-", "url(#", "color-mix("))} <= {
        "none",
        "transparent",
    }
    assert not re.search(r"#[0-9a-f]{6}|font-family|<rect|white", svg)


@pytest.mark.parametrize("series", [LINE, BARS, STACK])
@pytest.mark.parametrize("frame", FRAMES)
def test_every_chart_of_a_frame_is_equally_wide(series: Series, frame: Frame, cache: Path) -> None:
    svg = picture.draw(series, frame, cache)
    width = float(re.findall(r'viewBox="0 0 ([\d.]+)', svg)[0])
    assert width == pytest.approx(frame.width, abs=6)
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg)]
    assert min(sizes) * 358 / max(width, 358) >= 11 or frame is WIDE


def test_groups_differ_in_grey(cache: Path) -> None:
    line = picture.draw(LINE, WIDE, cache)
    assert line.count('stroke-dasharray="7,3"') == 1
    stack = picture.draw(STACK, WIDE, cache)
    assert stack.count("<pattern ") == 2
    assert "<pattern " not in line


def test_a_key_stands_only_where_names_find_no_room() -> None:
    long = counted_series("ch01.n", "개", {("아주 긴 이름을 가진 묶음", 1): 1, ("나", 1): 2})
    assert [layout.keyed(LINE, frame) for frame in FRAMES] == [False, False]
    assert [layout.keyed(long, frame) for frame in FRAMES] == [False, True]
    assert [layout.keyed(BARS, frame) for frame in FRAMES] == [False, False]
    apart = counted_series("ch01.n", "개", {("가", 1): 1, ("나", 2): 2})
    assert layout.keyed(apart, WIDE)  # the lines end at different places


def test_intervals_are_drawn(cache: Path) -> None:
    assert picture.draw(LINE, WIDE, cache).count('opacity="0.2"') == 2
    exact = counted_series("ch01.n", "개", {1: 1, 2: 2})
    assert "opacity=" not in picture.draw(exact, WIDE, cache)


# ---- Cache ----


def test_a_picture_is_drawn_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = picture.draw(BARS, WIDE, cache)
    monkeypatch.setattr(picture, "_converted", lambda *_: pytest.fail("drawn again"))
    assert picture.draw(BARS, WIDE, cache) == first


def test_a_changed_value_is_another_picture(cache: Path) -> None:
    moved = BARS.model_copy(update={"label": "다른 이름"})
    assert picture.draw(moved, WIDE, cache) != picture.draw(BARS, WIDE, cache)


def test_everything_that_draws_counts() -> None:
    seen, waiting = set(), ["picture", "spec"]
    while waiting:
        seen.add(name := waiting.pop())
        code = (picture.HERE / f"{name}.py").read_text(encoding="utf-8")
        local = re.findall(
            r"^ *from \.(\w+) import|^ *from \. import ([\w, ]*\w)", code, re.MULTILINE
        )
        names = {one for pair in local for part in pair for one in part.split(", ") if one}
        waiting += names - seen
    assert {f"{name}.py" for name in seen} == set(picture.DRAWN_BY)


DRAW = """
import json, sys
from pathlib import Path
from hooks.charts import picture
from hooks.charts.frame import FRAMES
from snippets.evidence.series import Series
series = Series.model_validate_json(sys.argv[1])
svgs = [picture.draw(series, frame, Path(sys.argv[2])) for frame in FRAMES]
slow = [name for name in ("altair", "vl_convert", "fontTools", "torch") if name in sys.modules]
print(json.dumps([svgs, slow]))
"""


def draw_elsewhere(series: Series, cache: Path, *before: str) -> tuple[list[str], list[str]]:
    result = subprocess.run(
        [*before, sys.executable, "-c", DRAW, series.model_dump_json(), str(cache)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return tuple(json.loads(result.stdout))


def test_two_processes_draw_the_same_bytes_and_a_warm_one_imports_nothing_slow(
    cache: Path, tmp_path: Path
) -> None:
    here = [picture.draw(LINE, frame, cache) for frame in FRAMES]
    cold, _ = draw_elsewhere(LINE, tmp_path / "cold")
    warm, slow = draw_elsewhere(LINE, tmp_path / "cold")
    assert here == cold == warm
    assert slow == []


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run(["unshare", "-rn", "true"], check=False, capture_output=True).returncode != 0,
    reason="no network namespaces here",
)
def test_no_network_is_needed(cache: Path, tmp_path: Path) -> None:
    here = [picture.draw(BARS, frame, cache) for frame in FRAMES]
    assert draw_elsewhere(BARS, tmp_path, "unshare", "-rn")[0] == here
