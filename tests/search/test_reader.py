"""A page as the search reads it."""

from __future__ import annotations

from hooks.search.reader import read

PAGE = """\
<h1 id="top">05. 병목<a class="headerlink" href="#top">&para;</a></h1>
<p>첫 <strong>문단</strong>.</p>
<h2 id="재기">직접 재기</h2>
<p>값은 <span class="figure" data-figure="ch05.a"><button><data value="1">12 ms</data>\
<span class="figure-spread"> [11, 13]</span><span class="badge badge-measured">측정</span></button>\
<span class="figure-card" data-search-exclude="" id="c"><span>카드</span></span></span>입니다.</p>
<figure class="diagram" data-replay='{"a": "<b>"}'><svg><text>그림</text></svg>\
<div class="mermaid" data-search-exclude><div>A --> B</div></div></figure>
<div class="claim" data-claim="ch05.flat"><p>주장</p></div>
<section><h3 id="안">안쪽 절</h3><p></p><p>안</p></section>
<p>다시 바깥</p>
<article id="fact-A05" data-search-title="A05 · &quot;값&quot;"><p>용량</p></article>
<pre><code>a
  b</code></pre>
"""


def test_sections() -> None:
    found = [(one.anchor, *one.title, *one.text, [*one.names]) for one in read(PAGE)]
    assert found == [
        ("", "05. 병목", "<p>첫 문단.</p>", []),
        (
            "재기",
            "직접 재기",
            "<p>값은 12 ms입니다.</p> <p>주장</p> <p>다시 바깥</p> <pre><code>a\n  b</code></pre>",
            ["ch05.a", "ch05.flat"],
        ),
        ("안", "안쪽 절", "<p>안</p>", []),
        ("fact-A05", 'A05 · "값"', "<p>용량</p>", []),
    ]
