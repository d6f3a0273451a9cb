"""What a formatter does beside formatting, as Python's audit events and a look before and after show it.

`EVENTS` is the index: a function for each event that matters. What code in C does without an event, nobody sees; what a
module does when it is first imported is a matter of the library's and of the process, not of the case at hand.
"""

from __future__ import annotations

import contextlib
import io
import json
import locale
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import FrameType
from typing import Any, Self

_CACHE = os.sep + "__pycache__" + os.sep


@dataclass(frozen=True, slots=True)
class Effects:
    """The account of one exchange. Paths are absolute; names of processes and threads are as they call themselves.

    `files` were made and left, `changed` were there before and are removed, renamed, written to, …, `process` is what
    of this process is another now (the working directory, a variable of the environment, …), `started` are other
    processes, `threads` those left running, `connections` what was tried and refused. `stopped` says that it came to a
    breakpoint. `said` is what a command wrote to standard error, which is no effect but helps to see why.
    """

    printed: str = ""
    said: str = ""
    files: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    process: tuple[str, ...] = ()
    started: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    connections: tuple[str, ...] = ()
    stopped: bool = False

    def __or__(self, other: Effects) -> Effects:
        """What either has seen."""
        named = (each.name for each in fields(self) if each.name not in ("printed", "said", "stopped"))
        both = {name: tuple(dict.fromkeys(getattr(self, name) + getattr(other, name))) for name in named}
        printed, said, stopped = self.printed or other.printed, self.said or other.said, self.stopped or other.stopped
        return Effects(printed=printed, said=said, stopped=stopped, **both)


NOTHING_BESIDE = Effects()


@dataclass(slots=True)
class SideEffects:
    """Notes what happens while it is the current one; `account` sums it up, `restore` mends what can be mended.

    `ended` is a way out of the process that was tried, and refused. `stopped` says that there was a breakpoint, and
    `shown` that what is printed is for somebody's eyes as well.
    """

    output: io.StringIO = field(default_factory=io.StringIO)
    said: str = ""
    connections: list[str] = field(default_factory=list)
    made: set[str] = field(default_factory=set)
    changed: dict[str, None] = field(default_factory=dict)
    started: list[str] = field(default_factory=list)
    variables: dict[str, str | None] = field(default_factory=dict)
    moved: bool = False
    ended: str = ""
    stopped: bool = False
    shown: bool = False
    before: State = field(default_factory=lambda: State.now())

    def account(self, now: State) -> Effects:
        """What is so at the end, which is `now`: a file that was made and removed again is nobody's business."""
        return Effects(
            printed=self.output.getvalue(),
            said=self.said,
            files=tuple(sorted(path for path in self.made if os.path.lexists(path))),
            changed=tuple(self.changed),
            process=tuple(self.before.differences(now, self.variables, moved=self.moved)),
            started=tuple(dict.fromkeys(self.started)),
            threads=tuple(sorted(thread.name for thread in self.left_running())),
            connections=tuple(self.connections),
            stopped=self.stopped,
        )

    def left_running(self) -> list[threading.Thread]:
        """Threads that were started and still run, but for those that an event loop keeps."""
        return [
            thread
            for thread in threading.enumerate()
            if thread.ident not in self.before.threads and not _is_a_loops(thread)
        ]

    def restore(self, now: State) -> None:
        """The next case finds the directory and the environment as this one did."""
        self.before.restore(now, self.variables)


_ENVIRON = os.environ
_TEST = "PYTEST_CURRENT_TEST"


@contextlib.contextmanager
def as_in_use() -> Iterator[None]:
    """Without what pytest says of itself: who asks for it sends something else while it is tested (chatlas a seed)."""
    test = os.environ.pop(_TEST, None)
    try:
        yield
    finally:
        if test is not None:
            os.environ[_TEST] = test


def _is_a_loops(thread: threading.Thread) -> bool:
    """One that an event loop keeps, and that works for whoever asks: now for this exchange, now for the next."""
    return thread.name.startswith("asyncio_")


@dataclass(frozen=True, slots=True)
class State:
    """What every case of a process shares."""

    directory: str
    environment: Mapping[Any, Any]
    replaced: bool
    mask: int
    place: str
    threads: frozenset[int | None]
    depth: int = 0
    spelled: tuple[Any, ...] = ()

    @classmethod
    def now(cls) -> Self:
        try:
            directory = os.getcwd()
        except OSError:  # it was removed
            directory = ""
        mask = os.umask(0o077)
        os.umask(mask)
        environment = dict(_ENVIRON._data)  # type: ignore[attr-defined]  # as bytes: a tenth of the time
        idents = frozenset(thread.ident for thread in threading.enumerate() if not _is_a_loops(thread))
        replaced = os.environ is not _ENVIRON
        place = locale.setlocale(locale.LC_ALL)
        spelled = (json.dumps, json.loads)
        return cls(directory, environment, replaced, mask, place, idents, sys.getrecursionlimit(), spelled)

    def differences(self, now: State, variables: Mapping[str, str | None], *, moved: bool) -> list[str]:
        """What is another now; `variables` are those last put into the environment of the process.

        Whether its directory was `moved` is known apart: a thread that an earlier exchange has left may move it too.
        """
        found = ["the working directory"] if moved and now.directory != self.directory else []
        found += ["os.environ, which is another object now"] if now.replaced and not self.replaced else []
        names = {name for name, value in variables.items() if value != self.variable(name)}
        found += [f"the environment variable {name}" for name in sorted(names)]
        found += [] if now.mask == self.mask else ["the umask"]
        found += [] if now.depth == self.depth else ["the recursion limit"]
        found += [] if now.spelled == self.spelled else ["json.dumps or json.loads, for everybody"]
        return found + ([] if now.place == self.place else ["the locale"])

    def variable(self, name: str) -> str | None:
        encode, decode = _ENVIRON.encodekey, _ENVIRON.decodevalue
        value = self.environment.get(encode(name))
        return None if value is None else decode(value)

    def restore(self, now: State, variables: Iterable[str]) -> None:
        if not self.replaced:
            os.environ = _ENVIRON  # noqa: B003  # the very object that was there
        if now.directory != self.directory and self.directory:
            os.chdir(self.directory)
        for name in list(variables):
            value = self.variable(name)
            if value is None:
                _ENVIRON.pop(name, None)
                os.unsetenv(name)
            else:
                _ENVIRON[name] = value
        if now.mask != self.mask:
            os.umask(self.mask)
        if now.place != self.place:
            locale.setlocale(locale.LC_ALL, self.place)
        if now.depth != self.depth:
            sys.setrecursionlimit(self.depth)
        if now.spelled != self.spelled:
            json.dumps, json.loads = self.spelled


def _path(named: Any, directory: Any = None) -> str:
    """The absolute path of what an event names; ``""`` for what is no path, or none that concerns anybody."""
    if not isinstance(named, (str, bytes, os.PathLike)):
        return ""  # a file that is open already
    path = os.fsdecode(named)
    if isinstance(directory, int) and directory >= 0:
        try:
            path = os.path.join(os.readlink(f"/proc/self/fd/{directory}"), path)
        except OSError:
            return ""
    path = os.path.abspath(path)
    return "" if _CACHE in path else path


def _at_import() -> bool:
    """Is it a module that does this while it is imported?"""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def _written(effects: SideEffects, path: str) -> None:
    if not path or path in effects.made or _at_import():
        return
    if not os.path.lexists(path):
        effects.made.add(path)
    elif os.path.isfile(path):
        effects.changed[path] = None


def _touched(effects: SideEffects, path: str) -> None:
    if path and path not in effects.made and os.path.lexists(path) and not _at_import():
        effects.changed[path] = None


def _opened(effects: SideEffects, path: Any, mode: Any = None, flags: Any = 0, *_: Any) -> None:
    writes = isinstance(mode, str) and any(letter in mode for letter in "wxa+")
    writes = writes or (
        mode is None and isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    )
    if writes:
        _written(effects, _path(path))


def _renamed(effects: SideEffects, source: Any, target: Any, source_dir: Any = -1, target_dir: Any = -1) -> None:
    old, new = _path(source, source_dir), _path(target, target_dir)
    _touched(effects, old)
    _written(effects, new)


def _linked(effects: SideEffects, source: Any, target: Any, *directories: Any) -> None:
    _written(effects, _path(target, directories[-1] if directories else -1))


def _database(effects: SideEffects, path: Any, *_: Any) -> None:
    if path not in (":memory:", b":memory:", "", b"") and not str(path).startswith("file:"):
        _written(effects, _path(path))


def _started(effects: SideEffects, program: Any = "a fork", *_: Any) -> None:
    if _at_import():
        return
    named = program[0] if isinstance(program, (list, tuple)) and program else program
    effects.started.append(
        os.path.basename(os.fsdecode(named)) if isinstance(named, (str, bytes, os.PathLike)) else "?"
    )


def _moved(effects: SideEffects, *_: Any) -> None:
    effects.moved = effects.moved or not _at_import()


def _variable(effects: SideEffects, name: Any, value: Any = None) -> None:
    if not _at_import():
        effects.variables[os.fsdecode(name)] = None if value is None else os.fsdecode(value)


EVENTS: dict[str, Callable[..., None]] = {
    "open": _opened,
    "os.remove": lambda effects, path, directory=-1, *_: _touched(effects, _path(path, directory)),
    "os.rmdir": lambda effects, path, directory=-1, *_: _touched(effects, _path(path, directory)),
    "os.chmod": lambda effects, path, mode=0, directory=-1, *_: _touched(effects, _path(path, directory)),
    "os.chown": lambda effects, path, uid=0, gid=0, directory=-1, *_: _touched(effects, _path(path, directory)),
    "os.chflags": lambda effects, path, *_: _touched(effects, _path(path)),
    "os.setxattr": lambda effects, path, *_: _touched(effects, _path(path)),
    "os.removexattr": lambda effects, path, *_: _touched(effects, _path(path)),
    "os.chdir": _moved,
    "os.truncate": lambda effects, path, *_: _written(effects, _path(path)),
    "os.rename": _renamed,
    "os.mkdir": lambda effects, path, mode=0, directory=-1, *_: _written(effects, _path(path, directory)),
    "os.link": _linked,
    "os.symlink": _linked,
    "sqlite3.connect": _database,
    "subprocess.Popen": _started,
    "os.system": lambda effects, command, *_: _started(effects, command.split()[0] if command.split() else command),
    "os.posix_spawn": _started,
    "os.startfile": _started,
    "os.fork": lambda effects, *_: _started(effects),
    "os.forkpty": lambda effects, *_: _started(effects),
    "os.putenv": _variable,
    "os.unsetenv": _variable,
}
