"""A run that has to prove that it came to its end: it works in a fork of this process, and this one waits for it.

What is judged is foreign code, and foreign code can end a process in ways that nobody inside it can prevent (``exit``
by ctypes, an extension's own) with status 0, which is what success looks like. So the run writes its exit status into a
pipe as the last thing that it does, and whoever waits believes that, not how the process ended.

To everybody else they are one process: Ctrl-C and the signals that end one reach the run, once; who ends because of
a signal does so here as well; where this process is killed, the run goes with it (Linux). What was registered with
`atexit` is done once, by the run, and what must not wait for that is not waited for: threads that never end.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

from pytest_promptfmt.common.text import class_name, traceback_lines


class Unproven(Exception):
    """The run ended before its end; the text says how."""


_PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP")
_TWICE = 0.5
"""Seconds in which a second Ctrl-C is the first one again: a terminal sends it to both processes."""


def can_supervise() -> bool:
    """True where a fork does no harm: there is one, no other thread runs, and nobody traces or measures this process.

    Not on macOS, whose own libraries do not survive a fork at all times.
    """
    monitoring = getattr(
        sys, "monitoring", None
    )  # since Python 3.12; debuggers, coverage and profilers have tools there
    return (
        hasattr(os, "fork")
        and sys.platform != "darwin"
        and threading.active_count() == 1
        and threading.current_thread() is threading.main_thread()
        and sys.gettrace() is None
        and sys.getprofile() is None
        and not (monitoring and any(monitoring.get_tool(n) for n in range(6)))
    )


def supervised(run: Callable[[], int]) -> int:
    """The exit status that `run` comes to in a process of its own; raises `Unproven` where it did not come to one."""
    sys.stdout.flush()
    sys.stderr.flush()
    proof, prove = os.pipe()
    numbers = {getattr(signal, name) for name in _PASSED_ON}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)  # until it is clear who is who
    child = os.fork()
    if not child:
        os.close(proof)
        _work(run, prove, mask)
    os.close(prove)
    ended, received = _wait(child, numbers, mask)
    with os.fdopen(proof, "rb", buffering=0) as said:
        os.set_blocking(said.fileno(), False)  # what the run has forked may hold the other end for ever
        words = (said.read(200) or b"").decode("utf-8", "replace")
    if os.WIFSIGNALED(ended) and (number := os.WTERMSIG(ended)) in received:
        signal.signal(number, signal.SIG_DFL)  # somebody wants this process gone, and it was only passed on
        os.kill(os.getpid(), number)
    if words:
        atexit._clear()  # all of it was done by the run
    if not words.endswith("\n") or not words[:-1].isdecimal():
        raise Unproven(words or _manner(ended))
    return int(words)


def _wait(child: int, numbers: set[signal.Signals], mask: set[int | signal.Signals]) -> tuple[int, set[int]]:
    """How the child ended, and the signals that were passed on to it."""
    received: set[int] = set()

    def pass_on(number: int, frame: FrameType | None) -> None:
        received.add(number)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    before: dict[signal.Signals, Any] = {
        number: signal.signal(number, pass_on) for number in numbers if signal.getsignal(number) is not signal.SIG_IGN
    }
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    try:
        return os.waitpid(child, 0)[1], received
    finally:
        for number, action in before.items():
            signal.signal(number, action or signal.SIG_DFL)


def _work(run: Callable[[], int], prove: int, mask: set[int | signal.Signals]) -> NoReturn:
    """The child's side, from which nobody returns: the frames above belong to the parent."""
    here, end, pipe = os.getpid(), os._exit, os.fstat(prove)
    status = 3
    try:
        _end_with_the_parent(prove)
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _interrupt_once())
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        try:
            status = int(run())
            words = f"{status}\n"
        except BaseException as error:
            words = f"by {class_name(error)}"
            _print(error)
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BrokenPipeError:
                pass
            except OSError as error:
                if not is_full(error):
                    raise
                status, words = unwritten(error), "3\n"
        if os.getpid() == here and os.path.samestat(os.fstat(prove), pipe):
            os.write(prove, words.encode("utf-8", "replace")[:150])
    finally:
        end(status & 0xFF)


def is_full(error: OSError) -> bool:
    """Is there no room for what is written?"""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def unwritten(error: OSError) -> int:
    """Says so, and lets the rest go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with contextlib.suppress(OSError):
        print(f"promptfmt: what the run says cannot be written: {error.strerror}", file=sys.stderr, flush=True)
    return 3


def _interrupt_once() -> Callable[[int, FrameType | None], None]:
    last = -_TWICE

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last - before >= _TWICE:
            signal.default_int_handler(number, frame)

    return interrupt


def _end_with_the_parent(prove: int) -> None:
    """Where nobody reads what is to be proven, Linux kills this process: its parent was killed."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import fcntl

        fcntl.fcntl(prove, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(prove, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(prove, fcntl.F_SETFL, fcntl.fcntl(prove, fcntl.F_GETFL) | os.O_ASYNC)


def _print(error: BaseException) -> None:
    with contextlib.suppress(BaseException):
        for line in traceback_lines(error):
            print(line, file=sys.stderr)


def _manner(ended: int) -> str:
    if os.WIFSIGNALED(ended):
        number = os.WTERMSIG(ended)
        known = number in signal.Signals.__members__.values()
        return f"by {signal.Signals(number).name if known else f'signal {number}'}"
    return f"with exit status {os.WEXITSTATUS(ended)}"
