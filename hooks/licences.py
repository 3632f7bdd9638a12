"""Whose work the finished site carries: every file is ours, or stands here with its licence."""

from __future__ import annotations

import importlib.metadata
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from snippets.evidence.problem import GuideError

LEFT_OUT = "assets/javascripts/lunr"
"""Stemmers of other languages, under MPL and LGPL. Our index asks for none, so none is shipped."""


@dataclass(frozen=True)
class Work:
    """What others made.

    Attributes:
        licence: As SPDX names it.
        files: Patterns of its files in the site; those of a bundle are the bundle's.
        notice: Who holds the copyright, as the licence wants it said.
    """

    name: str
    licence: str
    home: str
    files: tuple[str, ...]
    notice: str


THEME = ("assets/javascripts/bundle.*.min.js*", "assets/stylesheets/*.css*", "assets/images/*.png")
BUNDLE = ("assets/javascripts/bundle.*.min.js",)
WORKER = ("assets/javascripts/workers/search.*.min.js*",)

WORKS = (
    Work(
        "Material for MkDocs", "MIT", "https://github.com/squidfunk/mkdocs-material",
        (*THEME, *WORKER), "Copyright (c) 2016-2025 Martin Donath <martin.donath@squidfunk.com>",
    ),
    Work(
        "Material Design Icons", "Apache-2.0", "https://github.com/Templarian/MaterialDesign",
        ("*.html", "assets/stylesheets/*.css"), "Copyright Pictogrammers and Google",
    ),
    Work("RxJS", "Apache-2.0", "https://github.com/ReactiveX/rxjs", BUNDLE,
         "Copyright (c) 2015-2018 Google, Inc., Netflix, Inc., Microsoft Corp. and contributors"),
    Work("tslib", "0BSD", "https://github.com/microsoft/tslib", BUNDLE,
         "Copyright (c) Microsoft Corporation"),
    Work("clipboard.js", "MIT", "https://github.com/zenorocha/clipboard.js", BUNDLE,
         "Copyright (c) Zeno Rocha"),
    Work("escape-html", "MIT", "https://github.com/component/escape-html", BUNDLE,
         "Copyright (c) 2012-2015 TJ Holowaychuk, Andreas Lubbe, Tiancheng Gu"),
    Work("focus-visible", "W3C-20150513", "https://github.com/WICG/focus-visible", BUNDLE,
         "Copyright (c) the Web Incubator Community Group"),
    Work("Lunr", "MIT", "https://github.com/olivernn/lunr.js", WORKER,
         "Copyright (c) 2013 Oliver Nightingale"),
    Work("material-design-color", "MIT", "https://github.com/zavoloklom/material-design-color-palette",
         ("assets/stylesheets/main.*.css",), "Copyright (c) Sergey Kupletsky"),
    Work("Mermaid", "MIT", "https://github.com/mermaid-js/mermaid",
         ("assets/vendor/mermaid.min.js",), "Copyright (c) 2014 - 2022 Knut Sveidqvist"),
    Work("Noto Sans CJK KR", "OFL-1.1", "https://github.com/notofonts/noto-cjk",
         ("assets/fonts/*.woff2",), "Copyright 2014-2021 Adobe, with Reserved Font Name 'Source'"),
)  # fmt: skip

OURS = (
    "*.html", "assets/cards/*.png", "assets/device/kernel.wasm", "assets/profiles/*",
    "assets/site.css", "assets/vendor/LICENSES.txt", "code/snippets/*.py", "data/*.json",
    "data/*.csv", "data/*.mjs", "data/history/*.jsonl", "data/*.zip", "data/*/*.json",
    "labs/*", "feed.xml", "robots.txt", "sitemap.xml", "sitemap.xml.gz", "en/sitemap.xml",
    "search/search_index.json", "en/search/search_index.json",
)  # fmt: skip
"""What the build makes; the rest of ours stands under the same name in ``docs/``."""


def leave_out(site: Path) -> None:
    """Take out of the site what others made and no page asks for."""
    shutil.rmtree(site / LEFT_OUT, ignore_errors=True)


def check(site: Path, docs: Path) -> Iterator[GuideError]:
    """Files of the finished site of which nobody has said whose they are."""
    known = (*OURS, *(pattern for work in WORKS for pattern in work.files))
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_dir() or (docs / name).is_file():
            continue
        if not any(fnmatchcase(name, pattern) for pattern in known):
            yield GuideError(
                f"site/{name}",
                1,
                "licence-unknown",
                "누가 만든 파일인지, 어떤 라이선스인지 적혀 있지 않습니다",
                "hooks/licences.py의 WORKS와 docs/appendix/licences.md에 적으세요",
            )


def notices() -> dict[str, str]:
    """Heading → text, of what comes with the theme."""
    said = {f"{work.name} ({work.licence}), {work.home}": f"{work.notice}\n" for work in WORKS[:-2]}
    texts = {
        "MIT": _text("mkdocs-material", "LICENSE"),
        "Apache-2.0": _text("packaging", "LICENSE.APACHE"),
    }
    return said | {f"The text of {name}": text for name, text in texts.items()}


def _text(package: str, name: str) -> str:
    text = importlib.metadata.distribution(package).read_text(f"licenses/{name}")
    if text is None:
        raise FileNotFoundError(f"{package}: {name}")
    return text
