"""The page of the past: a chart and a table a figure, and the same news as in the feed."""

from __future__ import annotations

import re
from datetime import datetime
from xml.etree import ElementTree

from hooks.history import feed, page
from hooks.history.load import load
from hooks.history.past import Past, shown
from snippets.evidence.catalogue import listings
from snippets.evidence.profile import profiles
from snippets.evidence.record import Record
from tests.conftest import ROOT

from .takings import LISTING, taken
from .test_change import entries

ATOM = f"{{{feed.NAMESPACE}}}"


def past(*records: Record) -> tuple[Past, ...]:
    found = entries(*records)
    return (Past(LISTING, found, len(found)),)


FOUR = past(
    taken(1, hour=1, a="1"), taken(1.1, hour=2, a="1"), taken(5, hour=3, a="2"), taken(None, hour=4)
)


def test_a_figure_is_one_small_picture_with_its_newest_value() -> None:
    html = page.figures(FOUR)
    (figure,) = re.findall(r'<figure id="ch01\.time">.*?</figure>', html)
    assert figure == (
        '<figure id="ch01.time"><figcaption>걸린 시간 <code>ch01.time</code> '
        "<b>판정불가</b>, 그 앞에는 5.2 ms [5.0–5.5]</figcaption>"
        '<svg viewBox="0 0 240 60" aria-hidden="true">'
        '<text x="38" y="12">5.5</text><text x="38" y="55">1.0</text>'
        '<path class="i" d="M46 52V47M108 51V46M170 13V8"/>'
        '<path class="s" d="M46 50L108 49"/><path class="d" d="M108 49L170 10"/>'
        '<path class="p" d="M46 50h0M108 49h0"/><path class="m" d="M170 10h0"/>'
        '<path class="w" d="M229 53l6 6m0-6l-6 6"/></svg></figure>'
    )


def test_the_table_holds_what_the_picture_shows() -> None:
    html = page.figures(FOUR)
    cells = re.findall(r"<td>(.*?)</td>", html)
    assert cells == [
        "1.2 ms<br>[1.0–1.5]",
        "1.4 ms<br>[1.1–1.6]",
        "<b>5.2 ms<br>[5.0–5.5]</b>",
        "판정불가",
    ]
    assert re.findall(r'<th scope="row">(.*?)</th>', html) == ['<a href="#ch01.time">걸린 시간</a>']


def test_an_exact_value_that_never_moved_needs_no_picture() -> None:
    html = page.figures(FOUR)
    assert '<p class="past-still">잴 때마다 같았던 값: 개수 3개</p>' in html
    assert list(shown(FOUR)) == ["ch01.time"]


def test_what_was_taken_once_has_no_past() -> None:
    once = past(taken(1))
    assert page.figures(once) == "<p>아직 두 번 잰 실험이 없습니다.</p>"
    assert page.changes(once) == "<p>아직 달라진 수치가 없습니다.</p>"
    assert list(shown(once)) == []


def test_the_takings_say_what_changed_between_them() -> None:
    rows = re.findall(r"<li>(2026.*?)</li>", page.figures(FOUR))
    assert rows == [
        "2026-11-30 01:00 <code>c0</code>",
        "2026-11-30 02:00 <code>c1</code> 바뀐 것 없음",
        "2026-11-30 03:00 <code>c2</code> 코드: a.py",
        "2026-11-30 04:00 <code>c3</code> 코드: a.py",
    ]


def test_the_feed_is_atom_with_whole_addresses() -> None:
    root = ElementTree.fromstring(feed.feed(FOUR, "https://example.org/guide/", "안내서"))
    page_address = "https://example.org/guide/appendix/history/"
    assert root.findtext(f"{ATOM}id") == "https://example.org/guide/feed.xml"
    links = [link.get("href", "") for link in root.iter(f"{ATOM}link")]
    assert all(link.startswith("https://example.org/guide/") for link in links)
    entries_ = root.findall(f"{ATOM}entry")
    assert [one.findtext(f"{ATOM}id") for one in entries_] == [
        f"{page_address}#round-c3",
        f"{page_address}#round-c2",
    ]
    for holder in (root, *entries_):
        for tag in ("id", "title", "updated"):
            assert len(holder.findall(f"{ATOM}{tag}")) == 1
        datetime.fromisoformat(holder.findtext(f"{ATOM}updated", ""))
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    assert entries_[1].findtext(f"{ATOM}content") == (
        "<h2>작은 실험 (ch01)</h2><p>코드: a.py</p><ul>"
        "<li>지지 → 반박: 3 ms를 넘지 않는다.</li>"
        "<li>걸린 시간 (ch01.time): 1.4 ms [1.1–1.6] → 5.2 ms [5.0–5.5]</li></ul>"
    )


def test_the_feed_leads_only_to_what_the_page_has() -> None:
    pasts = load(ROOT, profiles(ROOT)[0].name, listings(ROOT))
    html = page.changes(pasts)
    root = ElementTree.fromstring(feed.feed(pasts, "https://example.org", "안내서"))
    for entry in root.findall(f"{ATOM}entry"):
        anchor = entry.findtext(f"{ATOM}id", "").partition("#")[2]
        assert f'id="{anchor}"' in html


def test_the_page_stays_light() -> None:
    pasts = load(ROOT, profiles(ROOT)[0].name, listings(ROOT))
    drawn = tuple(past.drawn for past in pasts)
    html = page.changes(pasts) + page.key(pasts) + page.figures(drawn)
    assert len(pasts) > 20
    assert len(html.encode()) < 270_000  # and the frame of every page is 30 kB


def test_the_page_that_holds_them_is_there() -> None:
    text = (ROOT / "docs" / page.SOURCE).read_text(encoding="utf-8")
    assert re.findall(r"```history\n(\w+)\n", text) == ["changes", "key", "figures"]
