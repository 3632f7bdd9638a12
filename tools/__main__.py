"""``python -m tools``: find or install what the tests need beyond Python packages, and say so."""

from __future__ import annotations

import sys

from snippets.evidence.problem import GuideError

from . import chromium, node


def main() -> int:
    """One line for each thing; 1 when one cannot be had."""
    try:
        new = node.install()
        print("node_modules:", "설치했습니다" if new else "있는 것을 씁니다")
        browser, how = chromium.ensure()
        print(f"Chromium: {how} — {browser}")
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
