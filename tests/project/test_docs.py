"""Every example in README.md and docs/ is run, page by page, in an empty directory of its own.

- a block with ``title="name"`` behind its language is written to that file
- other ``python`` blocks are run, each by itself
- in ``console`` blocks, what stands behind ``$`` is run, and what follows it is what that prints (``...``: anything)
- ``sh`` and ``text`` blocks, and those without a language, are only read
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import make_docs
import make_first_run
import pytest
from support.places import ROOT
from support.rows import for_each

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.plugin import OPTIONS

MADE = ("rules.md", "cases.md")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md"] + [
    path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in MADE
]


@dataclass(frozen=True, slots=True)
class Block:
    language: str
    title: str
    text: str
    line: int


_FENCE = re.compile(r'^```(\w*)(?: title="([^"]+)")?[^\n]*\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [Block(m[1], m[2] or "", m[3], text.count("\n", 0, m.start()) + 1) for m in _FENCE.finditer(text)]


def runnable(page: Path) -> bool:
    return any(
        block.language == "console" or (block.language == "python" and not block.title) for block in blocks(page)
    )


WITHOUT_OUR_TOOLS = "-p no:hypothesispytest -p no:anyio"
"""Plugins that a reader need not have, and that take longer to load than the kit."""


def shell(command: str | list[str], folder: Path) -> str:
    """What a command prints, on both of its streams, in an environment as a reader has it."""
    scripts = str(Path(sys.executable).parent)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env = kept | {"PATH": os.pathsep.join([scripts, kept.get("PATH", "")]), "COLUMNS": "80", "PY_COLORS": "0"}
    env |= {"PYTEST_ADDOPTS": WITHOUT_OUR_TOOLS}
    done = subprocess.run(
        command,
        cwd=folder,
        env=env,
        shell=isinstance(command, str),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    return done.stdout


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block with what it is to print."""
    for piece in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = piece.partition("\n")
        yield command, expected


LONG = {
    *("README", "agentscope-v0", "agentscope-v1", "certificates", "coverage", "expected-failures", "failures"),
    *("implementations", "snapshots", "generated", "own-cases", "protocol", "python", "refusals"),
    *("add-an-adapter", "validate", "why"),
}
"""Pages whose examples run pytest several times; tests/session asks what they show of the option itself."""
RUN = [
    pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page.stem in LONG else [])
    for page in PAGES
    if runnable(page)
]


@pytest.mark.parametrize("page", RUN)
def test_the_examples_of_a_page_do_what_it_says(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        place = f"{page.relative_to(ROOT)}:{block.line}"
        if block.title:
            (tmp_path / block.title).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / block.title).write_text(block.text, "utf-8")
        elif block.language == "python":
            printed = shell([sys.executable, "-c", block.text], tmp_path)
            assert "Traceback" not in printed, f"{place}\n{printed}"
        elif block.language == "console":
            for command, expected in commands(block):
                printed = shell(command, tmp_path)
                assert alike(expected, printed), f"{place}\n$ {command}\n{printed}"


def alike(expected: str, printed: str) -> bool:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.OutputChecker().check_output(expected, printed, flags)


def test_the_pages_that_are_made_are_up_to_date() -> None:
    """Run ``python scripts/make_docs.py`` where they are not."""
    assert [path.name for path in make_docs.stale()] == []


def test_the_readme_leads_to_every_page() -> None:
    linked = set(re.findall(r"\(docs/([\w.-]+\.md)", (ROOT / "README.md").read_text("utf-8")))

    assert {page.name for page in (ROOT / "docs").glob("*.md")} - linked == set()


@pytest.mark.slow
def test_the_page_of_a_first_run_is_what_pytest_prints_today() -> None:
    """Run ``python scripts/make_first_run.py`` where it is not."""
    assert make_first_run.PAGE.read_text("utf-8") == make_first_run.page()


_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@for_each(PAGES, lambda page: page.stem)
def test_a_page_links_to_what_there_is(page: Path) -> None:
    text = _FENCE.sub("", page.read_text("utf-8"))
    targets = [target for target in _LINK.findall(text) if "://" not in target]

    assert [target for target in targets if not (page.parent / target).exists()] == []


_TEST = re.compile(r"tests/[\w/]+(?:\.\w+)?(?![\w<*])")
ELSEWHERE = "tests/models/cassettes/test_google/test_google_model_empty_user_prompt.yaml"
"""A file of Pydantic AI's."""
NAMING = [*PAGES, ROOT / ".ci" / "steps", ROOT / "reference" / "README.md", ROOT / "reference" / "deviations.toml"]


@for_each(NAMING, lambda page: page.stem)
def test_a_page_names_no_test_that_is_gone(page: Path) -> None:
    named = set(_TEST.findall(page.read_text("utf-8"))) - {ELSEWHERE}

    assert {name for name in named if not (ROOT / name).exists()} == set()


def test_every_page_can_be_reached() -> None:
    seen: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        todo += [(page.parent / target).resolve() for target in _LINK.findall(page.read_text("utf-8"))]

    assert {path for path in (ROOT / "docs").rglob("*.md") if path.resolve() not in seen} == set()


def test_the_pages_name_every_option_every_check_and_every_repair() -> None:
    text = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md"))

    assert [name for name in OPTIONS if f"--promptfmt-{name}" not in text] == []
    assert [name for name in (*CHECKS, *REPAIRS) if f"`{name}`" not in text] == []


def test_ci_runs_the_commands_of_the_readme_as_they_are_written() -> None:
    written = re.findall(
        r"^<!-- command: \w+ -->\n```sh\n(.*?)\n```$", (ROOT / "README.md").read_text("utf-8"), re.M | re.S
    )
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()

    assert len(written) == 2
    assert [command for command in written if command not in script] == []
