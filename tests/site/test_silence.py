"""mermaid2 is there for its configuration, and reads no finished page."""

from __future__ import annotations

from bs4 import BeautifulSoup
from mermaid2.plugin import MarkdownMermaidPlugin
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from hooks import mend

PAGE = """<!doctype html>
<html lang="ko"><head><title>그림</title></head>
<body><p>앞<br>뒤</p>
<figure class="diagram"><div class="mermaid diagram-source"><pre><code>flowchart LR
A[큐] --&gt; B["&amp;"]</code></pre></div></figure>
</body></html>"""


def plugin() -> tuple[MarkdownMermaidPlugin, MkDocsConfig]:
    config = MkDocsConfig()
    config.load_dict({"site_name": "s", "extra_javascript": []})
    config.validate()
    made = MarkdownMermaidPlugin()
    made.load_config({"javascript": "https://example.org/diagram.mjs", "arguments": {"a": "b"}})
    made.on_config(config)
    made._javascript = "assets/diagram.mjs"
    return made, config


def test_only_that_plugin_is_taken_out() -> None:
    made, _ = plugin()
    other = print
    listeners = [made.on_post_page, other]
    mend.silence(listeners, made)
    mend.silence(listeners, made)
    assert listeners == [other]


def test_all_that_it_would_do_to_a_page_is_add_its_script() -> None:
    made, config = plugin()
    file = File("a.md", "docs", "site", use_directory_urls=True)
    page = Page("그림", file, config)
    written = BeautifulSoup(made.on_post_page(PAGE, config=config, page=page), "html.parser")
    (script,) = written.select("script")
    assert "mermaid.initialize" in script.text
    script.extract()
    assert str(written) == str(BeautifulSoup(PAGE, "html.parser"))
