from pathlib import Path

import pytest

from hooks import vendor


def test_the_library_is_copied_and_its_licence_travels_with_it(tmp_path: Path) -> None:
    library = tmp_path / "mermaid.js"
    files = vendor.files(library, "OFL TEXT")
    assert files["assets/vendor/mermaid.min.js"] == library
    notice = files["assets/vendor/LICENSES.txt"]
    assert isinstance(notice, bytes)
    assert "Copyright (c) 2014 - 2022 Knut Sveidqvist" in notice.decode()
    assert "OFL TEXT" in notice.decode()


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (
            'import mermaid from "assets/diagram.mjs";',
            'import mermaid from "./assets/diagram.mjs";',
        ),
        (
            'import mermaid from "../assets/diagram.mjs";',
            'import mermaid from "../assets/diagram.mjs";',
        ),
        ('<a href="assets/diagram.mjs">', '<a href="assets/diagram.mjs">'),
    ],
)
def test_only_a_bare_import_is_repaired(written: str, wanted: str) -> None:
    assert vendor.fix_root_import(written) == wanted


def test_the_repair_changes_nothing_the_second_time() -> None:
    once = vendor.fix_root_import('import mermaid from "assets/diagram.mjs";')
    assert vendor.fix_root_import(once) == once
