from __future__ import annotations

import math

import pytest

from snippets.evidence.point import Point
from snippets.evidence.series import Series, calculated_series, counted_series, measured_series

SIX = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5]


def test_measured_points_carry_median_interval_and_count() -> None:
    series = measured_series("ch01.t", "ms", {2: SIX, 1: [2.0] * 7}, x_label="배치", x_unit="개")
    assert series.claim_type == "measured"
    assert series.points == (
        Point(x=1, value=2.0, low=2.0, high=2.0, n=7),
        Point(x=2, value=1.25, low=1.0, high=1.5, n=6),
    )


def test_counted_points_are_exact() -> None:
    series = counted_series("ch01.n", "개", {"나": 3, "가": 1}, kind="bar")
    assert series.claim_type == "measured"
    assert series.points == (Point(x="나", value=3), Point(x="가", value=1))


def test_calculated_points_name_their_formula_and_inputs() -> None:
    series = calculated_series("ch01.c", "B", {1: 2.0}, "2 · P", ["ch01.p"])
    assert (series.claim_type, series.formula, series.inputs) == (
        "calculated",
        "2 · P",
        ("ch01.p",),
    )


def test_groups_stay_together_in_order_of_appearance() -> None:
    series = counted_series("ch01.n", "개", {("나", 2): 1, ("가", 1): 2, ("나", 1): 3})
    assert series.groups == ("나", "가")
    assert [(p.group, p.x) for p in series.points] == [("나", 1), ("나", 2), ("가", 1)]


def test_what_is_written_is_read_back() -> None:
    series = measured_series("ch01.t", "ms", {("가", 1): SIX, ("나", 2): SIX}, x_scale="log")
    assert Series.model_validate_json(series.model_dump_json()) == series


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ({1: SIX[:5]}, r"^ch01.t: x=1: 표본이 5개뿐입니다 \(6개 이상\)$"),
        ({1: [*SIX, math.nan]}, r"^ch01.t: x=1: 표본에 수가 아닌 것이 있습니다$"),
        ({1: [-0.1, *SIX * 3]}, r"^ch01.t: x=1: 시간이 음수입니다: -0.1 ms$"),
        ({}, "at least 1 item"),
    ],
)
def test_samples_that_are_none(samples: dict[float, list[float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        measured_series("ch01.t", "ms", samples)


@pytest.mark.parametrize(
    ("values", "shape", "message"),
    [
        ({1: -1}, {}, "ch01.t: 시간이 음수입니다: -1 ms"),
        ({1: math.nan}, {}, "finite number"),
        ({1: 0}, {"y_scale": "log"}, "로그 눈금에 0이나 음수는 없습니다: 0"),
        ({0: 1}, {"x_scale": "log"}, "로그 눈금의 x는 0보다 큰 수여야 합니다"),
        ({"가": 1}, {}, "이름 사이는 선으로 잇지 않습니다"),
        ({1: 1, "가": 1}, {"kind": "bar"}, "x에 수와 이름이 섞여 있습니다"),
        ({1: 1, ("가", 1): 1}, {}, "어떤 점에는 묶음이 있고"),
        ({1: 1}, {"kind": "bar", "y_scale": "log"}, "막대의 길이가 뜻을 잃습니다"),
        ({1: 1}, {"kind": "stacked"}, "쌓으려면 묶음이 있어야 합니다"),
        ({(str(n), 1): 1 for n in range(7)}, {}, r"묶음이 7개입니다 \(6개 이하\)"),
    ],
)
def test_what_cannot_be_drawn_honestly(values: dict, shape: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        counted_series("ch01.t", "ms", values, **shape)


def test_a_place_holds_one_point() -> None:
    with pytest.raises(ValueError, match="같은 자리에 점이 둘 있습니다"):
        Series(
            id="ch01.t",
            unit="ms",
            claim_type="measured",
            points=(Point(x=1, value=1), Point(x=1, value=2)),
        )


@pytest.mark.parametrize("ends", [(None, 2), (2, 3), (0, None)])
def test_an_interval_encloses_its_value(ends: tuple[float | None, float | None]) -> None:
    with pytest.raises(ValueError, match="구간이 값을 감싸지 않습니다"):
        Point(x=1, value=1, low=ends[0], high=ends[1])


def test_nothing_is_calculated_from_nothing() -> None:
    with pytest.raises(ValueError, match=r"^ch01.c: 계산한 계열에는 입력이 있어야 합니다$"):
        calculated_series("ch01.c", "B", {1: 2.0}, "2 · P", [])
