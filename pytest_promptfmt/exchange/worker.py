"""A second process that formats: under another hash seed, or where a hanging formatter can be ended only from outside.

``python -m pytest_promptfmt.exchange.worker`` reads pickled requests from standard input and writes pickled answers to
standard output; whatever a formatter prints goes to standard error. `Child` is the parent's side: requests are sent at
once, answers are read by a thread as they come, and a child that dies or hangs is started again behind the request that
it could not answer.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pickle
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

from pytest_promptfmt.corpus import Case, case_files
from pytest_promptfmt.exchange import Exchange, Failure, format_once, perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.resolve import resolve

Task: TypeAlias = Literal["digest", "perform"]
Pair: TypeAlias = tuple[str, Case]


@dataclass(frozen=True, slots=True)
class Start:
    """What the child needs to find the implementation; a list of `paths` becomes its ``sys.path``.

    `files` is where both place the files of cases, so that they have the same paths.
    """

    spec: str
    directory: str
    slug: str
    paths: tuple[str, ...]
    task: Task
    timeout: float | None
    files: str


def digest(payload: Any) -> str:
    """SHA-256 of a plain payload, in which the order of keys does not count."""
    text = json.dumps(payload, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def main() -> None:
    """The child's side."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = pickle.Unpickler(sys.stdin.buffer)  # it remembers what came before, as does who writes them
    start: Start = requests.load()
    sys.path[:] = start.paths
    case_files.use(start.files)
    implementation = resolve(start.spec, Path(start.directory), start.slug)
    with Caller() as call:
        while True:
            try:
                target, case = requests.load()
            except EOFError:
                return
            pickle.dump(_answer(start, implementation, target, case, call), answers)
            answers.flush()


def _answer(start: Start, implementation: Implementation, target: str, case: Case, call: Caller) -> Any:
    if start.task == "perform":
        return perform(implementation, target, case, call, timeout=start.timeout)
    try:
        return digest(format_once(implementation, target, case, call, start.timeout))
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


class Child:
    """The parent's side: `request` all that will be wanted, then take each `answer`; `close` ends the process.

    An answer is None where the child died over its request or did not answer in time.
    """

    _RESTARTS = 5

    def __init__(
        self, implementation: Implementation, task: Task, timeout: float | None, seed: str | None = None
    ) -> None:
        assert implementation.source is not None, "an object of this process cannot be found by another"
        self._start = Start(
            implementation.source, os.getcwd(), implementation.slug, tuple(sys.path), task, timeout, case_files.root()
        )
        self._patience = None if timeout is None else 3 * timeout + 30
        self._env = os.environ | ({"PYTHONHASHSEED": seed} if seed is not None else {})
        self._waiting: list[Pair] = []
        self._answers: dict[tuple[str, str], Any] = {}
        self._restarts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._inbox: queue.Queue[Any] = queue.Queue()
        self._outbox: queue.Queue[Any] = queue.Queue()

    def request(self, pairs: list[Pair]) -> None:
        """Sends the requests; returns at once."""
        self._waiting += pairs
        if self._process is None:
            self._launch()
        else:
            self._send(pairs)

    def answer(self, pair: Pair) -> Any:
        """The child's answer for `pair`, which must have been requested; None where it had none."""
        key = (pair[0], pair[1].id)
        while key not in self._answers:
            try:
                self._take(self._inbox.get(timeout=self._patience))
            except queue.Empty:
                self._skip_first()
        return self._answers[key]

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self._outbox.put(_DEAD)

    def _take(self, message: Any) -> None:
        if message is _DEAD:
            self._skip_first()
        else:
            target, case = self._waiting.pop(0)
            self._answers[target, case.id] = message

    def _skip_first(self) -> None:
        """The child died or hung over its first open request: that one stays without an answer."""
        self.close()
        self._restarts += 1
        skipped = self._waiting if self._restarts > self._RESTARTS else self._waiting[:1]
        self._waiting = self._waiting[len(skipped) :]
        for target, case in skipped:
            self._answers[target, case.id] = None
        if self._waiting:
            self._launch()

    def _launch(self) -> None:
        self._inbox, self._outbox = queue.Queue(), queue.Queue()
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest_promptfmt.exchange.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self._env | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        self._process = process
        threading.Thread(target=_receive, args=(process.stdout, self._inbox), daemon=True).start()
        threading.Thread(target=_deliver, args=(process.stdin, self._outbox), daemon=True).start()
        self._send([self._start, *self._waiting])

    def _send(self, messages: list[Any]) -> None:
        for message in messages:
            self._outbox.put(message)


_DEAD = object()


def _deliver(stream: IO[bytes] | None, outbox: queue.Queue[Any]) -> None:
    """Writes in the order of the requests, beside the parent's own work, since a full pipe waits for the child.

    A case that many targets have goes over once: one pickler writes all, and knows what it has written.
    """
    assert stream is not None
    requests = pickle.Pickler(stream)
    with contextlib.suppress(OSError), stream:  # it died: the receiving thread says so
        while (message := outbox.get()) is not _DEAD:
            requests.dump(message)
            if outbox.empty():
                stream.flush()


def _receive(stream: IO[bytes] | None, inbox: queue.Queue[Any]) -> None:
    assert stream is not None
    try:
        with stream:
            while True:
                inbox.put(pickle.load(stream))
    except (EOFError, OSError, pickle.UnpicklingError, ValueError):
        inbox.put(_DEAD)


def hung(target: str, case: Case, timeout: float | None) -> Exchange:
    """The exchange that a child did not come back from."""
    failure = Failure("hung", "Hung", f"no answer from its process (timeout {timeout} seconds)")
    return replace(Exchange(target, case, case.given()), failure=failure)


if __name__ == "__main__":
    main()
