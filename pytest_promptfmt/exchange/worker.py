"""A second process that formats: ahead of this one and under another hash seed, or in the place of this one.

``python -m pytest_promptfmt.exchange.worker`` reads pickled requests from standard input and writes pickled answers to
standard output; whatever a formatter prints goes nowhere. The parent's side is `second_process`.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import pickle
import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.common.added import GENERATED
from pytest_promptfmt.common.text import described
from pytest_promptfmt.corpus import Case, case_files
from pytest_promptfmt.exchange import format_once, perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.failure import Failure
from pytest_promptfmt.exchange.guard import forbid_breakpoints, load_implementation
from pytest_promptfmt.exchange.side_effects import NOTHING_BESIDE, Effects
from pytest_promptfmt.exchange.trial import Formatter
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.walking import asked

Task: TypeAlias = Literal["scout", "perform"]
Pair: TypeAlias = tuple[str, Case]


@dataclass(frozen=True, slots=True)
class Start:
    """What the child needs to find the implementation; a list of `paths` becomes its ``sys.path``.

    `files` is where both place the files of cases, so that they have the same paths. `scratch` is the directory that it
    works in, where what is in `directory` can be read: files that a formatter leaves behind are in nobody's way.
    """

    spec: str
    directory: str
    slug: str
    paths: tuple[str, ...]
    task: Task
    timeout: float | None
    files: str
    scratch: str


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """What the second process saw of one exchange; `digest` is of the payload, empty where there is a `failure`."""

    digest: str
    failure: Failure | None
    effects: Effects


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The process ``died`` over the exchange or was ``overdue``; it cannot be had at all, or was given up.

    ``debugged``: it stays away, since there is a breakpoint or a debugger.
    """

    how: Literal["died", "overdue", "unavailable", "given up", "debugged"]
    text: str


DEBUGGED = NoAnswer("debugged", "it stays away where there is a debugger or a breakpoint")


def digest(payload: Any, start: Start | None = None) -> str:
    """SHA-256 of what a plain payload asks; the order of keys is free. As if it were made where `start` says."""
    text = json.dumps(asked(payload), sort_keys=True, ensure_ascii=True)
    if start is not None:
        scratch, directory = (json.dumps(path)[1:-1] for path in (start.scratch, start.directory))
        text = text.replace(scratch, directory)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class CaseCache:
    """What both sides of the pipe know of the cases that went over it: the same, since both see all of them.

    A generated one has its target to itself, and is kept by nobody.
    """

    def __init__(self) -> None:
        self._known: dict[str, Case] = {}

    def spelled(self, pair: Pair) -> tuple[str, Case | str]:
        """The pair as it goes over: a case that is known there, by its id."""
        target, case = pair
        return (target, case.id) if self._known.get(case.id) is case else self._noted(target, case)

    def read(self, spelled: tuple[str, Case | str]) -> Pair:
        """The pair that came over."""
        target, case = spelled
        return (target, self._known[case]) if isinstance(case, str) else self._noted(target, case)

    def _noted(self, target: str, case: Case) -> Pair:
        if case.family != GENERATED:
            self._known[case.id] = case
        return target, case


class Heartbeat:
    """Before the first answer: it can be had. Later: a call has begun."""


def main() -> None:
    """The child's side."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which ends this process
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests, cases = os.fdopen(os.dup(0), "rb"), CaseCache()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def send(message: Any) -> None:
        pickle.dump(message, answers)
        answers.flush()

    start: Start = pickle.load(requests)
    sys.path[:] = start.paths
    case_files.adopt_root(start.files)
    forbid_breakpoints()
    os.chdir(start.scratch)
    try:
        implementation = load_implementation(start.spec, Path(start.directory), start.slug)
    except BaseException as error:
        send(NoAnswer("unavailable", described(error)))
        return
    send(Heartbeat())
    gc.freeze()  # what is imported stays: the collector need not walk over it again and again
    with Caller(lambda: send(Heartbeat())) as call:
        while True:
            try:
                target, case = cases.read(pickle.load(requests))
            except EOFError:  # who asked is gone, and cannot take away what both have left
                os.chdir(start.directory)
                shutil.rmtree(start.scratch, ignore_errors=True)
                shutil.rmtree(start.files, ignore_errors=True)
                return
            send(_answer(start, implementation, target, case, call))


def _answer(start: Start, implementation: Implementation, target: str, case: Case, call: Caller) -> Any:
    if start.task == "perform":
        performed = perform(implementation, target, case, call, timeout=start.timeout)
        return DEBUGGED if performed.effects.stopped else performed
    formatter = Formatter(implementation, target, call, start.timeout)
    try:
        payload, failure, effects = format_once(formatter, case)
        if failure is not None and failure.how == "exited" and formatter.remote:  # it may be an earlier one's answer
            payload, failure, effects = format_once(formatter, case)
    except KeyboardInterrupt:  # raised by the formatter, since nobody else interrupts this process: it stops the run
        return WorkerResult("", Failure("raised", "KeyboardInterrupt", ""), NOTHING_BESIDE)
    if effects.stopped:
        return DEBUGGED
    if failure is not None:
        return NoAnswer("died", failure.text) if failure.how == "exited" else WorkerResult("", failure, effects)
    return WorkerResult(digest(payload, start), None, effects)


if __name__ == "__main__":
    from pytest_promptfmt.exchange import worker  # what is pickled there is of the module, not of the program

    worker.main()
