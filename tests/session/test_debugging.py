"""``-s``, ``breakpoint()`` and ``--pdb``: who sits there sees the formatter at work, and nobody hurries them."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest
from support.kits import HONEST, WITHOUT, Kit

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.exchange import debugger, timing
from pytest_promptfmt.exchange.guard import watch
from pytest_promptfmt.exchange.worker import NoAnswer
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import Judge

ONE = "--promptfmt-case=chat/one-user"
TWO = (ONE, "--promptfmt-case=chat/plain-turns")


def doing(deed: str) -> str:
    """The honest formatter, which does something before it says the first word."""
    return HONEST.replace("payload = []", f"{deed}\n    payload = []", 1)


def talk(kit: Kit, said: str, *options: str) -> pytest.RunResult:
    """The run in a process of its own, in which somebody types."""
    return kit.pytester.run(
        *(sys.executable, "-m", "pytest", *WITHOUT, "--promptfmt-impl=mypkg", *options),
        stdin=said.encode(),
        timeout=600,
    )


@pytest.mark.parametrize(("option", "times"), [("-s", 1), ("--capture=fd", 0)])
def test_what_it_prints_is_shown_once_for_each_case_where_nothing_is_captured(
    kit: Kit, option: str, times: int
) -> None:
    result = kit.write(mypkg=doing('print("I am at work")')).run(option, ONE)

    assert sum(line.endswith("I am at work") for line in result.outlines) == times
    result.stdout.fnmatch_lines(["*1x purity.printed: *"])


@pytest.mark.sampled(4)
@pytest.mark.parametrize("capture", [[], ["-s"]])
@pytest.mark.parametrize("deed", ["breakpoint()", "import pdb; pdb.set_trace()"])
def test_a_breakpoint_opens_in_the_formatter_once_for_each_case(kit: Kit, deed: str, capture: list[str]) -> None:
    stop = f"if len(conversation.messages) == 1:\n        {deed}"

    result = talk(kit.write(mypkg=doing(stop)), "p 'I see', len(conversation.messages)\nc\n", *TWO, *capture, "-rs")

    result.stdout.fnmatch_lines(["> *mypkg.py(*)chat()", "*('I see', 1)", "*PDB continue*"])
    assert sum("> " in line and "mypkg.py" in line for line in result.outlines) == 1
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["SKIPPED *was not asked: it stays away where there is a debugger or a breakpoint"])


@pytest.mark.slow
def test_a_fault_is_told_all_the_same_and_nobody_makes_it_smaller(kit: Kit) -> None:
    result = talk(kit.write(mypkg=doing("breakpoint(); return []")), "c\nc\n", *TWO)

    result.assert_outcomes(failed=2)
    assert result.stdout.str().count("PDB continue") == 2


@pytest.mark.slow
def test_who_quits_ends_the_run(kit: Kit) -> None:
    result = talk(kit.write(mypkg=doing("breakpoint()")), "q\n", *TWO)

    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*Exit: Quitting debugger*"])


@pytest.mark.slow
def test_the_time_at_a_breakpoint_does_not_count(kit: Kit) -> None:
    kit.write(mypkg=doing("breakpoint()"))

    result = talk(kit, "import time; time.sleep(1)\nc\n", "--promptfmt-timeout=0.3", ONE)

    result.assert_outcomes(skipped=1)
    assert "no answer" not in result.stdout.str()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminal here")
def test_a_breakpoint_speaks_with_a_terminal(kit: Kit) -> None:
    kit.write(mypkg=doing("breakpoint()"))
    mine, theirs = os.openpty()
    command = [sys.executable, "-m", "pytest", *WITHOUT, "--promptfmt-impl=mypkg", ONE]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        heard(mine, b"(Pdb)")
        os.write(mine, b"p 'I see', len(conversation.messages)\n")
        heard(mine, b"('I see', 1)")
        os.write(mine, b"c\n")
        heard(mine, b"1 skipped")
    os.close(mine)
    assert process.returncode == pytest.ExitCode.TESTS_FAILED


def heard(terminal: int, words: bytes, seconds: float = 30) -> None:
    """Reads until the words are there."""
    said, until = b"", time.monotonic() + seconds
    while words not in said and time.monotonic() < until:
        if select.select([terminal], [], [], 1)[0]:
            said += os.read(terminal, 1000)
    assert words in said, said.decode()


@pytest.mark.slow
def test_without_breakpoints_there_is_none(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONBREAKPOINT", "0")

    talk(kit.write(mypkg=doing("breakpoint()")), "", ONE, "-p", "no:debugging").assert_outcomes(passed=1)


@pytest.mark.slow
def test_pdb_opens_in_the_frame_that_raised(kit: Kit) -> None:
    kit.write(mypkg=doing("secret = 'amber'; raise KeyError(secret)"))

    result = talk(kit, "p 'It was ' + secret\nc\n", "--pdb", ONE)

    result.stdout.fnmatch_lines(["the formatter raised KeyError*", "> *mypkg.py(*)chat()", "*'It was amber'"])
    result.assert_outcomes(failed=1)


@pytest.mark.slow
def test_pdb_of_a_wrong_payload_has_what_went_in_and_what_came_out(kit: Kit) -> None:
    kit.write(mypkg=doing("return []"))

    result = talk(kit, "p len(conversation.messages), payload, findings[0].id\nc\n", "--pdb", ONE)

    result.stdout.fnmatch_lines(["*(1, [[]], 'openai.messages-nonempty')"])


@pytest.mark.slow
def test_pdb_waits_for_who_is_slow_and_sends_nobody_ahead(kit: Kit) -> None:
    kit.write(mypkg=doing("import time; time.sleep(0.5); print(__import__('sys').argv[0])"))

    result = talk(kit, "", "--pdb", "-s", "--promptfmt-timeout=0.1", ONE)

    result.assert_outcomes(skipped=1)
    assert "worker.py" not in result.stdout.str()


def test_a_tracer_of_a_debuggers_is_one_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def tracer(*_: object) -> None: ...

    found = {}
    for name in ("bdb", "_pydevd_bundle.pydevd_trace_dispatch", "coverage.tracer", "hypothesis.internal.scrutineer"):
        tracer.__module__ = name
        monkeypatch.setattr(sys, "gettrace", lambda: tracer)
        found[name.partition(".")[0]] = debugger.attached()

    assert found == {"bdb": True, "_pydevd_bundle": True, "coverage": False, "hypothesis": False}


class Monitoring:
    DEBUGGER_ID = 0

    def __init__(self, *tools: str) -> None:
        self.tools = dict(enumerate(tools))

    def get_tool(self, number: int) -> str | None:
        return self.tools.get(number) or None


def test_so_is_one_that_monitors_or_is_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "monitoring", Monitoring("", "coverage"), raising=False)
    assert not debugger.attached()

    monkeypatch.setattr(sys, "monitoring", Monitoring("pydevd"), raising=False)
    assert debugger.attached()

    monkeypatch.setattr(sys, "monitoring", None, raising=False)
    monkeypatch.setitem(sys.modules, "pydevd", type("pydevd", (), {"connected": True}))  # type: ignore[arg-type]
    assert debugger.attached()


@pytest.mark.skipif(not timing.can_interrupt(), reason="no alarm here")
def test_no_time_is_up_while_a_debugger_is_attached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "attached", lambda: True)
    with watch(), timing.deadline(0.05):
        until = timing._now() + 0.2
        while timing._now() < until:
            pass


def test_under_a_debugger_nobody_is_asked_ahead(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("pytest_promptfmt.verdicts.judge.attached", lambda: True)
    implementation = from_object({"openai.chat": lambda conversation: []}, "mypkg", source="mypkg", from_=None)

    with Judge(implementation, checks=tuple(CHECKS)) as judge:
        judge.start()

        assert judge._scout is None
        seen = judge._seen_there("openai.chat", None)  # type: ignore[arg-type]  # nobody is asked
        assert isinstance(seen, NoAnswer)
        assert seen.how == "debugged"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("options", [[], ["-n1"]])
def test_where_nobody_sits_a_breakpoint_is_a_failure_that_says_so(kit: Kit, options: list[str]) -> None:
    result = talk(kit.write(mypkg=doing("breakpoint()")), "", ONE, *options)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["the debugger was left at a breakpoint of the formatter*"])
