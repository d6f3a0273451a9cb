"""The judge: exchange → findings → verdicts. pytest, `check_formatter` and the command line render its verdicts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any, Self

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.common.text import class_name
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import Case, by_id
from pytest_promptfmt.corpus.case_files import Placeholders, placeholder_restorer, placeholders_of
from pytest_promptfmt.corpus.golden import check_generation
from pytest_promptfmt.exchange import Exchange, failed_exchange, format_once, perform, remove_temporary
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.debugger import attached, is_debugger_quit
from pytest_promptfmt.exchange.failure import Failure
from pytest_promptfmt.exchange.second_process import WorkerProcess
from pytest_promptfmt.exchange.side_effects import NOTHING_BESIDE
from pytest_promptfmt.exchange.timing import can_interrupt
from pytest_promptfmt.exchange.trial import Formatter
from pytest_promptfmt.exchange.worker import DEBUGGED, NoAnswer, WorkerResult
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.command import Remote
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.questions import Questions
from pytest_promptfmt.verdicts.verdict import Verdict

WITH_TOOLS = ("tools/single-call", "tools/offer-not-called")
"""Plain cases that show whether a formatter lists the tools on offer, or leaves them to its caller."""


class Judge:
    """Judges one implementation; keeps its event loop and its second process. Use it as a context manager.

    `expect` announces the exchanges to come, so that the second process can go ahead: it formats them under another
    hash seed, and what it does not survive is not tried in this one. Where a formatter is `debugged`, or has a
    breakpoint, nobody goes ahead and no call is timed; what it prints can be `shown`.
    """

    def __init__(
        self,
        implementation: Implementation,
        *,
        checks: Iterable[str] = tuple(CHECKS),
        timeout: float | None = 10.0,
        context: Mapping[str, Any] | None = None,
        reference: str | None = None,
        debugged: bool = False,
        shown: bool = False,
    ) -> None:
        self.implementation = implementation
        self.debugged = debugged or attached()
        self._timeout, self._shown = timeout, shown
        self._questions = Questions(
            implementation, tuple(checks), dict(context or {}), check_generation(reference) if reference else None
        )
        self._call = Caller()
        self._scout: WorkerProcess | None = None
        self._stand_in: WorkerProcess | None = None
        self._expected: set[tuple[str, str]] = set()
        self._left: set[str] = set()
        self._tools_written: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the second process and the event loop; what formatters left among the temporary files goes."""
        self._call.close()
        for child in (self._scout, self._stand_in):
            if child is not None:
                child.close()
        self._scout = self._stand_in = None
        remove_temporary(self._left, folders=True)

    def start(self) -> None:
        """Starts the second process, where there can be one: an object has none, nor has a process under a debugger."""
        if self._scout is None and self.implementation.source is not None and not self.debugged:
            self._scout = WorkerProcess(self.implementation, "scout", self._timeout, seed=_other_seed())
            self._scout.start()

    def expect(self, pairs: list[tuple[str, Case]]) -> None:
        """Sends the second process ahead to these exchanges."""
        if pairs:
            self.start()
        if not pairs or self._scout is None:
            return
        self._scout.request(pairs)
        self._expected |= {(target, case.id) for target, case in pairs}

    def judge(self, target: str, case: Case) -> Judgement:
        """Formats one case; a verdict for every selected check.

        What the kit cannot handle itself is the finding ``kit.crashed``, of this exchange and the checks that it hit.
        """
        there = self._seen_there(target, case)
        try:
            exchange = self._exchange(target, case, there)
        except Exception as error:
            if self.debugged and is_debugger_quit(error):
                raise
            exchange = failed_exchange(target, case, Failure("raised", class_name(error), ""))
            return Judgement(self.implementation, exchange, tuple(self._questions.crashed(exchange, error)))
        self.debugged = self.debugged or exchange.effects.stopped
        self._left.update(exchange.effects.files)
        verdicts = tuple(self._questions.verdicts(exchange, there, partial(self._tools_written_in, target)))
        judgement = Judgement(
            self.implementation, replace(exchange, varied=()) if exchange.varied else exchange, verdicts
        )
        return portable(judgement) if case.files else judgement

    def _tools_written_in(self, target: str) -> str:
        """A plain case for which the formatter lists the tools on offer; "" where there is none, or nobody may ask."""
        if self.debugged:
            return ""
        if target not in self._tools_written:
            listed = (case for case in map(by_id().__getitem__, WITH_TOOLS) if self._lists_tools(target, case))
            self._tools_written[target] = next((case.id for case in listed), "")
        return self._tools_written[target]

    def _lists_tools(self, target: str, case: Case) -> bool:
        """Formats the case once; what is printed meanwhile is not shown, since this is no exchange of the run."""
        if self._needs_a_stand_in():
            exchange = self._elsewhere(target, case)
        else:
            formatter = Formatter(self.implementation, target, self._call, self._timeout)
            payload, failure, effects = format_once(formatter, case)
            exchange = Exchange(target, case, case.shown(), payload, failure, effects=effects, layer=formatter.layer)
        self._left.update(exchange.effects.files)
        return exchange.failure is None and self._questions.lists_tools(exchange)

    def _seen_there(self, target: str, case: Case) -> WorkerResult | NoAnswer | None:
        """What the second process saw, which goes first; None where there is none to ask."""
        if self.debugged and self.implementation.source is not None:
            return DEBUGGED
        if self._scout is None or (target, case.id) not in self._expected:
            return None
        seen: WorkerResult | NoAnswer = self._scout.answer((target, case))
        self.debugged = isinstance(seen, NoAnswer) and seen.how == "debugged"
        return seen

    def _exchange(self, target: str, case: Case, there: WorkerResult | NoAnswer | None) -> Exchange:
        """Performed here, unless the second process did not survive it."""
        match there:
            case NoAnswer(how="overdue"):
                return failed_exchange(
                    target, case, Failure("hung", "Hung", f"no answer within {self._timeout:g} seconds")
                )
            case NoAnswer(how="died") if not isinstance(self.implementation.formatters[target], Remote):
                return self._elsewhere(target, case)
            case WorkerResult(failure=Failure(how="hung") as failure, effects=effects):
                return failed_exchange(target, case, failure, effects)
            case WorkerResult(effects=effects):
                exchange = self._perform(target, case)
                if effects == exchange.effects == NOTHING_BESIDE:
                    return exchange
                return replace(exchange, effects=exchange.effects | effects)
            case _:
                return self._perform(target, case)

    def _perform(self, target: str, case: Case) -> Exchange:
        return self._elsewhere(target, case) if self._needs_a_stand_in() else self._here(target, case)

    def _needs_a_stand_in(self) -> bool:
        """Is a call that hangs ended only by ending its process?"""
        return not (self._timeout is None or can_interrupt() or self.implementation.source is None or self.debugged)

    def _here(self, target: str, case: Case) -> Exchange:
        timeout = None if self.debugged else self._timeout
        return perform(
            self.implementation,
            target,
            case,
            self._call,
            timeout=timeout,
            varied="laws" in self._questions.checks,
            shown=self._shown,
            debugged=self.debugged,
        )

    def _elsewhere(self, target: str, case: Case) -> Exchange:
        """Performed by another process in the place of this one, which it need not survive."""
        if self._stand_in is None:
            self._stand_in = WorkerProcess(self.implementation, "perform", self._timeout)
        self._stand_in.request([(target, case)])
        answer: Exchange | NoAnswer = self._stand_in.answer((target, case))
        match answer:
            case NoAnswer(how="died", text=text):
                return failed_exchange(target, case, Failure("exited", "Ended", f"its process ended ({text})"))
            case NoAnswer(how="debugged"):
                return self._here(target, case)
            case NoAnswer():
                text = f"no answer from its process (timeout {self._timeout} seconds)"
                return failed_exchange(target, case, Failure("hung", "Hung", text))
            case _:
                return answer


def portable(judgement: Judgement) -> Judgement:
    """The same without the directory of the case's files, so that two runs have the same findings."""
    exchange, marks = judgement.exchange, placeholders_of(judgement.case.directory())
    lifted = placeholder_restorer(marks)

    def lifted_finding(finding: Finding) -> Finding:
        return replace(finding, message=lifted(finding.message), data=lifted(dict(finding.data)))

    def lifted_verdict(verdict: Verdict) -> Verdict:
        findings = tuple(map(lifted_finding, verdict.findings))
        return replace(verdict, findings=findings, reason=lifted(verdict.reason))

    conversation = _portable(exchange.conversation, marks)
    failure = exchange.failure and replace(exchange.failure, text=lifted(exchange.failure.text))
    payload = lifted(exchange.payload)
    again = payload if exchange.again is exchange.payload else exchange.again
    portable_exchange = replace(exchange, given=conversation, payload=payload, again=again, failure=failure)
    return replace(judgement, exchange=portable_exchange, verdicts=tuple(map(lifted_verdict, judgement.verdicts)))


@memoized
def _portable(conversation: Conversation, marks: Placeholders) -> Conversation:
    return parse(placeholder_restorer(marks)(conversation.to_json()))


def _other_seed() -> str:
    return "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
