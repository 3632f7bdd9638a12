"""All labs in one archive, with what they import: unpack it, install, open a notebook."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from .cells import Lab
from .reach import validity

FOLDER = "ai-computing-labs"
NEEDED = ("docs/labs/requirements.txt", "LICENSE")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same labs give the same bytes."""


def bundle(labs: Iterable[Lab], notebooks: Mapping[str, str], root: Path) -> bytes:
    """The archive.

    Args:
        labs: What to put in.
        notebooks: Name of a lab → its notebook.
        root: The project's folder.
    """
    reached = {name for lab in labs for name in validity(lab, root).sources if name != lab.path}
    files = {f"{name}.ipynb": text for name, text in notebooks.items()}
    files |= {name: (root / name).read_text("utf-8") for name in reached}
    files |= {
        Path(name).name: (root / name).read_text("utf-8")
        for name in NEEDED
        if (root / name).is_file()
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, files[name])
    return buffer.getvalue()
