"""A run that has to prove that it came to its end: it works in a fork of this process, and this one waits for it.

What is judged is foreign code, and foreign code can end a process in ways that nobody inside it can prevent (``exit``
by ctypes, an extension's own) with status 0, which is what success looks like. So the run writes its exit status into a
pipe as the last thing that it does, and whoever waits believes that, not how the process ended.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any


class Unproven(Exception):
    """The run ended before its end; the text says how."""


def can_supervise() -> bool:
    """True where a fork does no harm: there is one, no other thread runs, and nobody is debugging this process."""
    return hasattr(os, "fork") and threading.active_count() == 1 and sys.gettrace() is None


def supervised(run: Callable[[], int]) -> int:
    """The exit status that `run` comes to in a process of its own; raises `Unproven` where it did not come to one."""
    sys.stdout.flush()
    sys.stderr.flush()
    proof, prove = os.pipe()
    child = os.fork()
    if not child:
        os.close(proof)
        _work(run, prove)
    os.close(prove)
    with _deaf(child):
        _, ended = os.waitpid(child, 0)
    with os.fdopen(proof, "rb") as said:
        os.set_blocking(said.fileno(), False)  # what the run has forked may hold the other end for ever
        status = said.read(16) or b""
    if not status.endswith(b"\n"):
        raise Unproven(_manner(ended))
    return int(status)


def _work(run: Callable[[], int], prove: int) -> None:
    """The child's side, from which nobody returns: the frames above belong to the parent."""
    here = os.getpid()
    end = os._exit
    status = 3
    try:
        status = run()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        if os.getpid() == here:
            os.write(prove, b"%d\n" % status)
    except BaseException:
        with contextlib.suppress(BaseException):
            sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
            sys.stderr.flush()
    finally:
        end(status & 0xFF)


@contextlib.contextmanager
def _deaf(child: int) -> Iterator[None]:
    """Ctrl-C reaches the child by itself, which says what there is to say; what ends this process ends the child."""

    def pass_on(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    before: dict[signal.Signals, Any] = {
        number: signal.signal(number, action)
        for number, action in (
            (signal.SIGINT, signal.SIG_IGN),
            (signal.SIGTERM, pass_on),
            (signal.SIGHUP, pass_on),
        )
    }
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def _manner(ended: int) -> str:
    if os.WIFSIGNALED(ended):
        return f"killed by {signal.Signals(os.WTERMSIG(ended)).name}"
    return f"with exit status {os.WEXITSTATUS(ended)}"
