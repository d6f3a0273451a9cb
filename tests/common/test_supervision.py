"""A run proves that it came to its end, or `Unproven` says how it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from pytest_promptfmt.common import supervision
from pytest_promptfmt.common.supervision import can_supervise

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork")

_PROGRAM = """
import atexit, ctypes, os, signal, sys, threading, time
from pytest_promptfmt.common.supervision import Unproven, supervised

def run():
{deed}

print("before")
atexit.register(print, "at exit")
try:
    status = supervised(run)
except Unproven as error:
    print("unproven:", error)
    status = 99
except KeyboardInterrupt:
    print("interrupted")
    status = 98
sys.exit(status)
"""


def program(deed: str) -> list[str]:
    return [sys.executable, "-c", _PROGRAM.format(deed=textwrap.indent(textwrap.dedent(deed), "    "))]


def ran(deed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(program(deed), capture_output=True, text=True, timeout=300, check=False)


def started(deed: str) -> subprocess.Popen[str]:
    """In a group of its own, at the place where `deed` has printed ``ready``."""
    process = subprocess.Popen(program(deed), stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout
    while process.stdout.readline() != "ready\n":
        pass
    return process


@needs_fork
@pytest.mark.parametrize("status", [0, 1, 2, 3, 4, 5, 141])
def test_an_exit_status_comes_through(status: int) -> None:
    assert ran(f"return {status}").returncode == status


@needs_fork
def test_what_is_printed_and_done_at_exit_is_there_once() -> None:
    result = ran("print('in it'); atexit.register(print, 'its own'); return 0")

    assert result.stdout.split("\n") == ["before", "in it", "its own", "at exit", ""]


DEEDS = {
    "os._exit(0)": "with exit status 0",
    "os._exit(7)": "with exit status 7",
    "ctypes.CDLL(None).exit(0)": "with exit status 0",
    "os.execv('/bin/sh', ['sh', '-c', 'exit 0'])": "with exit status 0",
    "os.kill(os.getpid(), signal.SIGKILL)": "by SIGKILL",
    "os.kill(os.getpid(), signal.SIGSEGV)": "by SIGSEGV",
    "os.kill(os.getpid(), signal.SIGRTMIN + 3)": f"by signal {getattr(signal, 'SIGRTMIN', 0) + 3}",
    "threading.Thread(target=os._exit, args=[0]).start(); time.sleep(9)": "with exit status 0",
    "atexit.register(os._exit, 0); return 0": "with exit status 0",
    "os.closerange(3, 99); return 0": "with exit status 0",
    "os.closerange(3, 99); [os.open(os.devnull, os.O_RDWR) for n in range(9)]; return 0": "with exit status 0",
    "sys.exit(0)": "by SystemExit",
    "raise ValueError('\\x1b[2J')": "by ValueError",
    "raise type('0\\n', (BaseException,), {'__str__': lambda self: os._exit(0)})": "with exit status 0",
    "return 'all is well'": "by ValueError",
    "return -1": "-1",
}


@needs_fork
@pytest.mark.parametrize("deed", DEEDS)
def test_another_end_is_none(deed: str) -> None:
    result = ran(deed)

    assert result.returncode == 99
    assert f"unproven: {DEEDS[deed]}\n" in result.stdout
    assert "\x1b" not in result.stderr


@needs_fork
def test_an_exception_is_shown() -> None:
    assert ran("raise ValueError('what was wrong')").stderr.endswith("ValueError: what was wrong\n")


@needs_fork
def test_what_the_run_has_forked_holds_nobody_up() -> None:
    begun = time.monotonic()
    result = subprocess.run(
        program("if not os.fork(): time.sleep(20); os._exit(0)\nreturn 5"), stdout=subprocess.DEVNULL, timeout=18
    )

    assert result.returncode == 5
    assert time.monotonic() - begun < 10


@needs_fork
def test_what_the_run_has_forked_proves_nothing() -> None:
    """It comes back from `run` like the run itself, which never does."""
    assert ran("if os.fork(): os.wait(); os._exit(0)\nreturn 0").returncode == 99


@needs_fork
def test_a_thread_that_never_ends_holds_nobody_up() -> None:
    assert ran("threading.Thread(target=time.sleep, args=[20]).start(); return 4").returncode == 4


_WAITING = """
times = 0
try:
    print("ready", flush=True)
    time.sleep(20)
except KeyboardInterrupt:
    try:
        time.sleep(0.3)
        print("interrupted once", flush=True)
    except KeyboardInterrupt:
        print("interrupted twice", flush=True)
return 2
"""


@needs_fork
@pytest.mark.parametrize("group", [True, False], ids=["the terminal tells all", "somebody tells the parent"])
def test_an_interrupt_reaches_the_run_once(group: bool) -> None:
    process = started(_WAITING)

    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)

    assert process.communicate(timeout=300)[0] == "interrupted once\nat exit\n"
    assert process.returncode == 2


@needs_fork
def test_who_is_told_to_end_ends_by_that() -> None:
    process = started("print('ready', flush=True); time.sleep(20); return 0")

    process.terminate()

    assert process.communicate(timeout=300)[0] == ""
    assert process.returncode == -signal.SIGTERM


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells of a reader that has gone")
def test_the_run_goes_where_its_parent_is_killed() -> None:
    process = started("print('ready', flush=True); time.sleep(20); return 0")

    process.kill()

    assert process.communicate(timeout=10)[0] == "", "the run has its end of the pipe as well"


def test_nobody_is_supervised_where_a_fork_could_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()

    assert not can_supervise()

    done.set()
    thread.join()
    monkeypatch.setattr(supervision.threading, "active_count", lambda: 1)
    monkeypatch.setattr(sys, "platform", "darwin")

    assert not can_supervise()

    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")

    assert not can_supervise()


def test_who_is_traced_or_measured_is_let_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision.threading, "active_count", lambda: 1)
    monkeypatch.setattr(sys, "getprofile", lambda: len)

    assert not can_supervise()

    monkeypatch.setattr(sys, "gettrace", lambda: len)

    assert not can_supervise()
