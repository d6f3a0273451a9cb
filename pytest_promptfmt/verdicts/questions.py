"""From an exchange to its verdicts: every check that has a question about it is asked, and none can stop another."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pytest_promptfmt.checks import OF_EXCHANGE, concerns
from pytest_promptfmt.checks.errors import errors
from pytest_promptfmt.checks.fidelity.repaired import Reading, faithful
from pytest_promptfmt.checks.fidelity.templates import template_fidelity
from pytest_promptfmt.checks.fidelity.wanted import Wanted, wanted_in
from pytest_promptfmt.checks.golden import same_as_golden
from pytest_promptfmt.checks.laws import laws
from pytest_promptfmt.checks.purity import hash_seed, purity
from pytest_promptfmt.checks.truncation import refusal, truncation
from pytest_promptfmt.checks.truncation.kept import Fidelity
from pytest_promptfmt.common.text import class_name
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.limits import INEXACT
from pytest_promptfmt.conversation.needs import Capability, told_of_thoughts
from pytest_promptfmt.conversation.template import TemplateCase
from pytest_promptfmt.corpus.golden import Golden, load_golden
from pytest_promptfmt.dialects import dialect_of
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.exchange.failure import FINDINGS, Failure
from pytest_promptfmt.exchange.trial import Trial
from pytest_promptfmt.exchange.worker import NoAnswer, WorkerResult, digest
from pytest_promptfmt.generation.expected import expected
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker
from pytest_promptfmt.payload.request import NotAPayload, Request
from pytest_promptfmt.payload.transcript import Transcript
from pytest_promptfmt.verdicts.may_refuse import may_refuse, unclaimed
from pytest_promptfmt.verdicts.recorded import Compare, judge_payload
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

KIT: Statements = {"crashed": (Severity.ERROR, "the kit cannot handle this exchange; that is its own fault")}


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked of the exchanges of one implementation; `reference` is the generation of golden payloads."""

    implementation: Implementation
    checks: tuple[str, ...]
    context: Mapping[str, Any]
    reference: str | None

    def _concerned(self, exchange: Exchange) -> list[str]:
        return [check for check in self.checks if concerns(check, exchange.target, exchange.case, self.reference)]

    def crashed(self, exchange: Exchange, error: Exception) -> Iterator[Verdict]:
        """Where the kit could not even perform it."""
        finding = crashed(error)
        yield from (Verdict(check, Outcome.ERROR, (finding,)) for check in self._concerned(exchange))

    def verdicts(
        self, exchange: Exchange, there: WorkerResult | NoAnswer | None, tools_written_in: Callable[[], str]
    ) -> Iterator[Verdict]:
        """One for each check that has a question about it; `there` is what the second process saw, if it was asked.

        `tools_written_in` finds a plain case for which the same formatter lists its tools; who lists none here is held
        to it.
        """
        checks = self._concerned(exchange)
        reason = ""
        if exchange.effects.connections:
            host = exchange.effects.connections[0]
            reason = f"the formatter tried to connect to {host}, and the kit lets none connect: fetch it beforehand"
        elif isinstance(there, NoAnswer) and there.how == "given up":
            reason = there.text
        if reason:
            yield from (Verdict(check, Outcome.INCONCLUSIVE, reason=reason) for check in checks)
        elif exchange.failure is not None and exchange.failure.how == "unsent":
            yield from (Verdict(check, Outcome.UNSUPPORTED, reason=exchange.failure.text) for check in checks)
        elif exchange.failure is not None:
            yield from self._of_failure(exchange, exchange.failure, checks)
        else:
            yield from self._of_payload(exchange, checks, there, tools_written_in)

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
            limits = sorted(exchange.case.limits) if failure.clear else []
            finding = _failed(failure.how, "$", failure.sentence, **({"limits": limits} if limits else {}))
            yield from (Verdict(check, Outcome.ERROR, (finding,)) for check in checks)

    def lists_tools(self, exchange: Exchange) -> bool:
        """Does the payload say which tools are on offer?"""
        dialect = dialect_of(exchange.target)
        try:
            return bool(dialect.read(dialect.open(exchange.payload, self._known(exchange))).tools)
        except NotAPayload:
            return False

    def _of_payload(
        self,
        exchange: Exchange,
        checks: list[str],
        there: WorkerResult | NoAnswer | None,
        tools_written_in: Callable[[], str],
    ) -> Iterator[Verdict]:
        beside: dict[str, Callable[[], Iterable[Finding]]] = {
            **{check: partial(ask, exchange) for check, ask in OF_EXCHANGE.items()},
            "truncation": lambda: self._truncation(exchange),
            "purity": lambda: self._purity(exchange, there),
            "golden": lambda: self._golden(exchange),
            "laws": lambda: self._laws(exchange),
        }
        findings: dict[str, tuple[Finding, ...]] = {}
        crashes: dict[str, Finding] = {}
        try:
            dialect = dialect_of(exchange.target)
            compare = _compare(dialect, exchange, self._claimed(exchange), tools_written_in)
            findings |= dict(judge_payload(exchange.payload, dialect, self._known(exchange), compare))
        except Exception as error:
            crashes |= dict.fromkeys(("schema", "protocol", "fidelity"), crashed(error))
        for check in checks:
            if check == "laws" and any(finding.is_error for found in findings.values() for finding in found):
                continue  # what is wrong already is no evidence for a law
            if check in beside:
                try:
                    findings[check] = tuple(beside[check]())
                except Exception as error:
                    crashes[check] = crashed(error)
        if any(finding.id == "truncation.system-alone" for finding in findings.get("truncation", ())):
            findings["protocol"] = tuple(map(as_warning, findings.get("protocol", ())))
        for check in checks:
            if check in crashes:
                yield Verdict(check, Outcome.ERROR, (crashes[check],))
            else:
                found = findings.get(check, ())
                yield self._undecided(exchange, check, found, there) or _verdict(check, found)

    def _undecided(
        self, exchange: Exchange, check: str, found: tuple[Finding, ...], there: WorkerResult | NoAnswer | None
    ) -> Verdict | None:
        """Where a payload alone does not answer a check: no second process did, or numbers were not exact."""
        failed = any(finding.is_error for finding in found)
        if check == "purity" and isinstance(there, NoAnswer) and not failed:
            how = "was not asked" if there.how == "debugged" else "gave no answer"
            reason = f"the second process, under another hash seed, {how}: {there.text}"
            return Verdict(check, Outcome.INCONCLUSIVE, found, reason)
        if exchange.limit and (check == "golden" or (check == "fidelity" and not failed)):
            named = INEXACT in self.implementation.claim(exchange.target).refuses
            hint = "" if named else f"; a level needs {INEXACT} among what it 'refuses'"
            return Verdict(check, Outcome.UNSUPPORTED, (), exchange.limit + hint)
        return None

    def _known(self, exchange: Exchange) -> dict[str, Any]:
        """What is known of the request beside its payload: the case's, then the implementation's, then the caller's."""
        given, claimed = exchange.given, self.implementation.claim(exchange.target).model
        known = {"layer": exchange.layer, **exchange.case.request_for(exchange.dialect)}
        if isinstance(given, Conversation):
            known |= told_of_thoughts(given)
        return known | ({"model": claimed} if claimed else {}) | dict(self.context)

    def _claimed(self, exchange: Exchange) -> frozenset[Capability] | None:
        return self.implementation.claim(exchange.target).blocks

    def _truncation(self, exchange: Exchange) -> Iterable[Finding]:
        dialect, known = dialect_of(exchange.target), self._known(exchange)
        try:
            request = dialect.open(exchange.payload, known)
        except NotAPayload:
            return ()
        if exchange.trial is None:
            return ()
        wanted = wanted_in(request, self._claimed(exchange))
        return _truncated(exchange, exchange.trial, dialect, known, wanted, self._summarises(exchange))

    def _purity(self, exchange: Exchange, there: WorkerResult | NoAnswer | None) -> Iterator[Finding]:
        impure = tuple(purity(exchange))
        yield from impure
        if isinstance(there, WorkerResult) and all(finding.id != "purity.not-repeatable" for finding in impure):
            raised = f"{there.failure.kind}: {there.failure.text}" if there.failure else ""
            yield from hash_seed(digest(exchange.payload), there.digest, raised)

    def _laws(self, exchange: Exchange) -> Iterator[Finding]:
        dialect, known = dialect_of(exchange.target), self._known(exchange)
        return laws(
            exchange,
            lambda payload: dialect.read(dialect.open(payload, known)),
            lambda conversation: expected(conversation, dialect).demand == "carry",
        )

    def _summarises(self, exchange: Exchange) -> bool:
        return self.implementation.claim(exchange.target).truncation == "summarise"

    def _golden(self, exchange: Exchange) -> tuple[Finding, ...]:
        if not concerns("golden", exchange.target, exchange.case, self.reference):
            return ()
        case, target = exchange.case, exchange.target
        if target in case.golden:
            own = Golden({case.id: case.golden[target]}, frozenset())
            return tuple(same_as_golden(exchange, f"the golden payload of {case.family}", own))
        assert self.reference is not None
        return tuple(same_as_golden(exchange, self.reference, load_golden(self.reference, exchange.target)))


def _compare(
    dialect: Dialect, exchange: Exchange, claimed: frozenset[Capability] | None, tools_written_in: Callable[[], str]
) -> Compare | None:
    """What fidelity holds a payload against; None under a budget, where truncation compares instead."""
    given = exchange.given
    if isinstance(given, TemplateCase):
        return lambda request, _: template_fidelity(given, exchange.case.requests, request)
    if exchange.case.budget is not None:
        return None

    def compare(request: Request, refused: bool) -> tuple[Finding, ...]:
        transcript, wanted = dialect.read(request), wanted_in(request, claimed)
        if transcript.tools is None and given.tools and wanted.tools and request.state is None:
            wanted = replace(wanted, tools_written_in=tools_written_in())
        reading = Reading(dialect, transcript, exchange.payload, exchange.scenario, wanted, request.state)
        refused = refused or bool(exchange.not_json)
        return faithful(reading, exchange.case.expects(dialect.id), given, refused=refused)

    return compare


def _truncated(
    exchange: Exchange,
    trial: Trial,
    dialect: Dialect,
    context: Mapping[str, Any],
    wanted: Wanted,
    summarises: bool,
) -> tuple[Finding, ...]:
    def read(payload: Any) -> Transcript:
        return dialect.read(dialect.open(payload, context))

    def judge(transcript: Transcript) -> Fidelity:
        reading = Reading(dialect, transcript, exchange.payload, exchange.scenario, wanted)
        expectation = exchange.case.expects(dialect.id)
        return lambda conversation: faithful(reading, expectation, conversation, refused=True)

    return tuple(truncation(exchange, trial, read, judge, summarises=summarises))


def as_warning(finding: Finding) -> Finding:
    """For a payload of nothing but system text where nothing else fits: no provider takes it, and it may be made."""
    return replace(finding, severity=Severity.WARNING)


_failed = maker("exchange", FINDINGS)
_crashed = maker("kit", KIT)


def crashed(error: Exception) -> Finding:
    """The kit's own failure, with the place of it: nobody is blamed, and nobody gets a level by it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    return _crashed(
        "crashed", "$", f"pytest-promptfmt itself failed here, please report it: {class_name(error)} in {place}"
    )


def _verdict(check: str, findings: Iterable[Finding], reason: str = "") -> Verdict:
    found = tuple(findings)
    failed = any(finding.is_error for finding in found)
    unseen = next((finding for finding in found if finding.id == "fidelity.server-state"), None)
    if unseen is not None and not failed:
        return Verdict(check, Outcome.INCONCLUSIVE, found, unseen.message)
    return Verdict(check, Outcome.FAIL if failed else Outcome.PASS, found, "" if failed else reason)
