"""Links the terms of a page: each where it first stands in running text.

A Markdown tree processor, as the inline figures are: it works on the page's tree and never on
HTML. What a fence rendered is out of the tree by then; what is no running text is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from .lexicon import Lexicon
from .term import Term

PAGE = "/appendix/glossary.md"
"""The page that lists every term; MkDocs makes the link relative."""

TAGS = frozenset(
    (
        *("a", "button", "code", "dt", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "kbd"),
        *("mark", "math", "pre", "samp", "script", "style", "summary", "svg", "th", "textarea"),
    )
)
"""Elements that are links, headings, code or figures."""
CLASSES = frozenset(
    ("admonition-title", "badge", "built", "example", "fact", "figure", "figures-used", "hero")
)
PLACEHOLDER = re.compile(r"(\x02wzxhzdk:\d+\x03)")
"""What stands in a text for raw HTML."""
RAW = re.compile(rf"<(/?)(?:{'|'.join(sorted(TAGS))})\b[^>]*>")


class TermLinks(Extension):
    """Links terms on the pages that ``wanted`` says yes to."""

    def __init__(self, terms: Mapping[str, Term], wanted: Callable[[], bool]) -> None:
        super().__init__()
        self._terms = terms
        self._lexicon = Lexicon(terms.values())
        self._wanted = wanted

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  the library's name
        """Called for every page with a Markdown instance of its own."""
        if self._terms and self._wanted():
            # After attr_list (8), which names the classes; before MkDocs resolves links (0).
            made = _Linker(md, self._terms, self._lexicon)
            md.treeprocessors.register(made, "guide-terms", 7)


class _Linker(Treeprocessor):
    def __init__(self, md: Markdown, terms: Mapping[str, Term], lexicon: Lexicon) -> None:
        super().__init__(md)
        self._terms = terms
        self._lexicon = lexicon
        self._seen: set[str] = set()
        self._raw = 0

    def run(self, root: Element) -> None:
        """Called when every sentence of the page has been read."""
        self._element(root)

    def _element(self, element: Element) -> None:
        if element.tag in TAGS or CLASSES & {*element.get("class", "").split()}:
            return
        children = list(element)
        lead, links = self._text(element.text)
        element.text = lead
        element[:] = links
        for child in children:
            self._element(child)
            tail, links = self._text(child.tail)
            child.tail = tail
            element.extend([child, *links])

    def _text(self, text: str | None) -> tuple[str | None, list[Element]]:
        """A text as the words before its first link, and its links with the words after each."""
        if not text or isinstance(text, AtomicString):
            return text, []
        lead = ""
        links: list[Element] = []
        for piece, term in self._pieces(text):
            if term:
                links.append(self._link(piece, self._terms[term]))
            elif links:
                links[-1].tail = (links[-1].tail or "") + piece
            else:
                lead += piece
        return (lead, links) if links else (text, [])

    def _pieces(self, text: str) -> list[tuple[str, str]]:
        pieces: list[tuple[str, str]] = []
        for part in PLACEHOLDER.split(text):
            if PLACEHOLDER.fullmatch(part):
                self._raw += self._opened(int(part.strip("\x02\x03").partition(":")[2]))
                pieces.append((part, ""))
            elif self._raw:
                pieces.append((part, ""))  # within a link or a code sample in raw HTML
            else:
                found = self._lexicon.segments(part, self._seen)
                pieces += [(one.text, one.term) for one in found]
        return pieces

    def _opened(self, number: int) -> int:
        """How many links and samples the raw HTML opens and does not close."""
        html = self.md.htmlStash.rawHtmlBlocks[number]
        tags = RAW.findall(html) if isinstance(html, str) and len(html) < 500 else []
        return sum(-1 if closing else 1 for closing in tags)

    def _link(self, words: str, term: Term) -> Element:
        link = Element("a", {"class": "term", "href": f"{PAGE}#{term.anchor}"})
        link.set("title", f"{term.term}: {term.meaning}")
        link.text = AtomicString(words)
        return link
