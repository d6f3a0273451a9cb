"""Items say where their formatter, or their entry, is written, and keep their ids."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.kits import HONEST, WITHOUT, Kit

ONE = "--promptfmt-case=chat/one-user"
XFAILS = "# what is known\n\n[[xfail]]\nmatch = 'openai.chat / chat/one-user / fidelity'\nreason = 'known'\n"


def places(kit: Kit, *options: str) -> dict[str, tuple[Path, str, int | None]]:
    items, _ = kit.pytester.inline_genitems(*WITHOUT, "--promptfmt-impl=mypkg", ONE, *options)
    return {item.nodeid: (item.path, *item.location[:2]) for item in items}


def test_an_item_lies_where_its_formatter_is_written(kit: Kit) -> None:
    here = kit.pytester.path / "mypkg.py"
    line = here.read_text().splitlines().index("def chat(conversation):")

    assert places(kit) == {"promptfmt/mypkg/openai/chat::chat/one-user": (here, "mypkg.py", line)}


def test_an_expected_failure_lies_where_its_entry_stands(kit: Kit) -> None:
    kit.pytester.path.joinpath("promptfmt.toml").write_text(XFAILS)

    found = places(kit)

    assert found["promptfmt/mypkg/xfails::1"] == (kit.pytester.path / "promptfmt.toml", "promptfmt.toml", 2)


def test_the_file_shows_with_vv_and_the_id_stays(kit: Kit) -> None:
    result = kit.run("-vv", ONE)

    result.stdout.fnmatch_lines(["promptfmt/mypkg/openai/chat::chat/one-user <- mypkg.py PASSED*"])


def test_the_hooks_of_the_rootdirs_conftest_are_called_wherever_it_is_written(
    kit: Kit, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "away.py"
    elsewhere.write_text(HONEST)
    kit.pytester.makeconftest("def pytest_runtest_setup(item):\n    print('set up', item.nodeid)\n")

    result = kit.run(ONE, "-s", impl=str(elsewhere))

    result.stdout.fnmatch_lines(["*set up promptfmt/away/openai/chat::chat/one-user"])
