"""A run of pytest, and of the commands that call formatters, proves that it came to its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.kits import HONEST, WITHOUT, Kit

from pytest_promptfmt import cli
from pytest_promptfmt.session import supervision

pytestmark = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="nobody is forked here")

ONE = "--promptfmt-case=chat/one-user"
FEW = (ONE, "--promptfmt-case=chat/plain-turns")

C = "import ctypes; ctypes.CDLL(None).exit(0)"
HERE = f"if 'worker' not in sys.argv[0]: {C}"
"""What the second process, which goes ahead, does not see coming."""


def ending(deed: str) -> str:
    return HONEST.replace("payload = []", f"{deed}\n    payload = []", 1).replace(
        "import json", "import json, os, sys\nfrom os import _exit", 1
    )


def test_who_ends_the_process_ends_no_run_well(kit: Kit) -> None:
    result = kit.write(mypkg=ending(HERE)).outside(*FEW)

    assert result.ret == pytest.ExitCode.INTERNAL_ERROR
    result.stderr.fnmatch_lines(["promptfmt: the run was ended * before it came to its end*"])


@pytest.mark.sampled(0)
@pytest.mark.parametrize("deed", ["_exit(0)", C], ids=["bound before the watch", "C"])
def test_what_the_second_process_does_not_survive_costs_one_exchange(kit: Kit, deed: str) -> None:
    once = f"if len(conversation.messages) == 1:\n        {deed}"

    result = kit.write(mypkg=ending(once)).outside(*FEW)

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["the formatter ended the process: *", "case *chat/one-user*"])


@pytest.mark.slow
def test_not_while_it_is_imported_either(kit: Kit) -> None:
    assert kit.write(mypkg="from os import _exit\n_exit(0)\n").outside(ONE).ret == pytest.ExitCode.USAGE_ERROR
    assert kit.write(mypkg=f"{C}\n").outside(ONE).ret == pytest.ExitCode.INTERNAL_ERROR


@pytest.mark.slow
def test_not_on_two_workers(kit: Kit) -> None:
    result = kit.write(mypkg=ending("_exit(0)")).outside(*FEW, "-n2")

    assert result.ret not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


STATUS = {
    pytest.ExitCode.OK: [ONE],
    pytest.ExitCode.TESTS_FAILED: ["--promptfmt-case=chat/lone-surrogate"],
    pytest.ExitCode.USAGE_ERROR: ["--promptfmt-case=no/such"],
    pytest.ExitCode.NO_TESTS_COLLECTED: [ONE, "-k", "nothing"],
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("status", STATUS, ids=str)
def test_the_exit_status_is_the_runs(kit: Kit, status: int) -> None:
    result = kit.outside(*STATUS[pytest.ExitCode(status)])

    assert result.ret == status
    assert sum("test session starts" in line for line in result.outlines) <= 1
    assert sum("ERROR:" in line for line in result.errlines) == (status == pytest.ExitCode.USAGE_ERROR)


@pytest.mark.slow
def test_hooks_are_called_once_and_files_are_written(kit: Kit) -> None:
    kit.pytester.makeconftest(
        """
import atexit, pytest

def note(word):
    with open("notes", "a") as notes:
        notes.write(word + " ")

@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main():
    note("main")

def pytest_unconfigure():
    note("unconfigure")

atexit.register(note, "exit")
"""
    )

    result = kit.outside(ONE, "--junitxml=junit.xml", "--promptfmt-report=json:report.json")

    assert result.ret == pytest.ExitCode.OK
    assert Path("notes").read_text() == "main unconfigure exit "
    assert Path("junit.xml").exists()
    assert Path("report.json").exists()


@pytest.mark.slow
def test_last_failed_is_remembered(kit: Kit) -> None:
    kit.outside("--promptfmt-case=chat/l*", "--tb=no")

    assert kit.outside("--promptfmt-case=chat/*", "--lf", "--tb=no").parseoutcomes()["failed"] == 1


@pytest.mark.slow
def test_an_interrupt_is_told_once(kit: Kit) -> None:
    kit.write(mypkg=HONEST.replace("payload = []", "import time; time.sleep(9); payload = []", 1))
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *WITHOUT, "--promptfmt-impl=mypkg", *FEW, "-v"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    while "collected" not in process.stdout.readline():
        pass
    time.sleep(1)

    os.killpg(process.pid, signal.SIGINT)

    said = process.communicate(timeout=30)[0]
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert said.count("KeyboardInterrupt !!") == 1
    assert "before it came to its end" not in said


def refuse(run: object) -> int:
    raise AssertionError("somebody was forked")


def test_nobody_is_forked_within_another_program(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "supervised", refuse)
    monkeypatch.setattr(supervision, "can_supervise", lambda: True)

    kit.run(ONE).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("program", "option", "forked"),
    [
        ("/usr/bin/pytest", "-q", True),
        ("C:/Python/Scripts/py.test.exe", "-q", True),
        ("/usr/lib/python3/site-packages/pytest/__main__.py", "-q", True),
        ("/opt/editor/run_tests.py", "-q", False),
        ("/usr/bin/pytest", "--collect-only", False),
        ("/usr/bin/pytest", "--pdb", False),
        ("/usr/bin/pytest", "--trace", False),
    ],
)
def test_only_a_process_that_was_started_for_pytest_is_forked(
    kit: Kit, monkeypatch: pytest.MonkeyPatch, program: str, option: str, forked: bool
) -> None:
    asked = []
    config = kit.pytester.parseconfig("--promptfmt-impl=mypkg", option)
    monkeypatch.setattr(supervision, "supervised", lambda run: asked.append(run) or 5)
    monkeypatch.setattr(supervision, "can_supervise", lambda: True)
    monkeypatch.setattr(sys, "argv", [program, *map(str, config.invocation_params.args)])

    assert supervision.proven(config) == (5 if forked else None)


@pytest.mark.slow
def test_without_a_fork_all_is_as_ever(kit: Kit) -> None:
    Path("sitecustomize.py").write_text("import os\ndel os.fork\n")
    kit.pytester.makeini("[pytest]\npythonpath = .\n")
    kit.pytester._monkeypatch.setenv("PYTHONPATH", str(kit.pytester.path))

    kit.outside(*FEW).assert_outcomes(passed=2)


def test_a_certificate_is_not_written(kit: Kit) -> None:
    kit.write(mypkg=ending(HERE))

    result = kit.pytester.run(sys.executable, "-m", "pytest_promptfmt.cli", "certify", "mypkg", "-o", "c.json")

    assert result.ret == 1
    result.stderr.fnmatch_lines(["promptfmt: the command was ended with exit status 0 before it came to its end*"])
    assert not Path("c.json").exists()


def test_an_exit_in_the_wrong_place_is_no_exit_status(
    kit: Kit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raising = "class Odd(Exception):\n    def __str__(self): raise SystemExit(0)\nraise Odd\n"
    kit.write(mypkg=raising)
    monkeypatch.chdir(kit.pytester.path)

    assert cli.main(["certify", "mypkg", "-o", "c.json"]) != 0
    assert "promptfmt: " in capsys.readouterr().err
    assert not Path("c.json").exists()
