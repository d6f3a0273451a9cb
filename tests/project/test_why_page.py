"""``promptfmt why`` as a page: what of it is ours. The page at work is in `test_why_page_browser`."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import make_why_page
import pytest
import site_hooks

from pytest_promptfmt.dialects import DIALECTS


def test_it_asks_nobody_but_where_it_came_from() -> None:
    for name, content in make_why_page.pages().items():
        assert re.findall(r"(?:https?:)?//[a-z0-9]", content.replace("https?://", "")) == [], name


def test_its_policy_allows_nothing_else() -> None:
    page = make_why_page.pages()["index.html"]
    policy = dict(part.split(" ", 1) for part in make_why_page.POLICY.split("; "))

    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self'"
    assert "unsafe-inline" not in page
    assert "'unsafe-eval'" not in page
    assert page.index("Content-Security-Policy") < page.index("<link")
    assert re.findall(r"<script(?! src=\"why\.js\" defer| type=\"application/json\")", page) == []


def test_its_engine_asks_the_kit_for_what_there_is() -> None:
    engine = make_why_page.pages()["engine.js"]
    asked = re.findall(r"^from (pytest_promptfmt\S*) import (\w+)$", engine, re.MULTILINE)

    assert asked
    for module, name in asked:
        assert hasattr(importlib.import_module(module), name), (module, name)


def test_every_dialect_that_can_be_judged_can_be_chosen() -> None:
    page = make_why_page.pages()["index.html"]
    offered = re.findall(r'<option value="([^"]+)">', page)

    assert offered == [name for name in DIALECTS if DIALECTS[name].rules]
    assert len(offered) == 21


def test_no_text_of_the_page_is_made_into_markup() -> None:
    """Foreign text becomes text nodes; what would make markup of it is nowhere."""
    for name in ("why.js", "engine.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", make_why_page.pages()[name]
        )


@pytest.mark.parametrize("is_made", [True, False])
def test_the_site_takes_it_along_where_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_made: bool
) -> None:
    made, site = tmp_path / "made", tmp_path / "site"
    site.mkdir()
    if is_made:
        made.mkdir()
        (made / "index.html").write_text("a page")
    monkeypatch.setattr(site_hooks, "WHY", made)
    config: Any = SimpleNamespace(site_dir=str(site))
    site_hooks.on_post_build(config)

    assert (site / "why" / "page" / "index.html").exists() == is_made
    markdown = (site_hooks.ROOT / "docs" / "why.md").read_text("utf-8")
    page: Any = SimpleNamespace(file=SimpleNamespace(src_uri="why.md"))
    shown = site_hooks.on_page_markdown(markdown, page, config, None)  # type: ignore[arg-type]
    assert ('<a href="page/">' in shown) == is_made
    assert Path(site_hooks.__file__).parents[1] / "build" / "why" == make_why_page.USUAL
