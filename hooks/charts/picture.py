"""A series as SVG text, and a cache of what was drawn.

Altair and vl-convert are imported only for a picture that is not in the cache: a warm build
imports neither.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

from snippets.evidence.series import Series

from .. import whole_file
from .frame import Frame
from .tidy import tidy

HERE = Path(__file__).parent
PACKAGES = ("altair", "vl-convert-python", "manimgx-fonts-cjk")
DRAWN_BY = (
    "picture.py",
    "spec.py",
    "spec_upright.py",
    "spec_lying.py",
    "spec_scales.py",
    "layout.py",
    "labels.py",
    "frame.py",
    "palette.py",
    "tidy.py",
)
"""All that a picture follows from, beside its series."""


def draw(series: Series, frame: Frame, cache: Path) -> str:
    """The picture, from the cache where the same one was drawn before."""
    kept = cache / f"{_key(series, frame)}.svg"
    if kept.is_file():
        return kept.read_text(encoding="utf-8")
    drawn = tidy(_converted(series, frame))
    whole_file.write(kept, drawn.encode())
    return drawn


def _key(series: Series, frame: Frame) -> str:
    parts = series.model_dump_json(), repr(frame), _drawn_with()
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


@functools.cache
def _drawn_with() -> str:
    """The code that draws and the versions of what it uses: a change there means draw again."""
    code = [(HERE / name).read_text(encoding="utf-8") for name in DRAWN_BY]
    return "\0".join([*code, *map(version, PACKAGES)])


def _converted(series: Series, frame: Frame) -> str:
    import vl_convert  # noqa: PLC0415  slow to start, and seldom needed

    from .. import fonts  # noqa: PLC0415  brings fontTools
    from . import spec  # noqa: PLC0415  brings Altair

    # The site's own font: labels take the same room here and in the browser, on any machine.
    vl_convert.register_font_directory(str(fonts.source().parent))

    def convert(frame: Frame) -> str:
        drawn = spec.spec(series, frame)
        version = spec.VERSION
        return vl_convert.vegalite_to_svg(drawn, vl_version=version, allowed_base_urls=[])

    # Twice: the first picture tells how wide its labels are, so that all are equally wide.
    taken = float(ElementTree.fromstring(convert(frame)).get("width", "0"))  # noqa: S314
    return convert(replace(frame, slack=frame.width - taken))
