import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from hooks import fonts


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return fonts.woff2(["스케줄러는 기다린다."], tmp_path_factory.mktemp("cache"))


def test_it_has_what_the_texts_have_and_no_more(cut: bytes) -> None:
    has = TTFont(io.BytesIO(cut)).getBestCmap()
    assert all(ord(sign) in has for sign in "스케줄러는기다린AZaz09·…→")
    assert ord("쀍") not in has
    assert len(has) < 200


def test_every_weight_from_regular_to_bold_is_drawn(cut: bytes) -> None:
    axis = TTFont(io.BytesIO(cut))["fvar"].axes[0]
    assert (axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue) == (
        "wght",
        400,
        400,
        700,
    )


def test_it_is_small(cut: bytes) -> None:
    assert cut[:4] == b"wOF2"
    assert len(cut) < 30_000


def test_the_same_characters_give_the_same_bytes(cut: bytes, tmp_path: Path) -> None:
    assert fonts.woff2(["는다린러", "스케줄기 ."], tmp_path) == cut


def test_a_second_build_reads_the_first_ones_result(tmp_path: Path) -> None:
    fonts.woff2(["가"], tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"from the cache")
    assert fonts.woff2(["가"], tmp_path) == b"from the cache"


def test_another_character_is_another_cut(tmp_path: Path) -> None:
    fonts.woff2(["가"], tmp_path)
    fonts.woff2(["나"], tmp_path)
    assert len(list(tmp_path.glob("*.woff2"))) == 2


def test_signs_outside_the_font_are_left_to_the_system(tmp_path: Path) -> None:
    has = TTFont(io.BytesIO(fonts.woff2(["가🔬"], tmp_path))).getBestCmap()
    assert ord("가") in has
    assert ord("🔬") not in has


def test_the_theme_brings_its_words_and_the_font_its_licence() -> None:
    assert "목차" in fonts.theme_words()
    assert "SIL OPEN FONT LICENSE" in fonts.licence().upper()
