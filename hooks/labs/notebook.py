"""A lab as a notebook: what a reader downloads, and what is run; it has no outputs."""

from __future__ import annotations

import json
import posixpath
import re
from typing import Any

from .cells import Cell, Lab

LINK = re.compile(r"\[([^\]]+)\]\(([^)#\s]+)\.(md|py)(#[^)\s]*)?\)")
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(lab: Lab, site_url: str = "") -> str:
    """The JSON of the notebook; the same lab gives the same bytes.

    Args:
        lab: What to write.
        site_url: Where links to chapters lead; without it only their words are left.
    """
    cells = [_cell(number, cell, site_url) for number, cell in enumerate(lab.cells, 1)]
    made = {"nbformat": 4, "nbformat_minor": 5, "metadata": METADATA, "cells": cells}
    return json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cell(number: int, cell: Cell, site_url: str) -> dict[str, Any]:
    made: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}}
    if cell.markdown:
        text = LINK.sub(lambda link: _link(link, site_url), cell.source)
        return made | {"cell_type": "markdown", "source": text}
    return made | {
        "cell_type": "code",
        "source": cell.source,
        "execution_count": None,
        "outputs": [],
    }


def _link(link: re.Match[str], site_url: str) -> str:
    """Another lab lies beside this one; a chapter is on the site."""
    words, target, kind, anchor = link.groups("")
    if kind == "py":
        return f"[{words}]({target}.ipynb)"
    if not site_url:
        return words
    page = posixpath.normpath(posixpath.join("labs", target)).removesuffix("index")
    return f"[{words}]({site_url.rstrip('/')}/{page.rstrip('/')}/{anchor})"
