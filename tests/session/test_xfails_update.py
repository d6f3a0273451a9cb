"""``--promptfmt-xfails-update`` in a run: what is written, when nothing is, and that the next run is green."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from support.kits import HONEST, LOSSY, Kit

from pytest_promptfmt.corpus import load_family
from pytest_promptfmt.xfails.reading import read

UPDATE = "--promptfmt-xfails-update"
RAISING = HONEST + "def broken(conversation):\n    raise KeyError('x')\nFORMATTERS = {'openai.chat': broken}\n"


@pytest.fixture
def few(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> Kit:
    """A corpus of a few cases, in which an entry is written sooner."""
    cases = tuple(case for family in ("chat", "tools", "errors") for case in load_family(family)[:4])
    monkeypatch.setattr("pytest_promptfmt.session.asked.corpus", lambda: cases)
    return kit.write(mypkg=LOSSY)


def file(kit: Kit, name: str = "promptfmt.toml") -> Path:
    return kit.pytester.path / name


def rows(kit: Kit) -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads(file(kit).read_text("utf-8")).get("xfail", [])
    return found


def matches(kit: Kit) -> set[str]:
    """Every pattern of the file."""
    return {entry.match for entry in read(file(kit).read_text("utf-8"), "promptfmt.toml")}


def test_all_that_fails_is_expected_and_written_and_the_next_run_is_green(few: Kit) -> None:
    red = few.run()
    assert red.ret == pytest.ExitCode.TESTS_FAILED
    failed = red.parseoutcomes()["failed"]

    wrote = few.run(UPDATE, "-rx")

    assert wrote.ret == pytest.ExitCode.OK
    assert wrote.parseoutcomes()["xfailed"] == failed
    wrote.stdout.fnmatch_lines(["wrote * to promptfmt.toml: * new", "XFAIL * - new; goes into the file of expected*"])
    assert all(row["reason"].endswith("(written by --promptfmt-xfails-update; say why)") for row in rows(few))
    green = few.run()
    assert green.ret == pytest.ExitCode.OK
    assert green.parseoutcomes()["xfailed"] == failed
    assert green.parseoutcomes()["passed"] == red.parseoutcomes().get("passed", 0) + len(rows(few))


def test_a_second_time_nothing_changes(few: Kit) -> None:
    few.run(UPDATE)
    first = file(few).read_bytes()

    again = few.run(UPDATE)

    assert file(few).read_bytes() == first
    assert again.ret == pytest.ExitCode.OK
    again.stdout.fnmatch_lines(["wrote * entries to promptfmt.toml: * kept"])


def test_what_has_been_put_right_goes(few: Kit) -> None:
    few.run(UPDATE)
    file(few).write_text("# of mypkg\n\n" + file(few).read_text("utf-8"), "utf-8")
    before = matches(few)
    few.write(mypkg=HONEST)

    result = few.run(UPDATE)

    assert matches(few) < before
    assert file(few).read_text("utf-8").startswith("# of mypkg\n")
    result.stdout.fnmatch_lines(["wrote * to promptfmt.toml: * dropped"])


RAISED = {"openai.chat / chat/* / exchange.raised", "openai.chat / tools/* / exchange.raised"}
"""In the family errors something has to be raised, only not that."""


def test_a_formatter_that_raises_is_an_entry_for_each_family_and_not_one_for_each_check(few: Kit) -> None:
    few.write(mypkg=RAISING).run(UPDATE)

    assert {match for match in matches(few) if "exchange." in match} == RAISED
    assert {match.rpartition(" / ")[2] for match in matches(few)} == {"exchange.raised", "errors.unclear"}


TWO_FAULTS = (
    LOSSY
    + """
def twice(conversation):
    payload = lossy(conversation)
    return payload + [dict(message) for message in payload if message["role"] == "system"]


FORMATTERS = {"openai.chat": twice}
"""
)


@pytest.mark.slow
def test_when_one_cause_is_mended_its_entry_is_out_of_date_and_the_others_are_not(kit: Kit) -> None:
    kit.write(mypkg=TWO_FAULTS).run(UPDATE, "-q")
    written = rows(kit)
    assert 1 < len(written) < 15
    assert kit.run("-q").ret == pytest.ExitCode.OK

    kit.write(mypkg=LOSSY)
    result = kit.run("promptfmt/mypkg/xfails")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["expected failure out of date: * is expected to fail, and nothing of it does any more*"]
    )
    assert 0 < result.parseoutcomes()["failed"] < len(written)
    assert result.parseoutcomes()["passed"] > 0


def test_it_goes_where_the_entries_are_or_are_meant_to_be(few: Kit) -> None:
    file(few, "pyproject.toml").write_text("[tool.promptfmt]\n# known\n\n[tool.other]\nx = 1\n")
    few.run(UPDATE)
    shared = tomllib.loads(file(few, "pyproject.toml").read_text("utf-8"))
    assert shared["tool"]["promptfmt"]["xfail"]
    assert shared["tool"]["other"] == {"x": 1}
    assert not file(few).exists()

    few.run(UPDATE, "--promptfmt-xfails=known.toml")
    assert tomllib.loads(file(few, "known.toml").read_text("utf-8"))["xfail"]


@pytest.mark.slow
def test_two_implementations_share_the_file_and_what_one_ships_is_left_alone(few: Kit) -> None:
    few.run(UPDATE)
    theirs = file(few).read_text("utf-8")
    file(few).rename(file(few, "theirs.toml"))
    few.write(mypkg=LOSSY + "XFAILS = 'theirs.toml'\n", broken=RAISING)

    result = few.run(UPDATE, "--promptfmt-impl=broken")

    assert result.ret == pytest.ExitCode.OK
    assert matches(few) >= RAISED
    assert not any("fidelity.lost" in match for match in matches(few))
    assert file(few, "theirs.toml").read_text("utf-8") == theirs
    assert few.run("--promptfmt-impl=broken").ret == pytest.ExitCode.OK


def test_what_fails_for_one_of_two_is_written(few: Kit) -> None:
    few.run(UPDATE)
    alone = matches(few)
    file(few).unlink()
    few.write(right=HONEST).run(UPDATE, "--promptfmt-impl=right")

    assert matches(few) == alone
    assert few.run("--promptfmt-impl=right").ret == pytest.ExitCode.OK


def test_what_cannot_be_told_stays(few: Kit) -> None:
    text = '[[xfail]]\nmatch = "openai.chat / chat/* / fidelity"\nreason = "cut"\n'
    file(few).write_text(text)
    connects = HONEST.replace("payload = []", "import socket; socket.create_connection(('a.example', 1))", 1)

    few.write(mypkg=connects).run(UPDATE)

    assert file(few).read_text() == text


@pytest.mark.parametrize(
    "options",
    [["--promptfmt-case=chat/*"], ["--promptfmt-check=schema"], ["promptfmt/mypkg/openai/chat::chat/empty-text"]],
)
def test_a_run_that_was_narrowed_is_a_usage_error(few: Kit, options: list[str]) -> None:
    result = few.run(UPDATE, *options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {UPDATE} looks at a whole run, *: leave out {options[0].partition('=')[0]}*"])


@pytest.mark.parametrize(
    "options", [["-k", "plain"], ["-m", "promptfmt_tools"], ["--deselect=promptfmt/mypkg/openai/chat"]]
)
def test_where_something_was_not_judged_nothing_is_written(few: Kit, options: list[str]) -> None:
    text = '[[xfail]]\nmatch = "openai.chat / * / fidelity"\nreason = "cut"\n'
    file(few).write_text(text)

    result = few.run(UPDATE, *options)

    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines([f"{UPDATE} wrote nothing: not judged: * exchanges, such as openai.chat / chat/*"])
    assert file(few).read_text() == text


def test_collecting_writes_nothing(few: Kit) -> None:
    few.run(UPDATE, "--collect-only")

    assert not file(few).exists()


def test_a_read_only_file_is_refused_before_anything_runs(few: Kit) -> None:
    file(few).write_text("")
    file(few).chmod(0o444)

    result = few.run(UPDATE)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: promptfmt.toml is read-only, and {UPDATE} writes it"])


def test_a_directory_that_is_not_there_and_a_list_that_cannot_be_edited_are_refused(few: Kit) -> None:
    result = few.run(UPDATE, "--promptfmt-xfails=no/such/known.toml")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *known.toml cannot be written: *no[\\/]such is no directory"])

    file(few).write_text('xfail = [{match = "openai.chat", reason = "r"}]')
    result = few.run(UPDATE)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: promptfmt.toml, entry 1: only entries on lines of their own, *"])


def test_a_file_that_cannot_be_saved_is_as_it_was_and_the_run_is_red(few: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    file(few).write_text("# none\n")
    monkeypatch.setattr("os.replace", full)

    result = few.run(UPDATE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([f"{UPDATE} wrote nothing: *promptfmt.toml cannot be written: No space left on device"])
    assert file(few).read_text() == "# none\n"


@pytest.mark.slow
def test_on_two_workers_the_same_is_written(kit: Kit) -> None:
    kit.write(mypkg=LOSSY)
    alone = kit.outside(UPDATE, "-q", "--promptfmt-xfails=alone.toml")
    two = kit.outside(UPDATE, "-q", "--promptfmt-xfails=two.toml", "-n2")

    assert alone.ret == two.ret == pytest.ExitCode.OK
    assert file(kit, "alone.toml").read_bytes() == file(kit, "two.toml").read_bytes() != b""
