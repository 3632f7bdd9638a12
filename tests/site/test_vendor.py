from pathlib import Path

from hooks import vendor


def test_the_library_is_copied_and_its_licence_travels_with_it(tmp_path: Path) -> None:
    library = tmp_path / "mermaid.js"
    files = vendor.files(library, "OFL TEXT")
    assert files["assets/vendor/mermaid.min.js"] == library
    notice = files["assets/vendor/LICENSES.txt"]
    assert isinstance(notice, bytes)
    assert "Copyright (c) 2014 - 2022 Knut Sveidqvist" in notice.decode()
    assert "OFL TEXT" in notice.decode()
