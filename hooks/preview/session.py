"""A build of MkDocs that is kept, so that one page of it can be rendered again."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config

from .. import head, proof
from ..charts import csv_file
from ..source import Source

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation

    from ..build import Build

HOOK = "hooks/guide.py"


@dataclass
class Session:
    """A whole build, kept so that pages of it can be rendered again.

    Attributes:
        site: The folder of the finished site.
        sheets: Style sheets as mkdocs.yml lists them.
        complete: Whether every page was written; what was wrong after that holds no page up.
        proofs: The finished pages as they were read back; read when first needed.
    """

    config: MkDocsConfig
    site: Path
    sheets: tuple[str, ...]
    build: Build | None = None
    files: Files | None = None
    nav: Navigation | None = None
    env: Any = None
    complete: bool = False
    alone: bool = False
    proofs: dict[str, proof.Page] = field(default_factory=dict)


def started(root: Path, site: Path, address: str) -> Session:
    """A build that is about to begin, in a folder of its own."""
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(site))
    config.plugins.on_startup(command="serve", dirty=False)
    hook(config).state["serving"] = True  # the port is taken already, by ourselves
    config.site_url = address
    session = Session(config, site, tuple(config.extra_css))
    events = config.plugins.events

    def keep(**given: Any) -> None:
        vars(session).update(given)

    events["nav"].append(lambda nav, config, files: keep(nav=nav, files=files))  # noqa: ARG005
    events["env"].append(lambda env, config, files: keep(env=env))  # noqa: ARG005
    events["post_build"].insert(0, lambda config: keep(complete=True))  # noqa: ARG005
    events["post_page"].append(lambda html, page, config: _headed(session, html, page))  # noqa: ARG005
    return session


def render(session: Session, name: str, writing: AbstractContextManager[Any]) -> bool:
    """Write a page; true when its title is a new one, which other pages show."""
    config, files, nav, build = session.config, session.files, session.nav, session.build
    assert files is not None
    assert nav is not None
    assert build is not None
    file = files.get_file_from_path(name)
    assert file is not None
    page = file.page
    assert page is not None
    title = str(page.title)
    order = [one.url for one in build.searched]
    build.searched = [one for one in build.searched if one.url != page.url]
    mkdocs_build._populate_page(page, config, files)
    build.searched.sort(key=lambda one: order.index(one.url))
    session.alone = True
    try:
        with writing:
            documents = files.documentation_pages()
            mkdocs_build._build_page(page, config, documents, nav, session.env)
    finally:
        session.alone = False
    _charted(session, build.sources[name])
    page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
    return str(page.title) != title


def _charted(session: Session, page: Source) -> None:
    """Put the data of a chart beside it, which no page has shown so far."""
    assert session.build is not None
    bodies = (fence.body for fence in page.fences_of("figure"))
    for path, content in csv_file.files(bodies, session.build.evidence).items():
        file = session.site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8", newline="")


def hook(config: MkDocsConfig) -> Any:
    """The module that holds our events, as MkDocs has loaded it."""
    return config.plugins[HOOK]


def _headed(session: Session, html: str, page: Any) -> str | None:
    """What ``finish`` does to each page, when one is rendered alone."""
    if not session.alone:
        return None
    address = f"{(session.config.site_url or '').rstrip('/')}/"
    return head.told(html, head.read(page.file.dest_uri, html), address)
