"""Ends a callable that hangs, by SIGALRM; where that does not help, another process does (`worker`)."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

from pytest_promptfmt.exchange.debugger import attached
from pytest_promptfmt.exchange.guard import Ended, at_breakpoint, has_leftover_threads

_AGAIN = 1.0
_LEAST = 1e-6
"""Seconds; what is shorter is no time for a timer, and would set none."""
_MOST = 1e8
"""Seconds, three years; there are times that no timer takes."""
_now, _open, _read, _close = time.monotonic, os.open, os.read, os.close  # a formatter may replace them


class Hung(BaseException):
    """Not an `Exception`, so that a formatter's own ``except Exception`` does not swallow it."""


def can_interrupt() -> bool:
    """True where a hanging callable can be ended in this process: on the main thread, with SIGALRM."""
    return hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread()


def seconds_of(given: float | str) -> float | None:
    """A timeout as people write it: 0 is for none, which is None here. Raises `ValueError`."""
    found = float(given)
    if not 0 <= found < float("inf"):
        raise ValueError(f"{given} is no number of seconds")
    return min(found, _MOST) or None


def seconds_without_cpu(pid: int | None = None) -> float:
    """Seconds for which this thread, or a process's main one, was ready and others had the processor.

    Linux tells; elsewhere it is 0.
    """
    try:
        file = _open(f"/proc/{pid or 'thread-self'}/schedstat", os.O_RDONLY)
    except OSError:
        return 0.0
    try:
        return int(_read(file, 100).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
    finally:
        _close(file)


class _Alarm:
    """Rings in the block only, and when the time is up: a signal from behind the block raises nothing.

    Time in which a busy machine did not let it run is nobody's: it is given once more.
    It is silent for who sits before a debugger. One that comes early ends no time. Whoever is called has sent it, and
    it would have ended a process without this handler; but a thread that an earlier exchange has left running is on
    nobody's account.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begin()
        self.armed = self.rung = False

    def begin(self) -> None:
        self.due = _now() + self.seconds
        self.waited = seconds_without_cpu()

    def begin_anew(self) -> None:
        if self.rung:
            raise Hung
        self.begin()
        signal.setitimer(signal.ITIMER_REAL, max(self.seconds, _LEAST), _AGAIN)

    def ring(self, signum: int, frame: FrameType | None) -> None:
        if at_breakpoint() or attached():
            return
        if (now := _now()) >= self.due:
            if now < self.due + seconds_without_cpu() - self.waited:
                return  # it rings again
            self.rung = True
            if self.armed:
                raise Hung
        elif self.armed and not has_leftover_threads():
            raise Ended("signal.raise_signal(SIGALRM)")


@contextlib.contextmanager
def deadline(seconds: float | None) -> Iterator[Callable[[], None]]:
    """Raises `Hung` in the block after `seconds`, again every second until the block ends; None waits for ever.

    A block that swallows it is `Hung` all the same when it ends. A timer that was set before goes on behind it. What
    the block gets begins the time anew, for another part of the work.
    """
    if seconds is None or not can_interrupt():
        yield lambda: None
        return
    alarm = _Alarm(seconds)
    earlier = (0.0, 0.0)
    before = signal.signal(signal.SIGALRM, alarm.ring)
    try:
        try:
            alarm.armed = True
            earlier = signal.setitimer(signal.ITIMER_REAL, max(seconds, _LEAST), _AGAIN)
            yield alarm.begin_anew
        finally:
            alarm.armed = False
    except Exception as error:
        if alarm.rung:
            raise Hung from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before if before is not None else signal.SIG_DFL)
        if earlier[0]:
            signal.setitimer(signal.ITIMER_REAL, *earlier)
    if alarm.rung:
        raise Hung
