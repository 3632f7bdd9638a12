"""The MkDocs events, and nothing else: every decision is made in a module without MkDocs.

Order of a build: configuration → files (read pages, take records, check, all before a page is
written) → pages → finished site (counted, then put in place).
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

# MkDocs loads this file by its path; the packages beside it are found from the project's root.
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mkdocs.exceptions import Abort, PluginError  # noqa: E402
from mkdocs.plugins import event_priority  # noqa: E402
from mkdocs.structure.files import File, Files, InclusionLevel  # noqa: E402
from mkdocs.utils.meta import get_data  # noqa: E402

from hooks import archive, english, mend, publish, renderers, sheets, staging, theme, trouble  # noqa: E402
from hooks.build import Build  # noqa: E402
from hooks.diagrams import mermaid  # noqa: E402
from hooks.english import nav as english_nav  # noqa: E402
from hooks.english import place  # noqa: E402
from hooks.lint import active  # noqa: E402
from hooks.port import check_free  # noqa: E402
from hooks.search.index import Page as Searched  # noqa: E402
from snippets.evidence.problem import GuideError  # noqa: E402

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.hooks.guide")
state: dict[str, Any] = {"command": "build", "build": None, "sheet": "", "serving": False}


def on_startup(command: str, dirty: bool) -> None:  # noqa: ARG001
    """Remember whether this is a build or a preview."""
    state["command"] = command


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make what belongs to this one build, and let it render."""
    try:
        if state["command"] == "serve" and not state["serving"]:
            check_free(*config.dev_addr)
            state["serving"] = True
        build = Build.start(ROOT, os.environ.get("MEASURE", "auto"), log.info)
        sheet = sheets.joined(Path(config.docs_dir), config.extra_css)
    except GuideError as error:
        raise PluginError(str(error)) from None
    state.update(build=build, sheet=sheet)
    config.extra_css = [sheets.SITE_PATH] if sheet else []
    config.markdown_extensions += renderers.extensions(build)  # type: ignore[arg-type]
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {})
    arguments = config.plugins["mermaid2"].config["arguments"]
    fences.setdefault("custom_fences", []).extend(
        renderers.fences(build, arguments, config.extra.get("issues") or "")
    )
    mend.silence(config.plugins.events["post_page"], config.plugins["mermaid2"])
    if state["command"] == "build":
        build.site = Path(config.site_dir)
        config.site_dir = str(staging.staging_for(build.site, build.cache))
    return config


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001
    """Look for no rings of dead objects while pages are made: a tenth of a build's time."""
    gc.disable()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Read every page, take its records, check its diagrams; stop before anything is written."""
    build: Build = state["build"]
    bodies = {}
    for file in files.documentation_pages():
        text = file.content_string.replace("\r\n", "\n").removeprefix("\ufeff")
        if file.src_uri.endswith(".py"):  # mkdocs-jupyter made it a page
            build.add_lab(file.src_uri, text)
            continue
        if english.is_english(file.src_uri):
            file.inclusion = InclusionLevel.NOT_IN_NAV  # it has one of its own
        body, _ = get_data(text)
        bodies[file.src_uri] = body, text.count("\n") - body.count("\n")
        build.problems += active.check(f"docs/{file.src_uri}", text.removesuffix(body))
    build.add_pages(bodies)
    build.take()
    _stop_for(build.problems)
    labs = build.shelf.files(build.root, config.site_url or "")
    made = {sheets.SITE_PATH: state["sheet"], **publish.files(build), **labs}
    made |= publish.news(build, config.site_url or "", config.site_name)
    for path, content in made.items():
        if written := files.get_file_from_path(path):
            files.remove(written)
        files.append(_generated(config, path, content))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG001
    """Give the English pages a list of their own."""
    state["english"] = english_nav.english(nav, files)
    return nav


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG001
    """Compile a template of the theme once, and not for every build."""
    env.bytecode_cache = theme.compiled(state["build"].cache)
    return env


@event_priority(-100)  # after mkdocs-jupyter, which puts a renderer of its own into the page
def on_pre_page(page: Page, config: MkDocsConfig, files: Files) -> Page:  # noqa: ARG001
    """Let the site's own Markdown make the page of a lab (see ``hooks.labs.page``)."""
    if page.file.src_uri in state["build"].shelf.labs:
        vars(page).pop("render", None)
    return page


def on_page_read_source(page: Page, config: MkDocsConfig) -> str | None:  # noqa: ARG001
    """The Markdown of a lab: its cells, and what they put out."""
    found: str | None = state["build"].shelf.markdown(page.file.src_uri)
    return found


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Say which page is rendered next; a page that gathers others is put together already."""
    build: Build = state["build"]
    build.page = page.file.src_uri
    page.meta["search"] = {"exclude": True}  # the theme's reader has nothing to do: see below
    return build.expanded.get(build.page, markdown)


@event_priority(-100)  # after every plugin that still changes what a page says
def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG001
    """Keep what the search is made from; the theme takes our marks out of the page."""
    source = page.file.content_string
    state["build"].problems += active.rendered(f"docs/{page.file.src_uri}", html, source)
    state["build"].searched.append(Searched(page.url, str(page.title), html))


def on_page_context(
    context: dict[str, Any],
    page: Page,
    config: MkDocsConfig,
    nav: Navigation,  # noqa: ARG001
) -> dict[str, Any]:
    """Let the theme speak the page's language, and offer the other one where there is a page."""
    build: Build = state["build"]
    is_english = english.is_english(page.file.src_uri)
    config.theme["language"] = "en" if is_english else "ko"
    config.extra["alternate"] = place.switch(page.url, build.addresses) or None
    return context | {"nav": state["english"]} if is_english else context


@event_priority(-100)  # after every plugin that still writes into the page
def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Mend what only the whole page shows."""
    build: Build = state["build"]
    build.written[page.file.src_uri] = page.file.dest_uri
    translated = english.twin(page.url) in build.addresses
    output = place.mend(output, page.url, config.site_url or "", translated)
    return mend.page(build, output, page.file.dest_uri)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Mend what is made from no Markdown: the page 404, and the list of pages."""
    output = mend.template(output_content)
    if template_name == "sitemap.xml":
        state["build"].sitemap = place.sitemap(output, True, config.site_url or "")
        return place.sitemap(output, False, config.site_url or "")
    return output


@event_priority(-100)  # after every plugin that still writes into the site
def on_post_build(config: MkDocsConfig) -> None:
    """Prove the finished site and put it in its place, whole or not at all."""
    build: Build = state["build"]
    folder = Path(config.site_dir)
    preview = state["command"] == "serve"
    publish.add_search(folder, build)
    publish.complete(folder, ROOT / ".cache", config.site_url or "", preview)
    with archive.packing(folder, preview):
        build.prove(folder)
    _stop_for(build.problems)
    log.info(build.summary)
    if build.shelf.labs:
        log.info(build.shelf.summary)
    if build.site is not None:
        staging.put_in_place(folder, build.site, build.cache)
        config.site_dir = str(build.site)
        _leave()
    gc.enable()


def on_build_error(error: Exception) -> None:
    """Leave nothing of a failed build behind, and say what the machine refused."""
    gc.enable()
    build: Build | None = state["build"]
    if build is not None and build.site is not None:
        with contextlib.suppress(OSError):  # what stopped the build may stop this too
            shutil.rmtree(staging.staging_for(build.site, build.cache), ignore_errors=True)
    if problem := trouble.told(error, ROOT):
        log.error(str(problem))
        raise Abort("고칠 곳 1군데 (위 목록)")


def _leave() -> None:
    """Let the process end without looking through all that the build made: 0.4 s.

    Not where Mermaid's engine ran, which says on standard error what of it was not taken apart.
    """
    if not mermaid.ran():
        gc.freeze()


def _stop_for(problems: list[GuideError]) -> None:
    """Name every problem, then stop; MkDocs ends with 1 whether ``--strict`` is set or not."""
    for problem in sorted(problems, key=lambda p: (p.path, p.line, p.code)):
        log.error(str(problem))
    if problems:
        raise PluginError(f"고칠 곳 {len(problems)}군데 (위 목록)")


def _generated(config: MkDocsConfig, path: str, content: str | bytes | Path) -> File:
    if isinstance(content, Path):
        return File.generated(config, path, abs_src_path=str(content))
    return File.generated(config, path, content=content)
