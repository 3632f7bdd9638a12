"""The modules of the in-page measurement, run without a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import quickjs

FOLDER = Path(__file__).resolve().parents[2] / "docs/assets/device"
PURE = ("stats", "words", "rounds", "verdict", "engine")
"""Without a page and without a worker; each stands after what it imports."""


def run(body: str, *modules: str) -> Any:
    """What a function body returns, over all that the pure modules define.

    QuickJS here has no loader: imports are taken out, and the modules share one scope.
    """
    text = "\n".join((FOLDER / f"{one}.mjs").read_text("utf-8") for one in modules or PURE)
    text = re.sub(r"^import .*$", "", text, flags=re.MULTILINE).replace("export ", "")
    context = quickjs.Context()
    context.eval(f"{text}\nglobalThis.found = JSON.stringify((() => {{ {body} }})());")
    return json.loads(str(context.get("found")))
