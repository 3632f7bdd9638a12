from __future__ import annotations

from pathlib import Path

import pytest

from .given import Sheet


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return Sheet(tmp_path)
