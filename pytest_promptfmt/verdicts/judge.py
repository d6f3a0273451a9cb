"""The judge: exchange → findings → verdicts. pytest, `check_formatter` and the command line render its verdicts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from pytest_promptfmt.checks import CHECKS, OF_EXCHANGE, concerns
from pytest_promptfmt.checks.errors import errors
from pytest_promptfmt.checks.fidelity.repaired import faithful
from pytest_promptfmt.checks.fidelity.templates import template_fidelity
from pytest_promptfmt.checks.golden import same_as_golden
from pytest_promptfmt.checks.purity import hash_seed
from pytest_promptfmt.checks.truncation import allows_an_error, refusal, truncation
from pytest_promptfmt.checks.truncation.kept import Fidelity
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.conversation.template import TemplateCase
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.case_files import lifting
from pytest_promptfmt.corpus.golden import check_generation, load_golden
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.exchange import FINDINGS, Exchange, Failure, guard, perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.trial import Trial
from pytest_promptfmt.exchange.worker import Child, digest, hung
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding, Severity, maker
from pytest_promptfmt.payload.transcript import Transcript
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.recorded import Compare, judge_payload
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict


class Judge:
    """Judges one implementation; keeps its event loop and its second process. Use it as a context manager.

    `expect` announces the exchanges to come, so that the second process, which formats them under another hash seed,
    can work beside this one.
    """

    def __init__(
        self,
        implementation: Implementation,
        *,
        checks: Iterable[str] = tuple(CHECKS),
        timeout: float | None = 10.0,
        context: Mapping[str, Any] | None = None,
        reference: str | None = None,
    ) -> None:
        self.implementation = implementation
        self._checks = tuple(checks)
        self._reference = reference and check_generation(reference)
        self._timeout = timeout
        self._context = dict(context or {})
        self._call = Caller()
        self._twin: Child | None = None
        self._stand_in: Child | None = None
        self._expected: set[tuple[str, str]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the second process and the event loop."""
        self._call.close()
        for child in (self._twin, self._stand_in):
            if child is not None:
                child.close()
        self._twin = self._stand_in = None

    def expect(self, pairs: list[tuple[str, Case]]) -> None:
        """Starts the second process on these exchanges."""
        if "purity" not in self._checks or self.implementation.source is None or not pairs:
            return
        if self._twin is None:
            self._twin = Child(self.implementation, "digest", self._timeout, seed=_other_seed())
        self._twin.request(pairs)
        self._expected |= {(target, case.id) for target, case in pairs}

    def judge(self, target: str, case: Case) -> Judgement:
        """Formats one case; a verdict for every selected check."""
        exchange = self._perform(target, case)
        judgement = Judgement(self.implementation, exchange, tuple(self._verdicts(exchange)))
        return portable(judgement) if case.files else judgement

    def _perform(self, target: str, case: Case) -> Exchange:
        if self._timeout is None or guard.can_interrupt() or self.implementation.source is None:
            return perform(self.implementation, target, case, self._call, timeout=self._timeout)
        if self._stand_in is None:
            self._stand_in = Child(self.implementation, "perform", self._timeout)
        self._stand_in.request([(target, case)])
        answer: Exchange | None = self._stand_in.answer((target, case))
        return answer or hung(target, case, self._timeout)

    def _verdicts(self, exchange: Exchange) -> Iterator[Verdict]:
        checks = [c for c in self._checks if concerns(c, exchange.target, exchange.case, self._reference)]
        if exchange.connections:
            reason = f"the formatter tried to connect to {exchange.connections[0]}; the kit lets nobody"
            yield from (Verdict(check, Outcome.INCONCLUSIVE, reason=reason) for check in checks)
        elif exchange.failure is not None:
            yield from self._of_failure(exchange, exchange.failure, checks)
        else:
            yield from self._of_payload(exchange, checks)

    def _of_failure(self, exchange: Exchange, failure: Failure, checks: list[str]) -> Iterator[Verdict]:
        refused = f"refused: {failure.kind}: {failure.text}"
        if failure.how == "raised" and may_refuse(exchange, summarises=self._summarises(exchange)):
            findings = {
                "errors": tuple(errors(exchange)),
                "truncation": tuple(refusal(failure)) if exchange.trial else (),
                "golden": self._golden(exchange),
            }
            for check in checks:
                yield _verdict(check, findings.get(check, ()), refused)
        elif failure.clear and (beyond := unclaimed(self.implementation, exchange)):
            reason = f"{', '.join(beyond)}: {refused}"
            yield from (Verdict(check, Outcome.UNSUPPORTED, (), reason) for check in checks)
        else:
            finding = _failed(failure.how, "$", _failure_message(failure))
            yield from (Verdict(check, Outcome.ERROR, (finding,)) for check in checks)

    def _of_payload(self, exchange: Exchange, checks: list[str]) -> Iterator[Verdict]:
        dialect = DIALECTS[exchange.dialect]
        context = {"layer": exchange.layer, **exchange.case.context, **self._context}
        findings = dict(judge_payload(exchange.payload, dialect, context, _compare(dialect, exchange)))
        if exchange.trial is not None and "protocol" in findings:
            findings["truncation"] = _truncated(exchange, exchange.trial, dialect, context, self._summarises(exchange))
            if any(finding.id == "truncation.system-alone" for finding in findings["truncation"]):
                findings["protocol"] = tuple(map(as_warning, findings["protocol"]))
        findings |= {check: tuple(ask(exchange)) for check, ask in OF_EXCHANGE.items()}
        if all(finding.id != "purity.not-repeatable" for finding in findings["purity"]):
            findings["purity"] += tuple(self._under_another_seed(exchange))
        findings["golden"] = self._golden(exchange)
        for check in checks:
            yield _verdict(check, findings.get(check, ()))

    def _summarises(self, exchange: Exchange) -> bool:
        return self.implementation.claim(exchange.target).truncation == "summarise"

    def _golden(self, exchange: Exchange) -> tuple[Finding, ...]:
        if not concerns("golden", exchange.target, exchange.case, self._reference):
            return ()
        assert self._reference is not None
        return tuple(same_as_golden(exchange, self._reference, load_golden(self._reference, exchange.target)))

    def _under_another_seed(self, exchange: Exchange) -> Iterator[Finding]:
        if self._twin is None or (exchange.target, exchange.case.id) not in self._expected:
            return
        there = self._twin.answer((exchange.target, exchange.case))
        if there is not None:
            yield from hash_seed(digest(exchange.payload), there)


def _compare(dialect: Dialect, exchange: Exchange) -> Compare | None:
    """What fidelity holds a payload against; None under a budget, where truncation compares instead."""
    given = exchange.given
    if isinstance(given, TemplateCase):
        return lambda request, _: template_fidelity(given, exchange.case.requests, request)
    if exchange.case.budget is not None:
        return None
    return lambda request, refused: faithful(
        dialect, dialect.read(request), exchange, given, refused=refused or bool(exchange.not_json)
    )


def _truncated(
    exchange: Exchange, trial: Trial, dialect: Dialect, context: Mapping[str, Any], summarises: bool
) -> tuple[Finding, ...]:
    def read(payload: Any) -> Transcript:
        return dialect.read(dialect.open(payload, context))

    def judge(transcript: Transcript) -> Fidelity:
        return lambda conversation: faithful(dialect, transcript, exchange, conversation, refused=True)

    return tuple(truncation(exchange, trial, read, judge, summarises=summarises))


def as_warning(finding: Finding) -> Finding:
    """For a payload of nothing but system text where nothing else fits: no provider takes it, and it may be made."""
    return replace(finding, severity=Severity.WARNING)


def may_refuse(exchange: Exchange, *, summarises: bool = False) -> bool:
    """Is a clear error a right answer: to what no payload can carry as it stands, or to a budget that nothing fits?"""
    if exchange.trial is not None and allows_an_error(exchange.trial, summarises=summarises):
        return True
    return exchange.case.expects(exchange.dialect).demand != "carry"


def portable(judgement: Judgement) -> Judgement:
    """The same without the directory of the case's files, so that two runs have the same findings."""
    exchange, lifted = judgement.exchange, lifting(judgement.case.directory())

    def lifted_finding(finding: Finding) -> Finding:
        return replace(finding, message=lifted(finding.message), data=lifted(dict(finding.data)))

    def lifted_verdict(verdict: Verdict) -> Verdict:
        findings = tuple(map(lifted_finding, verdict.findings))
        return replace(verdict, findings=findings, reason=lifted(verdict.reason))

    conversation = parse(lifted(exchange.conversation.to_json()))
    failure = exchange.failure and replace(exchange.failure, text=lifted(exchange.failure.text))
    portable_exchange = replace(exchange, given=conversation, payload=lifted(exchange.payload), failure=failure)
    return replace(judgement, exchange=portable_exchange, verdicts=tuple(map(lifted_verdict, judgement.verdicts)))


def unclaimed(implementation: Implementation, exchange: Exchange) -> tuple[str, ...]:
    """Why an honest refusal of this exchange is no fault: what the dialect cannot carry, or nobody claimed."""
    carried = DIALECTS[exchange.dialect].carries
    claimed = implementation.claim(exchange.target).blocks
    needed = exchange.case.needs
    beyond = [f"{block} has no place in {exchange.dialect}" for block in sorted(needed - carried)]
    if claimed is not None:
        beyond += [f"{block} is not claimed" for block in sorted((needed & carried) - claimed)]
    return tuple(beyond)


_failed = maker("exchange", FINDINGS)


def _verdict(check: str, findings: Iterable[Finding], reason: str = "") -> Verdict:
    found = tuple(findings)
    failed = any(finding.is_error for finding in found)
    return Verdict(check, Outcome.FAIL if failed else Outcome.PASS, found, "" if failed else reason)


def _failure_message(failure: Failure) -> str:
    where = f" ({failure.where})" if failure.where else ""
    match failure.how:
        case "raised":
            return f"the formatter raised {failure.kind}: {failure.text}{where}"
        case "hung":
            return f"the formatter hung: {failure.text}"
        case "exited":
            return f"the formatter ended the process: {failure.text}{where}"


def _other_seed() -> str:
    return "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"


__all__ = ["Judge", "Judgement", "may_refuse", "plan", "unclaimed"]
