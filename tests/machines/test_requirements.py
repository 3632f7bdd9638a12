"""What a machine that only measures installs has the versions of the site."""

from __future__ import annotations

from tests.conftest import ROOT


def pins(name: str) -> set[str]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return {line.partition("#")[0].strip() for line in lines if "==" in line.partition("#")[0]}


def test_the_pins_agree() -> None:
    site = pins("requirements.txt") | pins("requirements-site.txt")
    mine = pins("requirements-snippets.txt")
    assert mine
    assert mine - site == set()
    assert not any(one.startswith(("torch", "mkdocs")) for one in mine)
