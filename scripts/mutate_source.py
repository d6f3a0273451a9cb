"""Which small changes to a formatter's source does the kit tell? Run it where the library is installed.

``python scripts/mutate_source.py langchain langchain_anthropic.chat_models anthropic.chat --every=7 --lines=716-1070``
makes every seventh change to functions of that module, one at a time in a process of its own, and formats the corpus.
Killed is a change with a new error; unseen one that changes no payload; what is left is listed, to be read: it may be
right.
"""

from __future__ import annotations

import ast
import asyncio
import gc
import importlib
import inspect
import logging
import multiprocessing
import random
import re
import sys
import warnings
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from options import parser
from source_mutants import SourceMutant, source_mutants

from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.implementation import Implementation, TwoStep
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan

_FOLDER = re.compile(r"promptfmt-[0-9a-f]{16}")
_PATIENCE = 120.0
"""Seconds for one mutant."""
_ELSEWHERE = "errors/file-on-another-host"
"""Who fetches it is stopped, each time at another place."""
_LOOKED_AT = 80
"""Changed payloads of one mutant: after as many without an error it counts as not told."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One target of an implementation: what is formatted, and what was made and told of it before any change."""

    implementation: Implementation
    target: str
    cases: tuple[Case, ...]

    def made(self, case: Case) -> Any:
        entry = self.implementation.formatters[self.target]
        try:
            if isinstance(entry, TwoStep):
                return _awaited(entry.format(_awaited(entry.prepare(case.given()))))
            return _awaited(entry(case.given()))
        except Exception as error:
            return error

    def errors(self, case: Case, made: Any) -> Counter[str]:
        """What is told of a formatter that gives, or raises, what was made before."""

        def formatter(_: Any) -> Any:
            if isinstance(made, Exception):
                raise made
            return made

        free = replace(self.implementation, formatters={self.target: formatter}, source=None)
        with Judge(free) as judge:
            found = judge.judge(self.target, case).findings
        return Counter(finding.id for finding in found if finding.is_error)


def _awaited(value: Any) -> Any:
    if not inspect.isawaitable(value):
        return value

    async def wait() -> Any:
        return await value

    return asyncio.run(wait())


def outcome(subject: Subject, before: dict[str, tuple[str, Counter[str]]]) -> str:
    """Of the change that was made in this process: killed and by what, unseen, or the cases in which it shows."""
    shown = []
    for case in subject.cases:
        made = subject.made(case)
        payload, errors = before[case.id]
        if _key(made) == payload:
            continue
        shown.append(case.id)
        if new := subject.errors(case, made) - errors:
            return f"killed: {', '.join(sorted(new))}"
        if len(shown) == _LOOKED_AT:
            break
    return f"not told: {', '.join(shown[:3])}" if shown else "unseen"


def _key(made: Any) -> str:
    """What was made, but for the folder that each process places the cases' files in."""
    return f"raised {type(made).__name__}" if isinstance(made, Exception) else _FOLDER.sub("", repr(made))


def functions_of(path: str) -> list[FunctionType]:
    return [each for each in gc.get_objects() if isinstance(each, FunctionType) and each.__code__.co_filename == path]


def put(code: CodeType, functions: list[FunctionType]) -> None:
    """The module's functions as they are in `code`, where they are the same function there."""
    new: dict[tuple[str, int], CodeType] = {}
    stack = [code]
    while stack:
        found = [each for each in stack.pop().co_consts if isinstance(each, CodeType)]
        new |= {(each.co_qualname, each.co_firstlineno): each for each in found}
        stack += found
    for function in functions:
        old = function.__code__
        other = new.get((old.co_qualname, old.co_firstlineno))
        if other is not None and other.co_freevars == old.co_freevars:
            function.__code__ = other


@contextmanager
def lines_run(path: str) -> Iterator[set[int]]:
    """The lines of the module that are come by within: elsewhere no change shows."""
    seen: set[int] = set()

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != path:
            return None
        seen.add(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        yield seen
    finally:
        sys.settrace(None)


def main(options: Namespace) -> None:
    logging.disable()
    warnings.simplefilter("ignore")
    implementation = resolve(options.implementation, Path.cwd())
    module = importlib.import_module(options.module)
    path = str(module.__file__)
    planned = (case for target, case in plan(implementation, corpus()) if target == options.target)
    cases = [case for case in planned if not case.budget and case.id != _ELSEWHERE]
    random.Random(7).shuffle(cases)
    subject = Subject(implementation, options.target, tuple(cases))
    first = {case.id: subject.made(case) for case in cases}
    with lines_run(path) as seen:
        steady = tuple(case for case in cases if _key(subject.made(case)) == _key(first[case.id]))
    subject = replace(subject, cases=steady)
    before = {case.id: (_key(first[case.id]), subject.errors(case, first[case.id])) for case in steady}
    spans = [tuple(map(int, span.split("-"))) for span in options.lines]

    def wanted(node: ast.AST) -> bool:
        line, end = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        if line is None:
            return True
        within = not spans or any(low <= line <= high for low, high in spans)
        return within and not seen.isdisjoint(range(line, (end or line) + 1))

    functions, tally = functions_of(path), Counter[str]()
    for number, mutant in enumerate(source_mutants(Path(path).read_text("utf-8"), path, wanted)):
        if number % options.every == 0:
            told = in_a_process(subject, before, mutant, functions)
            tally[told.partition(":")[0]] += 1
            if told.startswith("not told"):
                print(f"{mutant.line}: {mutant.change}: {' '.join(mutant.old.split())[:90]}: {told}", flush=True)
    print(f"{options.target} of {options.module}, {len(steady)} cases: {dict(tally)}")


def in_a_process(
    subject: Subject, before: dict[str, tuple[str, Counter[str]]], mutant: SourceMutant, functions: list[FunctionType]
) -> str:
    """The outcome of one mutant, which may end or hang the process that it is made in."""
    context = multiprocessing.get_context("fork")
    told, answer = context.Pipe(duplex=False)

    def run() -> None:
        put(mutant.code, functions)
        answer.send(outcome(subject, before))

    process = context.Process(target=run)
    process.start()
    answer.close()
    try:
        return str(told.recv()) if told.poll(_PATIENCE) else "hung"
    except EOFError:
        return "ended"
    finally:
        told.close()
        process.kill()
        process.join()


if __name__ == "__main__":
    arguments = parser(__doc__)
    arguments.add_argument("implementation")
    arguments.add_argument("module")
    arguments.add_argument("target")
    arguments.add_argument("--every", type=int, default=1)
    arguments.add_argument("--lines", action="append", default=[], metavar="FROM-TO")
    main(arguments.parse_args())
