"""What was chosen and is neither deselected nor reported is missed, whoever took it away."""

from __future__ import annotations

import pytest
from support.kits import LOSSY, Kit

CHAT = ("--promptfmt-case=chat/one-user", "--promptfmt-case=chat/plain-turns", "--promptfmt-case=chat/no-system")

SILENT = "def pytest_collection_modifyitems(items): items[:] = items[:-1]"
SWALLOWED = """
import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    if "no-system" in item.nodeid:
        return True
"""
EDITED = "def pytest_collection_finish(session): del session.items[1]"


@pytest.mark.parametrize("hook", [SILENT, SWALLOWED, EDITED], ids=["removed", "swallowed", "edited"])
def test_a_hook_that_loses_an_item_makes_the_run_fail(kit: Kit, hook: str) -> None:
    kit.pytester.makeconftest(hook)

    result = kit.run(*CHAT)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["mypkg: 1 of 3 were chosen and never reported: openai.chat / chat/*; *"])


@pytest.mark.slow
@pytest.mark.parametrize("hook", [SILENT, SWALLOWED], ids=["removed", "swallowed"])
def test_on_two_workers_too(kit: Kit, hook: str) -> None:
    kit.pytester.makeconftest(hook)

    result = kit.outside(*CHAT, "-n2")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["mypkg: 1 of 3 were chosen and never reported: openai.chat / chat/*; *"])


def test_the_first_ten_are_named(kit: Kit) -> None:
    kit.pytester.makeconftest("def pytest_runtestloop(): return True")

    result = kit.run("--promptfmt-case=chat/*")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["mypkg: * of * were chosen and never reported: *, *, *, *, *, *, *, *, *, * and * more; *"]
    )


def test_an_expected_failure_that_nobody_looked_at_is_missed(kit: Kit) -> None:
    kit.pytester.path.joinpath("promptfmt.toml").write_text("[[xfail]]\nmatch = '* / chat/one-user'\nreason = 'r'\n")
    kit.pytester.makeconftest("def pytest_collection_modifyitems(items): items[:] = items[:1]")

    result = kit.run(CHAT[0])

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["mypkg: 1 of 2 were chosen and never reported: expected failure 1; *"])


CHOSEN = {
    "-k": ["-k", "plain"],
    "-m": ["-m", "not promptfmt_chat"],
    "--deselect": ["--deselect", "promptfmt/mypkg/openai/chat::chat/one-user"],
    "an id": ["promptfmt/mypkg/openai/chat::chat/one-user"],
    "--co": ["--co"],
    "-x": ["-x"],
    "--maxfail": ["--maxfail=1"],
    "--sw": ["--sw"],
    "--ff": ["--ff"],
    "--fixtures": ["--fixtures"],
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("options", CHOSEN.values(), ids=list(CHOSEN))
def test_who_chooses_or_stops_loses_nothing(kit: Kit, options: list[str]) -> None:
    result = kit.write(mypkg=LOSSY).run(*CHAT, *options)

    result.stdout.no_fnmatch_line("*never reported*")
    result.stdout.no_fnmatch_line("*come to its end*")


def test_nor_does_who_runs_again_what_failed(kit: Kit) -> None:
    kit.write(mypkg=LOSSY).run(*CHAT)

    result = kit.run(*CHAT, "--lf", "--tb=no")

    result.stdout.no_fnmatch_line("*never reported*")


@pytest.mark.slow
@pytest.mark.parametrize("options", [["-k", "plain or one-user"], ["-x"]], ids=["-k", "-x"])
def test_nor_do_two_workers(kit: Kit, options: list[str]) -> None:
    result = kit.write(mypkg=LOSSY).outside(*CHAT, *options, "-n2")

    result.stdout.no_fnmatch_line("*never reported*")


def test_a_polite_exit_is_no_end(kit: Kit) -> None:
    kit.pytester.makeconftest("import pytest\ndef pytest_runtest_logfinish(): pytest.exit('enough', returncode=0)\n")

    result = kit.run(*CHAT)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["the run did not come to its end"])


TURNED = (
    "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_runtest_logreport(report): report.outcome = 'passed'"
)
OVERRULED = "def pytest_sessionfinish(session): session.exitstatus = 0"


@pytest.mark.parametrize("hook", [TURNED, OVERRULED], ids=["turned", "overruled"])
def test_a_failure_stays_one(kit: Kit, hook: str) -> None:
    kit.pytester.makeconftest(hook)

    result = kit.write(mypkg=LOSSY).run(*CHAT, "--tb=no")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*openai.chat*chat/plain-turns*" if hook == TURNED else "  * cause*:"])


def test_what_is_out_of_date_stays_so(kit: Kit) -> None:
    kit.pytester.path.joinpath("promptfmt.toml").write_text("[[xfail]]\nmatch = '* / chat/one-user'\nreason = 'r'\n")
    kit.pytester.makeconftest(TURNED)

    result = kit.run(CHAT[0])

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["mypkg: 1 expected failure out of date did not fail for pytest: *"])
