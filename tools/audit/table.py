"""The figures that the site promises, and whether they are met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .lighthouse import Found

SITE_LIMIT = 25_000_000
VIEW_LIMIT = 300_000
CLS_LIMIT = 0.05
FAST = 95
FULL = 100
NAMES = {
    "performance": "성능",
    "accessibility": "접근성",
    "best-practices": "모범 사례",
    "seo": "SEO",
}


@dataclass(frozen=True)
class Row:
    """One page: what Lighthouse said, and how much its first view transfers."""

    name: str
    found: Found
    view_bytes: int


def judge(rows: list[Row], site_bytes: int) -> tuple[str, bool]:
    """The table as Markdown with what was missed below it, and whether a firm figure was."""
    firm = [*(line for row in rows for line in _firm(row)), *_site(site_bytes)]
    soft = [line for row in rows for line in _soft(row)]
    head = ["쪽", *NAMES.values(), "CLS", "LCP", "TBT", "첫 화면"]
    lines = [
        f"| {' | '.join(head)} |",
        "|---" * len(head) + "|",
        *(f"| {' | '.join(_cells(row))} |" for row in rows),
        "",
        f"사이트 전체 {site_bytes / 1e6:.1f} MB (한도 {SITE_LIMIT / 1e6:.0f} MB)",
        *(f"✗ {line}" for line in firm),
        *(f"· {line} (기계가 바쁘면 낮아지므로 실패로 치지 않습니다)" for line in soft),
        "" if firm else "지켜야 할 수치를 모두 지켰습니다",
    ]
    return "\n".join(lines).rstrip(), bool(firm)


def _cells(row: Row) -> list[str]:
    figures = row.found.figures
    return [
        row.name,
        *(f"{row.found.scores[name]:.0f}" for name in NAMES),
        f"{figures['cls']:.3f}",
        f"{figures['lcp_ms'] / 1000:.2f} s",
        f"{figures['tbt_ms']:.0f} ms",
        f"{row.view_bytes / 1000:.0f} kB",
    ]


def _firm(row: Row) -> Iterator[str]:
    for name in ("accessibility", "best-practices", "seo"):
        if row.found.scores[name] < FULL:
            why = ", ".join(row.found.failed) or "까닭 모름"
            yield f"{row.name}: {NAMES[name]} {row.found.scores[name]:.0f} < {FULL} — {why}"
    if row.found.figures["cls"] >= CLS_LIMIT:
        yield f"{row.name}: CLS {row.found.figures['cls']:.3f} ≥ {CLS_LIMIT}"
    if row.view_bytes > VIEW_LIMIT:
        yield f"{row.name}: 첫 화면 {row.view_bytes / 1000:.0f} kB > {VIEW_LIMIT / 1000:.0f} kB"


def _soft(row: Row) -> Iterator[str]:
    if row.found.scores["performance"] < FAST:
        yield f"{row.name}: 성능 {row.found.scores['performance']:.0f} < {FAST}"


def _site(site_bytes: int) -> Iterator[str]:
    if site_bytes > SITE_LIMIT:
        yield f"사이트 {site_bytes / 1e6:.1f} MB > {SITE_LIMIT / 1e6:.0f} MB"
