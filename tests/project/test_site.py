"""The pages as a site: each has its place, and a link means on the site what it means in the repository."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, normpath

import pytest
from site_hooks import OUTSIDE, for_readers, within_the_site

ROOT = Path(__file__).parents[2]


def test_every_page_stands_in_the_navigation() -> None:
    """Else: name it in mkdocs.yml, under `nav`. The decisions get there by themselves."""
    listed = re.findall(r"^ +- (?:\w+: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    decisions = {page for page in pages if page.startswith("decisions/0")}

    assert sorted(listed) == sorted({*pages - decisions, *OUTSIDE.values()})


def test_every_page_that_is_linked_is_on_the_site() -> None:
    """Else: name it in scripts/site_hooks.py, among `OUTSIDE`; `mkdocs build` fails on it as well, and later."""
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} | OUTSIDE.keys()
    linked = {
        normpath(f"{dirname(source)}/{target}" if dirname(source) else target)
        for source in sources
        for target in re.findall(r"\]\(([^)#\s:]+\.md)[)#]", (ROOT / source).read_text("utf-8"))
    }

    assert {page for page in linked if (ROOT / page).exists()} - sources == set()


@pytest.mark.parametrize(
    ("page", "written", "read"),
    [
        ("index.md", "[levels](docs/levels.md#profiles)", "[levels](levels.md#profiles)"),
        ("index.md", "[MIT](LICENSE)", "MIT"),
        ("levels.md", "[home](../README.md#levels)", "[home](index.md#levels)"),
        ("levels.md", "[the nouns](../pytest_promptfmt/conversation/__init__.py)", "the nouns"),
        ("matrix/README.md", "[a page](page.html)", "[a page](page.html)"),
        ("index.md", "![one](docs/pictures/failure.svg)", "![one](pictures/failure.svg)"),
        ("levels.md", "[rules](rules.md)", "[rules](rules.md)"),
        ("levels.md", "[that](#there)", "[that](#there)"),
        ("levels.md", "[elsewhere](https://example.org/a.md)", "[elsewhere](https://example.org/a.md)"),
        ("levels.md", "[gone](../nowhere.py)", "[gone](../nowhere.py)"),
        ("benchmarks.md", "[home](../README.md)", "[home](index.md)"),
        ("decisions/README.md", "[figures](../../benchmarks/README.md)", "[figures](../benchmarks.md)"),
        ("decisions/README.md", "[one](0001-list-form-of-system-text.md)", "[one](0001-list-form-of-system-text.md)"),
        ("levels.md", "```md\n[the nouns](../README.md)\n```", "```md\n[the nouns](../README.md)\n```"),
    ],
)
def test_a_link_leads_to_the_same_page(page: str, written: str, read: str) -> None:
    assert within_the_site(written, page) == read


@pytest.mark.parametrize("name", ["cases.md", "first-run.md", "matrix/README.md", "models.md", "rules.md"])
def test_a_reader_is_not_told_how_a_page_is_made(name: str) -> None:
    written = (ROOT / "docs" / name).read_text("utf-8")

    assert "do not edit" in written[:300]
    assert "do not edit" not in for_readers(written)[:300]
    assert for_readers(written).partition("\n")[0] == written.partition("\n")[0]
