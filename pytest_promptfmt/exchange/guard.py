"""A foreign callable, run so that it harms neither the run nor the other cases, and watched while it runs.

`watch()` notes what a formatter does beside formatting (`side_effects`), refuses connections, and mends what every
case shares. It is a process-wide audit hook, installed with the first watch and idle outside of one, and a guard before
the ways out of the process. What the hook is told by a thread that an earlier exchange left running is nobody's.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TextIO

from pytest_promptfmt.common.text import class_name, safe_lines
from pytest_promptfmt.common.tls import without_system_certificates
from pytest_promptfmt.exchange.connections import NETWORK, Blocked, address_in, address_of, refused_connections
from pytest_promptfmt.exchange.side_effects import EVENTS, SideEffects, as_in_use
from pytest_promptfmt.implementation import Implementation, ImplementationError
from pytest_promptfmt.implementation.resolve import resolve


class Stopped(BaseException):
    """A formatter came to a breakpoint in a process where nobody sits."""


class Ended(BaseException):
    """A formatter tried to end the process in a way that would pass for a run in which nothing failed."""


class _Watch:
    """What is going on in this process; there is one."""

    effects: SideEffects | None = None
    thread = 0
    process = 0
    importing = False
    breakpoints_allowed = True
    """Somebody may sit before this process, and talk to a debugger."""
    leftover_threads: frozenset[int] = frozenset()
    """Threads that implementations have started and left running."""
    refused_exits: list[str] = []  # noqa: RUF012  # there is one watch
    """Ways out that such threads have tried."""


_exit: Callable[[int], NoReturn] = os._exit
_installed = False


def install() -> None:
    """Puts the guard before the ways out; early, since ``from os import _exit`` keeps what it finds."""
    global _installed
    if _installed:
        return
    _installed = True
    sys.addaudithook(_hook)
    os._exit = _refuse_exit
    system: Any = sys.modules.get("posix") or sys.modules.get("nt")
    if system is not None:
        system._exit = _refuse_exit
    alarm = getattr(signal, "SIGALRM", None)
    if alarm and threading.current_thread() is threading.main_thread() and signal.getsignal(alarm) is signal.SIG_DFL:
        signal.signal(alarm, lambda *_: None)  # between two deadlines it would end the process


@contextlib.contextmanager
def importing() -> Iterator[None]:
    """While foreign modules are imported, which must not end the process either."""
    install()
    before = frozenset(thread.ident for thread in threading.enumerate())
    _Watch.process, _Watch.importing = os.getpid(), True
    try:
        yield
    finally:
        _Watch.importing = False
        _Watch.leftover_threads |= {
            t.ident for t in threading.enumerate() if t.ident is not None and t.ident not in before
        }


@contextlib.contextmanager
def watch() -> Iterator[SideEffects]:
    """Watches this process until the block ends; connections are refused with `Blocked`."""
    install()
    with as_in_use():
        effects = SideEffects()
        outer = _Watch.effects, _Watch.thread, _Watch.process
        here = os.getpid()
        _Watch.effects, _Watch.thread, _Watch.process = effects, threading.get_ident(), here
        try:
            with contextlib.redirect_stdout(_Printed(effects, sys.stdout)), without_system_certificates():
                yield effects
        finally:
            if os.getpid() != here:
                _exit(0)  # what a formatter has forked does not go on with the session
            _Watch.leftover_threads = frozenset(
                t.ident for t in threading.enumerate() if t.ident in _Watch.leftover_threads
            ) | frozenset(thread.ident for thread in effects.left_running() if thread.ident is not None)
            _Watch.effects, _Watch.thread, _Watch.process = outer


class _Printed(io.TextIOBase):
    """What is printed goes to the account of who prints it: nothing of threads that earlier exchanges have left.

    It goes on to `beyond` where it is shown, and from a breakpoint on goes there alone: now the debugger speaks.
    """

    def __init__(self, effects: SideEffects, beyond: TextIO) -> None:
        self._effects, self.beyond = effects, beyond

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if threading.get_ident() in _Watch.leftover_threads:
            return len(text)
        if self._effects.shown or self._effects.stopped:
            self.beyond.write(safe_lines(text.expandtabs()))
        return len(text) if self._effects.stopped else self._effects.output.write(text)

    def flush(self) -> None:
        if self._effects.shown or self._effects.stopped:
            self.beyond.flush()


@contextlib.contextmanager
def unwatched() -> Iterator[SideEffects | None]:
    """For what the kit itself does in the middle of a watch, such as starting an event loop; gives the account."""
    effects, _Watch.effects = _Watch.effects, None
    try:
        yield effects
    finally:
        _Watch.effects = effects


def _is_foreign() -> bool:
    """Does this thread run a formatter's code, or its module's?"""
    ident = threading.get_ident()
    if os.getpid() != _Watch.process:
        return False
    if _Watch.importing or ident in _Watch.leftover_threads:
        return True
    effects = _Watch.effects
    return effects is not None and (ident == _Watch.thread or ident not in effects.before.threads)


def _refuse_exit(status: int) -> NoReturn:
    if _is_foreign():
        _refuse(f"os._exit({status})")
    _exit(status)


def _refuse(way: str) -> NoReturn:
    """Notes a way out and ends who tries it: a thread in silence, and the formatter, which may swallow it."""
    ident = threading.get_ident()
    if ident in _Watch.leftover_threads:
        _Watch.refused_exits.append(way)
    elif _Watch.effects is not None:
        _Watch.effects.ended = _Watch.effects.ended or way
    if threading.current_thread() is threading.main_thread() or ident == _Watch.thread:
        raise Ended(way)
    raise SystemExit


def has_leftover_threads() -> bool:
    """Are there threads that earlier exchanges, or the import, have left running?"""
    alive = {thread.ident for thread in threading.enumerate()}
    return not alive.isdisjoint(_Watch.leftover_threads)


def refused_exits() -> list[str]:
    """The ways out that threads have tried which earlier exchanges, or the import, have left running."""
    return list(_Watch.refused_exits)


_EXEC = ("os.exec",)
_BREAKPOINTS = ("builtins.breakpoint", "pdb.Pdb")


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if event not in _WATCHED_EVENTS or not _is_foreign():
        return
    if event in _EXEC:
        _refuse(f"os.exec({args[0]!r})")
    if event in _BREAKPOINTS:
        return _stop()
    effects = _Watch.effects
    if event in NETWORK:
        named = address_of(event, args)
        if effects is not None and threading.get_ident() not in _Watch.leftover_threads:
            effects.connections.append(named)
        if effects is not None or not _Watch.importing:
            raise Blocked(named)
    elif effects is not None and threading.get_ident() not in _Watch.leftover_threads:
        with unwatched():
            EVENTS[event](effects, *args)


def forbid_breakpoints() -> None:
    """From now on nobody sits before this process: a breakpoint in it raises `Stopped`."""
    _Watch.breakpoints_allowed = False


def at_breakpoint() -> bool:
    """Has the exchange that is watched come to a breakpoint?"""
    return _Watch.effects is not None and _Watch.effects.stopped


def _stop() -> None:
    """A breakpoint is for who sits here, and is what they see; ``PYTHONBREAKPOINT=0`` says that there is none."""
    if os.environ.get("PYTHONBREAKPOINT") == "0":
        return
    if _Watch.effects is not None:
        _Watch.effects.stopped = True
    if not _Watch.breakpoints_allowed:
        raise Stopped("a breakpoint")
    if isinstance(sys.stdout, _Printed):
        sys.stdout = sys.stdout.beyond


_WATCHED_EVENTS = frozenset((*NETWORK, *_EXEC, *_BREAKPOINTS, *EVENTS))


def note_refused_connections(error: BaseException) -> None:
    """Where a refused connection is behind an error of this exchange, it tried one, in whatever thread that was."""
    effects = _Watch.effects
    if effects is not None:
        tried = dict.fromkeys(blocked.address for blocked in refused_connections(error))
        effects.connections += [address for address in tried if address not in effects.connections]


def note_native_connection(text: str) -> None:
    """A client in native code, which the hook does not hear, has tried a connection where its error says so."""
    if _Watch.effects is not None and (address := address_in(text)):
        _Watch.effects.connections.append(address)


def load_implementation(spec: str, directory: Path, slug: str | None = None) -> Implementation:
    """The implementation that `spec` names, seen from `directory`; raises `ImplementationError`, whatever happens."""
    try:
        streams = sys.stdout, sys.stderr
        with importing():
            try:
                return resolve(spec, directory, slug)
            finally:
                sys.stdout, sys.stderr = streams  # what an import puts in their place would swallow the report
    except (KeyboardInterrupt, ImplementationError):
        raise
    except BaseException as error:  # its tables and the texts of its errors are foreign code as well
        raise ImplementationError(f"{spec!r} cannot be read: {class_name(error)}") from None
