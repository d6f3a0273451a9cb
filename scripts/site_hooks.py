"""What MkDocs cannot know: the pages outside of docs/, and what their links mean.

Every page is read on the code host as well, so a link is a path in the repository. Here a link to a page of the site
becomes one within the site, and one to a file of the source becomes its text. What is neither stays, and fails the
build.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from posixpath import dirname, normpath, relpath
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))
import site_rules  # MkDocs runs this file by its path

from pytest_promptfmt.report.statements import statements

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
WHY = ROOT / "build" / "why"
OUTSIDE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "benchmarks.md",
    "bridges/js/README.md": "bridge-js.md",
    "bridges/go/README.md": "bridge-go.md",
}
"""Pages outside of docs/, by their path in the repository, and what they are called on the site."""

_ID = re.compile(r"(?<!\[)`([a-z][a-z0-9-]*\.[a-z0-9-]+)`(?!\])")
_FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_MADE = re.compile(r"^Made by [^;\n]*; do not edit\.\s*", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The decisions stand in the navigation in their order, without being listed."""
    records = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("0*.md"))
    for section in config.nav or ():
        if "Decisions" in section:
            section["Decisions"] += [f"decisions/{name}" for name in records]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    from mkdocs.structure.files import File

    for path, name in OUTSIDE.items():
        files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
    for name, content in site_rules.pages():
        files.append(File.generated(config, name, content=content))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """The page that judges in a browser, where scripts/make_why_page.py has made it."""
    if WHY.is_dir():
        shutil.copytree(WHY, Path(config.site_dir) / "why" / "page", dirs_exist_ok=True)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if page.file.src_uri == "why.md" and WHY.is_dir():
        markdown = markdown.replace("`why/page/` of the site", '<a href="page/">`why/page/` of the site</a>')
    return with_rules(within_the_site(for_readers(markdown), page.file.src_uri), page.file.src_uri)


def for_readers(markdown: str) -> str:
    """The text without the note to whoever would edit a page that a script makes."""
    return _MADE.sub("", markdown, count=1)


def with_rules(markdown: str, name: str) -> str:
    """The text of a page on which the id of each rule and finding leads to the page on it."""

    def link(match: re.Match[str]) -> str:
        known = match[1] in statements() and name != site_rules.path(match[1])
        return f"[{match[0]}]({relpath(site_rules.path(match[1]), dirname(name) or '.')})" if known else match[0]

    pieces = _FENCE.split(markdown)
    return "".join(piece if piece.startswith("```") else _ID.sub(link, piece) for piece in pieces)


def within_the_site(markdown: str, name: str) -> str:
    """The text of the page `name` of the site, with its links."""
    here = next((path for path, other in OUTSIDE.items() if other == name), f"docs/{name}")

    def link(match: re.Match[str]) -> str:
        label, target, anchor = match[1], match[2], match[3] or ""
        path = normpath(f"{dirname(here)}/{target}") if dirname(here) else normpath(target)
        if "://" in target or not (ROOT / path).exists():
            return match[0]
        if not path.endswith(".md") and not (path.startswith("docs/") and (ROOT / path).is_file()):
            return label
        return f"[{label}]({relpath(OUTSIDE.get(path, path.removeprefix('docs/')), dirname(name) or '.')}{anchor})"

    pieces = _FENCE.split(markdown)
    return "".join(piece if piece.startswith("```") else _LINK.sub(link, piece) for piece in pieces)
