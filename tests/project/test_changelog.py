"""Whatever a user can name stands in CHANGELOG.md, so that nothing comes without a word.

What fails here wants a line in the topmost section, in the user's words, with the name in backticks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

import pytest_promptfmt
from pytest_promptfmt.cli import COMMANDS
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.implementation.resolve import adapters
from pytest_promptfmt.plugin import OPTIONS

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")

NAMES = {
    "public names": pytest_promptfmt.__all__,
    "options": [f"--promptfmt-{option}" for option in OPTIONS],
    "sub-commands": [f"promptfmt {command}" for command in COMMANDS],
    "dialects": DIALECTS,
    "adapters": adapters(),
}


@pytest.mark.parametrize("kind", NAMES)
def test_everything_that_a_user_can_name_is_in_the_changelog(kind: str) -> None:
    missing = unnamed(NAMES[kind], CHANGELOG)

    assert missing == [], f"say in the topmost section of CHANGELOG.md what is new: {', '.join(missing)}"


def unnamed(names: Iterable[str], text: str) -> list[str]:
    """The names with which no code in the text begins; a longer name is another one."""
    return [name for name in names if not re.search(rf"`{re.escape(name)}(?![\w-])[^`]*`", text)]


def test_a_name_that_others_begin_with_is_not_named_by_them() -> None:
    text = "`--promptfmt-xfails-update` writes; `--promptfmt-report=FORMAT:PATH`; ollama"

    assert unnamed(["--promptfmt-xfails", "--promptfmt-report", "ollama"], text) == ["--promptfmt-xfails", "ollama"]


def test_the_topmost_section_is_of_the_version_to_come() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    top = re.search(r"^## (.+)$", CHANGELOG, re.MULTILINE)

    assert top
    assert top[1] in {f"{version} (unreleased)", version}
