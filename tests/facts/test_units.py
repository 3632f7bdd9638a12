from __future__ import annotations

import subprocess
import sys

import pytest

from snippets.evidence import units


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("GB", {"[information]": 1}),
        ("Gb/s", {"[information]": 1, "[time]": -1}),
        ("TFLOP/s", {"[flop]": 1, "[time]": -1}),
        ("FLOP/byte", {"[flop]": 1, "[information]": -1}),
        ("tok/s", {"[token]": 1, "[time]": -1}),
        ("bits/element", {"[information]": 1, "[element]": -1}),
        ("parameters", {"[parameter]": 1}),
        ("requests", {"[request]": 1}),
        ("B/token", {"[information]": 1, "[token]": -1}),
        ("W", {"[energy]": 1, "[time]": -1}),
        ("GHz", {"[cycle]": 1, "[time]": -1}),
        ("회/층", {}),
        ("배", {}),
        ("%", {}),
        ("1", {}),
        ("1/s", {"[time]": -1}),
    ],
)
def test_a_unit_of_the_guide(text: str, dimension: dict[str, int]) -> None:
    assert dict(units.parse(text).dimensionality) == dimension


def test_a_byte_is_eight_bits_and_a_percent_a_hundredth() -> None:
    one = units.registry().Quantity
    assert one(400, units.parse("Gb/s")).to("GB/s").magnitude == pytest.approx(50)
    assert one(1, units.parse("GiB")).to("GB").magnitude == pytest.approx(1.073741824)
    assert one(50, units.parse("%")).to(units.parse("배")).magnitude == pytest.approx(0.5)
    assert one(1, units.parse("µs")).to("s").magnitude == pytest.approx(1e-6)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("gb/s", "혹시 GB/s인가요?"),
        ("KB", "혹시 kB인가요?"),
        ("mb", "혹시 MB인가요?"),
        ("TOPS", "혹시 TOP/s인가요?"),
        ("ks", "혹시 s인가요?"),
        ("80GB", "수는 value에, 단위는 unit에 따로 적으세요"),
        ("GB, TB/s", "GB/s처럼 단위 하나만, 빈칸 없이 적으세요. 단위가 없는 수는 '1'입니다"),
        ("GB//s", "GB/s처럼 단위 하나만, 빈칸 없이 적으세요. 단위가 없는 수는 '1'입니다"),
        ("", "GB/s처럼 단위 하나만, 빈칸 없이 적으세요. 단위가 없는 수는 '1'입니다"),
        ("(", "GB/s처럼 단위 하나만, 빈칸 없이 적으세요. 단위가 없는 수는 '1'입니다"),
        ("값", "쓸 수 있는 단위는 snippets/evidence/units.py에 있습니다"),
        ("KiFLOP", "혹시 FLOP인가요?"),
    ],
)
def test_what_is_no_unit_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(units.UnknownUnit) as refused:
        units.parse(text)
    assert (refused.value.text, refused.value.hint) == (text, hint)


def test_decomposed_korean_is_the_same_unit() -> None:
    assert units.parse("\u1107\u1162") == units.parse("배")


def test_pint_is_not_imported_before_a_unit_is_read() -> None:
    code = "import sys, snippets.evidence.units; assert 'pint' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
