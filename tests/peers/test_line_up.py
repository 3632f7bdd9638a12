"""The whole way with a tiny model: three engines, one set of weights, the same logits."""

from __future__ import annotations

from pathlib import Path

import pytest

from snippets.peers.case import ROWS, decode
from snippets.peers.line_up import BITS, line_up

for package in ("llama_cpp", "gguf"):
    pytest.importorskip(package, reason=f"{package} is in requirements-bench.txt (make bench)")


def test_three_engines_agree_and_are_timed(tmp_path: Path) -> None:
    with line_up("nano", tmp_path, compiled=False) as line:
        assert line.hosts.keys() == line.about.keys() == BITS.keys()
        for rows in (1, ROWS):
            line.ready(decode(rows, 2))
            assert all(line.decode_s(name, rows, 2) > 0 for name in line.hosts)
        assert "repack" in line.about["llama"]
    assert all(not host._process.is_alive() for host in line.hosts.values())
