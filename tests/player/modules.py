"""The player's modules without a page, run by the engine that the build has at hand."""

from __future__ import annotations

import json
import re
from typing import Any

import quickjs  # type: ignore[import-untyped]

from tests.conftest import ROOT

EXPORT = re.compile(r"^export (?=const|function)", re.MULTILINE)


class Module:
    """One module that imports nothing; QuickJS knows scripts, so its names become global."""

    def __init__(self, name: str) -> None:
        source = (ROOT / f"docs/assets/player/{name}.mjs").read_text(encoding="utf-8")
        self._context = quickjs.Context()
        self._context.eval(EXPORT.sub("", source))

    def __call__(self, expression: str, **given: Any) -> Any:
        """The value of an expression over some names, by way of JSON."""
        names = ", ".join(given)
        values = ", ".join(json.dumps(value) for value in given.values())
        answer = self._context.eval(f"JSON.stringify((({names}) => {expression})({values}))")
        return json.loads(answer)
