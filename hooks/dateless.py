"""The one file of the host that carries the time of the build, made without it.

A packed list of pages names when it was packed. Two builds of one commit must be the same bytes,
also where nobody has set ``SOURCE_DATE_EPOCH``.
"""

from __future__ import annotations

import gzip
from pathlib import Path

PACKED = "sitemap.xml.gz"


def pack_sitemap(site: Path) -> None:
    """Pack the list of pages again, without a date."""
    listed = site / PACKED.removesuffix(".gz")
    if listed.is_file():
        (site / PACKED).write_bytes(gzip.compress(listed.read_bytes(), mtime=0))
