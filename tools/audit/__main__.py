"""``python -m tools.audit``: build where needed, serve, judge, and print a table.

What does not hang on how busy this machine is makes the command fail; speed is only told.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from snippets.evidence.problem import GuideError

from .. import chromium, node
from ..site import NotBuilt, build
from . import lighthouse, table, weight
from .server import serving

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"표지": "", "05장": "05-bottlenecks/", "사실표": "appendix/facts/"}


def main(arguments: list[str] | None = None) -> int:
    """0 when every firm figure is met."""
    asked = _asked(arguments)
    try:
        new = node.install(lighthouse.HERE)
        print("Lighthouse:", "설치했습니다" if new else "있는 것을 씁니다", flush=True)
        browser, _ = chromium.ensure()
        folder = _site(asked.site)
        with serving(folder) as address:
            addresses = {name: address + path for name, path in PAGES.items()}
            weights = weight.first_view(list(addresses.values()), browser)
            rows = []
            for name, one in addresses.items():
                runs = []
                for turn in range(asked.runs):
                    print(f"{name} {turn + 1}/{asked.runs}", file=sys.stderr, flush=True)
                    runs.append(lighthouse.run(one, browser))
                rows.append(table.Row(name, lighthouse.middle(runs), weights[one]))
    except NotBuilt as error:
        print(error, file=sys.stderr)
        return 1
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    text, missed = table.judge(rows, weight.size(folder))
    print(text)
    return 1 if missed else 0


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.audit", description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="a finished site")
    parser.add_argument("--runs", type=int, default=5, help="runs of Lighthouse a page")
    return parser.parse_args(arguments)


def _site(asked: Path) -> Path:
    """The finished site; built from committed records where there is none."""
    if (asked / "index.html").is_file():
        print(f"사이트: {os.path.relpath(asked)}", flush=True)
        return asked
    print("사이트가 없어 실린 기록으로 만듭니다", flush=True)
    folder = ROOT / ".cache/audit-site"
    build(folder, "http://127.0.0.1:8000/")
    return folder


if __name__ == "__main__":
    sys.exit(main())
