"""A foreign callable, run so that it harms neither the run nor the other cases, and watched while it runs.

`watch()` notices what a formatter does beside formatting: it prints, it connects (which is refused), it leaves new
files behind. It is a process-wide audit hook, installed with the first watch and idle outside of one. `deadline()`
ends a callable that hangs, by SIGALRM; where that cannot be had (`can_interrupt`), the exchange runs in a child
instead.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NoReturn


class Blocked(ConnectionError):
    """A formatter tried to open a connection."""


class Ended(BaseException):
    """A formatter tried to end the process by ``os._exit``, which would pass for a run in which nothing failed."""


class Hung(BaseException):
    """Not an `Exception`, so that a formatter's own ``except Exception`` does not swallow it."""


@dataclass(slots=True)
class SideEffects:
    """What a formatter did beside formatting: `connections` it tried, `printed` text, `files` that it made and left."""

    connections: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    output: io.StringIO = field(default_factory=io.StringIO)

    @property
    def printed(self) -> str:
        return self.output.getvalue()

    @property
    def files(self) -> list[str]:
        return sorted({path for path in self.opened if os.path.exists(path)})


_current: SideEffects | None = None
_installed = False


@contextlib.contextmanager
def watch() -> Iterator[SideEffects]:
    """Watches this process until the block ends; connections are refused with `Blocked`."""
    global _current, _installed
    if not _installed:
        sys.addaudithook(_hook)
        _installed = True
    effects = SideEffects()
    outer, _current = _current, effects
    try:
        with contextlib.redirect_stdout(effects.output), _no_exit():
            yield effects
    finally:
        _current = outer


@contextlib.contextmanager
def _no_exit() -> Iterator[None]:
    """`os._exit` raises `Ended` in this process; what a formatter forks may end itself."""
    end, here = os._exit, os.getpid()

    def refuse(status: int) -> NoReturn:
        if os.getpid() != here:
            end(status)
        raise Ended(f"os._exit({status})")

    os._exit = refuse
    try:
        yield
    finally:
        os._exit = end


@contextlib.contextmanager
def unwatched() -> Iterator[None]:
    """For what the kit itself does in the middle of a watch, such as starting an event loop."""
    global _current
    effects, _current = _current, None
    try:
        yield
    finally:
        _current = effects


_NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname")


def _hook(event: str, args: tuple[Any, ...]) -> None:
    effects = _current
    if effects is None:
        return
    if event in _NETWORK:
        address = args[1] if event in ("socket.connect", "socket.sendto") else tuple(args[:2])
        if event == "socket.connect" and isinstance(address, (str, bytes)):
            return  # a local pipe, such as an event loop makes for itself
        effects.connections.append(_address(address))
        raise Blocked(f"the kit lets no formatter open a connection ({effects.connections[-1]})")
    if event == "open" and isinstance(args[0], (str, bytes)) and _creates(args[1], args[2]):
        path = os.path.abspath(os.fsdecode(args[0]))
        if not os.path.exists(path):
            effects.opened.append(path)


def _address(address: Any) -> str:
    """Host and port, or the name of a pipe."""
    parts = address[:2] if isinstance(address, tuple) else (address,)
    return ":".join(os.fsdecode(part) if isinstance(part, bytes) else str(part) for part in parts if part is not None)


def _creates(mode: Any, flags: Any) -> bool:
    if isinstance(mode, str):
        return any(letter in mode for letter in "wxa+")
    return isinstance(flags, int) and bool(flags & os.O_CREAT)


def can_interrupt() -> bool:
    """True where a hanging callable can be ended in this process: on the main thread, with SIGALRM."""
    return hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread()


def seconds_of(given: float | str) -> float | None:
    """A timeout as people write it: 0 is for none, which is None here. Raises `ValueError`."""
    found = float(given)
    if not 0 <= found < float("inf"):
        raise ValueError(f"{given} is no number of seconds")
    return found or None


@contextlib.contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raises `Hung` in the block after `seconds`, again every second until the block ends; None waits for ever."""
    if seconds is None or not can_interrupt():
        yield
        return

    def ring(signum: int, frame: FrameType | None) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, ring)
    remaining = signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *remaining)
        signal.signal(signal.SIGALRM, before)
