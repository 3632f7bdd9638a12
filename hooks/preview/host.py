"""Drives builds of MkDocs, whole or of one page; with `session`, all of the preview that knows it.

MkDocs' own ``--dirty`` skips the events of pages that have not changed, so that nothing is checked,
and calls ``on_post_build`` for a site in which those pages are missing. Here a whole build is made
once; a saved page is rendered again with the same configuration, events and templates.
"""

from __future__ import annotations

import gc
import logging
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.commands import build as mkdocs_build
from mkdocs.exceptions import MkDocsException
from mkdocs.utils.meta import get_data

from .. import proof, publish, scripts, sheets, trouble, unused_css
from .edit import Reach, edit
from .heard import Heard, listening
from .session import Session, hook, render, started

if TYPE_CHECKING:
    from ..build import Build

log = logging.getLogger("mkdocs.hooks.preview")


class Host:
    """Builds with MkDocs into folders of its own."""

    def __init__(self, root: Path, address: str) -> None:
        self._root = root
        self._address = address
        self._folder = Path(tempfile.mkdtemp(prefix="guide-preview-")).resolve()
        self._count = 0
        self.session: Session | None = None
        """The last whole build that wrote every page."""
        self.build: Build | None = None
        """The last one that was begun, whatever became of it."""

    def close(self) -> None:
        """Leave nothing behind."""
        gc.unfreeze()  # else Mermaid's engine names at the end all that was not taken apart
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def pages(self) -> frozenset[str]:
        """The Markdown of the pages that can be rendered alone."""
        build = self.session.build if self.session else None
        return frozenset(build.sources) - frozenset(build.shelf.labs) if build else frozenset()

    def whole(self) -> Heard:
        """Build everything; the site of a build that fails takes nobody's place."""
        with listening() as heard, self._failing(heard):
            self._count += 1
            session = started(self._root, self._folder / str(self._count), self._address)
            try:
                mkdocs_build.build(session.config, serve_url=self._address)
            finally:
                self.build = session.build = hook(session.config).state["build"]
                if session.complete:
                    self._finish(session)
        return heard

    def page(self, name: str, writing: AbstractContextManager[Any]) -> tuple[Heard, Reach]:
        """Check one page, and render it if nothing is wrong.

        Args:
            name: Of its Markdown, below ``docs``.
            writing: Held while the page is written.
        """
        session, reach = self.session, Reach()
        assert session is not None
        assert session.build is not None
        with listening() as heard, self._failing(heard):
            body, offset = _read(self._root / "docs" / name)
            problems, reach = edit(session.build, name, body, offset)
            if not problems and not reach.taken:
                reach = reach.joined(title=render(session, name, writing))
            for one in session.build.problems:  # also what only the rendered page has shown
                log.error(str(one))
        return heard, reach

    def again(self, name: str, writing: AbstractContextManager[Any]) -> Heard:
        """Render a page whose Markdown is what it was, because another one changed."""
        assert self.session is not None
        with listening() as heard, self._failing(heard):
            render(self.session, name, writing)
        return heard

    def assets(self, writing: AbstractContextManager[Any]) -> Heard:
        """Put the site's own style sheet and scripts in place anew."""
        session = self.session
        assert session is not None
        docs = self._root / "docs"
        with listening() as heard, self._failing(heard), writing:
            made = {sheets.SITE_PATH: sheets.joined(docs, session.sheets), **scripts.files(docs)}
            for path, content in made.items():
                assert isinstance(content, str)
                target = session.site / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(content, encoding="utf-8")
        return heard

    def prove(self, name: str) -> tuple[list[str], list[str]]:
        """What the finished page lacks, and links on any page that lead nowhere by now."""
        session = self.session
        assert session is not None
        assert session.build is not None
        self.read()
        path = session.build.written[name]
        session.proofs[path] = proof.read_page(session.site / path)
        lacks = proof.count(session.build.sources[name], session.proofs[path])
        dead = proof.dead_links(session.site, session.proofs)
        return [str(one) for one in lacks], [str(one) for one in dead]

    def read(self) -> None:
        """Read the finished pages back, unless that was done: takes a second, of nobody's time."""
        if self.session is not None and not self.session.proofs:
            self.session.proofs = proof.read(self.session.site)

    def index(self) -> None:
        """Make the search anew from the pages as they are now."""
        session = self.session
        if session is not None and session.build is not None:
            publish.add_search(session.site, session.build)

    def address(self, name: str) -> str:
        """Of a page, as a browser shows it."""
        assert self.session is not None
        assert self.session.files is not None
        file = self.session.files.get_file_from_path(name)
        assert file is not None
        return f"/{file.url}".removesuffix("./")

    def _finish(self, session: Session) -> None:
        """Put it in the place of the one before."""
        assert session.files is not None
        for file in session.files:  # a page may come to use what no page used
            if Path(file.dest_uri).match(unused_css.FILES):
                file.copy_file()
        old, self.session = self.session, session
        if old is not None:
            shutil.rmtree(old.site, ignore_errors=True)
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # what stays for long is not looked through at every edit

    @contextmanager
    def _failing(self, heard: Heard) -> Iterator[None]:
        """What MkDocs ends with becomes something that was heard."""
        try:
            yield
        except MkDocsException as error:
            if heard.fine:
                log.error(str(error))  # noqa: TRY400  where it is to be mended stands in it
        except Exception as error:
            log.error(trouble.place(error, self._root))  # noqa: TRY400  likewise
            log.debug("", exc_info=error)


def _read(file: Path) -> tuple[str, int]:
    """A page's body as ``guide.on_files`` reads it, and the lines before it."""
    text = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    body, _ = get_data(text)
    return body, text.count("\n") - body.count("\n")
