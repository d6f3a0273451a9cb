"""The parent's side of a second process that formats (`worker`): requests go ahead, answers are taken when wanted.

A ``scout`` goes ahead of this process, since what ends or hangs a process is to cost one exchange and not the run: an
exchange that it does not survive is not tried here. One that is to ``perform`` works in the place of this process,
where a hanging formatter can be ended only from outside.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from dataclasses import replace
from typing import IO, Any, Literal

from pytest_promptfmt.corpus import case_files
from pytest_promptfmt.exchange.side_effects import NOTHING_BESIDE
from pytest_promptfmt.exchange.timing import seconds_without_cpu
from pytest_promptfmt.exchange.worker import CaseCache, Heartbeat, NoAnswer, Pair, Start, Task, WorkerResult
from pytest_promptfmt.implementation import Implementation

_SHORTEST_WAIT = 0.1
"""Seconds for which it is not worth to wait once more."""


class WorkerProcess:
    """The parent's side: `request` all that will be wanted, then take each `answer`; `close` ends the process.

    It is asked for later requests first, a few at a time: what a formatter carries from one case to the next is then
    something else than here. A request over which it died, or with which it did not begin in time, is tried once more,
    since an earlier one may have left a thread that ended it, or have taken its requests away.
    """

    _TURNED = 16
    _DEATHS = 60

    def __init__(
        self, implementation: Implementation, task: Task, timeout: float | None, seed: str | None = None
    ) -> None:
        assert implementation.source is not None, "an object of this process cannot be found by another"
        directory = os.getcwd()
        self._start = Start(
            implementation.source,
            directory,
            implementation.slug,
            tuple(os.path.abspath(path) for path in sys.path),
            task,
            timeout,
            case_files.root(),
            _scratch(directory),
        )
        self._patience = None if timeout is None else 2 * timeout + 1
        self._patience_at_first = None if timeout is None else 3 * timeout + 15
        self._env = os.environ | ({"PYTHONHASHSEED": seed} if seed is not None else {})
        self._waiting: list[Pair] = []
        self._answers: dict[tuple[str, str], Any] = {}
        self._again: set[tuple[str, str]] = set()
        self._deaths = 0
        self._ready = self._begun = False
        self._process: subprocess.Popen[bytes] | None = None
        self._inbox: queue.Queue[Any] = queue.Queue()
        self._outbox: queue.Queue[Any] = queue.Queue()
        self._unavailable: NoAnswer | None = None

    def start(self) -> None:
        """Starts the process before there is a request: it takes its time to import what it is to judge."""
        if self._process is None and self._unavailable is None:
            self._launch()

    def request(self, pairs: list[Pair]) -> None:
        """Sends the requests; returns at once."""
        if self._unavailable is not None:
            self._fail(pairs, self._unavailable)
            return
        chunks = (pairs[i : i + self._TURNED] for i in range(0, len(pairs), self._TURNED))
        turned = [pair for chunk in chunks for pair in reversed(chunk)]
        self._waiting += turned
        if self._process is None:
            self._launch()
        else:
            self._send(turned)

    def answer(self, pair: Pair) -> Any:
        """What the child answers to `pair`, which must have been requested; a `NoAnswer` where it does not."""
        key = _key(pair)
        while key not in self._answers:
            try:
                self._take(self._next())
            except queue.Empty:
                self._lost("overdue")
        return self._answers[key]

    def _next(self) -> Any:
        """Its next message; raises `queue.Empty` where none comes in the time that a busy machine has left to it."""
        assert self._process is not None
        with contextlib.suppress(queue.Empty):  # it is mostly ahead
            return self._inbox.get_nowait()
        patience = self._patience if self._ready else self._patience_at_first
        while True:
            before = seconds_without_cpu(self._process.pid)
            try:
                return self._inbox.get(timeout=patience)
            except queue.Empty:
                patience = seconds_without_cpu(self._process.pid) - before
                if patience < _SHORTEST_WAIT:
                    raise

    def close(self) -> None:
        """Ends the process and takes its directory away."""
        self._end()
        shutil.rmtree(self._start.scratch, ignore_errors=True)

    def _end(self, patience: float = 0.0) -> int:
        """How it ended: by itself, where it is about to, else because of us."""
        status = 0
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
            self._process.kill()
            status = self._process.wait()
            self._process = None
            self._outbox.put(_DEAD)
        self._ready = self._begun = False
        return status

    def _take(self, message: Any) -> None:
        match message:
            case Heartbeat():
                self._begun, self._ready = self._ready, True
            case NoAnswer(how="unavailable" | "debugged"):
                self._give_up(message)
            case _Dead():
                self._lost("died")
            case WorkerResult(effects=effects) if effects == NOTHING_BESIDE:
                self._answered(replace(message, effects=NOTHING_BESIDE))  # one is enough to keep
            case _:
                self._answered(message)

    def _answered(self, answer: Any) -> None:
        self._begun = False
        self._answers[_key(self._waiting.pop(0))] = answer

    def _lost(self, how: Literal["died", "overdue"]) -> None:
        """The child died or hung. Over its first open request, if it had begun with it; else nobody knows over what."""
        begun, ready, first = self._begun, self._ready, self._waiting[0]
        status = self._end(1.0 if how == "died" else 0.0)
        self._deaths += 1
        if not ready:
            self._give_up(
                NoAnswer("unavailable", f"it ended while it imported the implementation ({_exit_reason(status)})")
            )
        elif self._deaths > self._DEATHS:
            self._give_up(NoAnswer("given up", f"the second process died {self._deaths - 1} times; no more is tried"))
        else:
            blamed, overdue = _key(first) in self._again, how == "overdue"
            if (begun and overdue) or (blamed and (begun or overdue)):
                self._fail([self._waiting.pop(0)], NoAnswer(how, "" if overdue else _exit_reason(status)))
            elif begun or overdue:
                self._again.add(_key(first))
            if self._waiting:
                self._launch()

    def _give_up(self, answer: NoAnswer) -> None:
        self._unavailable = answer
        self._fail(self._waiting, answer)
        self._waiting = []
        self._end()

    def _fail(self, pairs: list[Pair], answer: NoAnswer) -> None:
        for pair in pairs:
            self._answers[_key(pair)] = answer

    def _launch(self) -> None:
        self._inbox, self._outbox = queue.Queue(), queue.Queue()
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pytest_promptfmt.exchange.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self._env | {"PYTHONPATH": os.pathsep.join(_installed_first(sys.path))},
        )
        self._process = process
        threading.Thread(target=_receive, args=(process.stdout, self._inbox), daemon=True).start()
        threading.Thread(target=_deliver, args=(process.stdin, self._outbox), daemon=True).start()
        self._send([self._start, *self._waiting])

    def _send(self, messages: list[Any]) -> None:
        for message in messages:
            self._outbox.put(message)


def _installed_first(paths: list[str]) -> list[str]:
    """Where the child's own imports are looked for: a statistics.py of the user's must not be Python's."""
    pythons = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return sorted((os.path.abspath(path) for path in paths if path), key=lambda path: not path.startswith(pythons))


def _key(pair: Pair) -> tuple[str, str]:
    return pair[0], pair[1].id


def _exit_reason(status: int) -> str:
    return f"killed by signal {-status}" if status < 0 else f"exit status {status}"


def _scratch(directory: str) -> str:
    """A directory in which the files of another can be read by their relative names."""
    scratch = tempfile.mkdtemp(prefix="promptfmt-")
    with contextlib.suppress(OSError), os.scandir(directory) as entries:
        for number, entry in enumerate(entries):
            if number == 1_000:  # nobody reads so many by name
                break
            os.symlink(os.path.abspath(entry.path), os.path.join(scratch, entry.name))
    return scratch


class _Dead:
    """The stream has ended."""


_DEAD = _Dead()


def _deliver(stream: IO[bytes] | None, outbox: queue.Queue[Any]) -> None:
    """Writes in the order of asking, beside the parent's own work, since a full pipe waits for the child.

    A case that many targets have goes over once, and then by its id (see `CaseCache`).
    """
    assert stream is not None
    cases = CaseCache()
    with contextlib.suppress(OSError), stream:  # it died: the receiving thread says so
        while (message := outbox.get()) is not _DEAD:
            pickle.dump(message if isinstance(message, Start) else cases.spelled(message), stream)
            if outbox.empty():
                stream.flush()


def _receive(stream: IO[bytes] | None, inbox: queue.Queue[Any]) -> None:
    assert stream is not None
    try:
        with stream:
            while True:
                inbox.put(pickle.load(stream))
    except Exception:  # its end, or what is no answer
        inbox.put(_DEAD)
