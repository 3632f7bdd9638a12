"""What the site carries that others wrote, with their licences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import licences as others

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY_PATH = "assets/vendor/mermaid.min.js"
LICENCES_PATH = "assets/vendor/LICENSES.txt"

# npm mermaid@11.16.0, LICENSE. The wheel that carries the library carries only its own licence.
_MERMAID_LICENCE = """\
The MIT License (MIT)

Copyright (c) 2014 - 2022 Knut Sveidqvist

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
_RULE = "=" * 78


def files(library: Path, font_licence: str) -> dict[str, Path | bytes]:
    """Return what goes into the site beside the pages: a file to copy, or its content.

    Args:
        library: Mermaid's JavaScript, already checked.
        font_licence: The licence of the font in `assets/fonts/`.
    """
    return {
        LIBRARY_PATH: library,
        LICENCES_PATH: licences(font_licence).encode(),
    }


def licences(font_licence: str) -> str:
    """Return the notices of all third-party files in the site."""
    mermaid = (
        f"{_MERMAID_LICENCE}\nThe file also contains libraries that Mermaid bundles; "
        "their notices are comments inside it.\n"
    )
    notices = {
        "Mermaid 11.16.0, https://github.com/mermaid-js/mermaid": mermaid,
        "Noto Sans CJK KR, cut to the characters of this site": font_licence,
        **others.notices(),
    }
    return "\n".join(f"{_RULE}\n{name}\n{_RULE}\n\n{text}" for name, text in notices.items())
