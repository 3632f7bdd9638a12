"""Times and sizes of one request, in words."""

from __future__ import annotations

import pytest

from hooks.diagrams import wording


@pytest.mark.parametrize(
    ("size", "written"),
    [
        (None, "—"),
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (999_499, "999 kB"),
        (999_500, "1 MB"),
        (999_500_000, "1 GB"),
        (12_345_678, "12.3 MB"),
        (1_234_500_000_000, "1,234 GB"),
    ],
)
def test_a_size_has_three_digits_and_never_an_exponent(size: int | None, written: str) -> None:
    assert wording.size(size) == written.replace(" ", wording.NBSP)
