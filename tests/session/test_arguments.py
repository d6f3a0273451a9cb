"""Arguments: ids that can be pasted back, and what runs beside the kit."""

from __future__ import annotations

import shlex

import pytest
from support.kits import HONEST, LOSSY, Kit

PLAIN = "promptfmt/mypkg/openai/chat::chat/plain-turns"


@pytest.mark.parametrize(
    ("argument", "first", "others"),
    [
        (PLAIN, PLAIN, False),
        ("promptfmt/mypkg/openai/chat::chat", PLAIN, True),
        ("promptfmt/mypkg/openai/chat", PLAIN, True),
        ("promptfmt/mypkg/openai", PLAIN, True),
        ("promptfmt/mypkg/", PLAIN, True),
        ("promptfmt", PLAIN, True),
        ("./promptfmt/mypkg/openai/chat::chat/plain-turns", PLAIN, False),
    ],
)
def test_an_id_or_the_beginning_of_one_names_what_runs(kit: Kit, argument: str, first: str, others: bool) -> None:
    result = kit.run(argument, "--co", "-q")
    ids = [line for line in result.outlines if "::" in line]

    assert result.ret == 0
    assert ids[0] == first
    assert (len(ids) > 1) == others


def test_every_collected_id_can_be_pasted_back(kit: Kit) -> None:
    collected = [line for line in kit.run("--co", "-q").outlines if "::" in line]
    some = collected[::20]

    again = kit.run(*some, "--co", "-q")

    assert len(collected) > 50
    assert [line for line in again.outlines if "::" in line] == some


def test_an_absolute_id_such_as_an_editor_gives_is_one_too(kit: Kit) -> None:
    result = kit.run(f"{kit.pytester.path}/{PLAIN}")

    result.assert_outcomes(passed=1)


def test_ids_are_written_from_the_rootdir_or_from_here(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    kit.pytester.makeini("[pytest]\npythonpath = .")
    monkeypatch.chdir(kit.pytester.mkdir("below"))

    for argument in (PLAIN, f"../{PLAIN}"):
        kit.run(argument).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        ("promptfmt/mypkg/openai/chat::chat/plain-turn", f"; did you mean '{PLAIN}'?"),
        ("promptfmt/mypgk/openai", "; did you mean 'promptfmt/mypkg/openai'?"),
        ("promptfmt/mypkg/gemini/chat", "; did you mean 'promptfmt/mypkg/openai/chat'?"),
    ],
)
def test_an_id_that_names_no_case_is_a_usage_error_with_the_nearest(kit: Kit, argument: str, says: str) -> None:
    result = kit.run(argument)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert result.errlines[0] == f"ERROR: {argument} names no case of this run{says}"


@pytest.fixture
def suite(kit: Kit) -> Kit:
    """A project that has tests of its own."""
    kit.pytester.mkdir("tests").joinpath("test_own.py").write_text("def test_own(): pass\ndef test_more(): pass\n")
    return kit


ONE = "--promptfmt-case=chat/plain-turns"


def test_without_arguments_the_kit_runs_alone(suite: Kit) -> None:
    suite.pytester.makepyfile(test_broken="import nowhere")

    suite.run(ONE).assert_outcomes(passed=1)


def test_beside_testpaths_both_run(suite: Kit) -> None:
    suite.pytester.makeini("[pytest]\ntestpaths = tests")

    suite.run(ONE).assert_outcomes(passed=3)


def test_a_directory_and_a_file_run_beside_the_kit(suite: Kit) -> None:
    suite.run(ONE, "tests").assert_outcomes(passed=3)
    suite.run(ONE, "tests/test_own.py").assert_outcomes(passed=3)


def test_a_test_of_somebody_else_runs_alone(suite: Kit) -> None:
    suite.run(ONE, "tests/test_own.py::test_own").assert_outcomes(passed=1)


def test_ids_of_the_kit_and_of_others_run_together(suite: Kit) -> None:
    suite.run(PLAIN, "tests/test_own.py::test_own").assert_outcomes(passed=2)


def test_named_in_the_ini_file_it_runs_beside_the_projects_tests_and_hides_none(suite: Kit) -> None:
    suite.pytester.makeini("[pytest]\npromptfmt_impl = mypkg")

    result = suite.alone(ONE)

    result.assert_outcomes(passed=3)


@pytest.mark.parametrize("named", ["promptfmt_impl = mypkg", "addopts = --promptfmt-impl=mypkg"])
@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        (["tests/test_own.py"], 2),
        (["tests"], 2),
        (["tests/test_own.py", "-k", "test_more"], 1),
        (["tests/test_own.py", PLAIN], 3),
        (["tests/test_own.py", ONE], 3),
        (["."], 3),
        ([], 3),
    ],
)
def test_named_there_it_leaves_a_file_alone_unless_it_is_asked_for(
    suite: Kit, named: str, arguments: list[str], passed: int
) -> None:
    suite.pytester.makeini(f"[pytest]\n{named}\n")
    here = [] if ONE in arguments or PLAIN in arguments else ["-k", "test_own or plain-turns"]

    result = suite.alone(*here, *arguments)

    result.assert_outcomes(passed=passed, deselected=result.parseoutcomes().get("deselected", 0))


def test_all_of_the_kit_runs_beside_a_file_where_its_name_stands_there_too(suite: Kit) -> None:
    suite.pytester.makeini("[pytest]\npromptfmt_impl = mypkg\n")

    collected = suite.alone("--co", "-q", "tests/test_own.py", "promptfmt").outlines

    assert sum(line.startswith("tests/test_own.py::") for line in collected) == 2
    assert sum(line.startswith("promptfmt/mypkg/openai/chat::") for line in collected) > 50


def test_a_folder_called_promptfmt_remains_the_projects(kit: Kit) -> None:
    kit.pytester.mkdir("promptfmt").joinpath("test_own.py").write_text("def test_own(): pass\n")

    kit.run("promptfmt/test_own.py::test_own").assert_outcomes(passed=1)
    kit.run(PLAIN).assert_outcomes(passed=1)


def test_fixtures_marks_and_hooks_of_the_projects_conftest_do_no_harm(suite: Kit) -> None:
    suite.pytester.makeconftest(
        """
        import pytest

        @pytest.fixture(autouse=True, scope="module")
        def everywhere(request):
            assert request.module

        def pytest_runtest_setup(item):
            item.config.stash.setdefault(KEY, []).append(item.name)

        def pytest_unconfigure(config):
            print("set up:", *config.stash.get(KEY, []))

        KEY = pytest.StashKey()
        """
    )

    result = suite.run(ONE, "tests")

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*set up: test_own test_more chat/plain-turns"])


def test_several_implementations_and_ids_of_one(kit: Kit) -> None:
    kit.write(other=HONEST)

    kit.run("--promptfmt-impl=other", "promptfmt/other/openai/chat::chat/plain-turns").assert_outcomes(passed=1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--promptfmt-check=fidelity", "--promptfmt-timeout=3", "--promptfmt-xfails=none.toml"],
        ["-c", "folder/own.ini"],
        ["--rootdir=folder"],
        ["--promptfmt-impl=./mypkg.py", "--promptfmt-impl=other module.py"],
        ["--promptfmt-model=openai.*=gpt-5-mini"],
    ],
)
def test_the_command_that_a_failure_prints_runs_just_that_again(
    kit: Kit, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # so it was when the command was printed
    kit.write(mypkg=LOSSY)
    kit.pytester.mkdir("folder").joinpath("own.ini").write_text("[pytest]\n")
    for name in ("none.toml", "other module.py"):
        kit.pytester.path.joinpath(name).write_text(LOSSY if name.endswith(".py") else "")

    first = kit.run(ONE, *options)
    commands = [line for line in first.outlines if line.startswith("run it again")]
    for line in commands:
        program, *arguments = shlex.split(line.removeprefix("run it again"))
        again = kit.pytester.runpytest_inprocess(*arguments)

        assert program == "pytest"
        again.assert_outcomes(failed=1)
        assert line in again.outlines
        assert all(option.partition("=")[2] in line for option in options if "-model=" in option)
    assert len(commands) == 1 + sum(option.startswith("--promptfmt-impl") for option in options)


def test_an_id_without_its_implementation_is_told_what_is_missing(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest("promptfmt/mine/openai/chat::chat/one-user")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*is an item of promptfmt: name its implementation, --promptfmt-impl=mine"])


def test_a_folder_of_that_name_is_a_folder(pytester: pytest.Pytester) -> None:
    pytester.mkdir("promptfmt")
    (pytester.path / "promptfmt" / "test_a.py").write_text("def test_a():\n    pass\n")

    pytester.runpytest("promptfmt/test_a.py::test_a").assert_outcomes(passed=1)


@pytest.mark.parametrize(("read", "unread"), [("pytest.ini", "pyproject.toml"), ("pytest.ini", "tox.ini")])
def test_an_ini_file_that_pytest_does_not_read_is_named(pytester: pytest.Pytester, read: str, unread: str) -> None:
    (pytester.path / read).write_text("[pytest]\n")
    head = "[tool.pytest.ini_options]" if unread.endswith(".toml") else "[pytest]"
    value = '["mine"]' if unread.endswith(".toml") else "mine"
    (pytester.path / unread).write_text(f"{head}\npromptfmt_impl = {value}\n")

    result = pytester.runpytest("--promptfmt-case=chat/one-user")

    result.stderr.fnmatch_lines([f"*NAME; pytest reads {read}, and not promptfmt_impl in {unread}"])
