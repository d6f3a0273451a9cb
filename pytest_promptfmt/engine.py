"""The engine: exchange → findings → verdicts. pytest, `check_formatter` and the command line render what it says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Any, Self

from pytest_promptfmt import guard
from pytest_promptfmt.caller import Caller
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.checks.errors import errors
from pytest_promptfmt.checks.fidelity import fidelity, unrepaired
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.purity import hash_seed, purity
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.child import Child, digest, hung
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.exchange import Exchange, Failure, perform
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.repairs import REPAIRS
from pytest_promptfmt.request import NotAPayload, Request
from pytest_promptfmt.verdict import Finding, Outcome, Severity, Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """All verdicts of one exchange."""

    implementation: Implementation
    exchange: Exchange
    verdicts: tuple[Verdict, ...]

    @property
    def target(self) -> str:
        return self.exchange.target

    @property
    def case(self) -> Case:
        return self.exchange.case

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding once, errors first."""
        found: list[Finding] = []
        for verdict in self.verdicts:
            found += (finding for finding in verdict.findings if finding not in found)
        return tuple(sorted(found, key=lambda finding: not finding.is_error))

    @property
    def outcome(self) -> Outcome:
        """The worst of the checks."""
        return next(outcome for outcome in WORST_FIRST if any(v.outcome is outcome for v in self.verdicts))


WORST_FIRST = (
    Outcome.ERROR,
    Outcome.FAIL,
    Outcome.STALE,
    Outcome.XFAIL,
    Outcome.INCONCLUSIVE,
    Outcome.UNSUPPORTED,
    Outcome.PASS,
)


def plan(
    implementation: Implementation,
    cases: Iterable[Case],
    targets: Iterable[str] = ("*",),
    names: Iterable[str] = ("*",),
) -> list[tuple[str, Case]]:
    """Target and case of every exchange that is asked for, in the order of the table and the corpus; globs select."""
    targets, names, cases = list(targets), list(names), list(cases)
    return [
        (target, case)
        for target in implementation.formatters
        if any(fnmatchcase(target, glob) for glob in targets)
        for case in cases
        if target.rpartition(".")[2] in case.scenarios and any(fnmatchcase(case.id, glob) for glob in names)
    ]


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
    ) -> None:
        self.implementation = implementation
        self._checks = tuple(checks)
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
        self._twin.ask(pairs)
        self._expected |= {(target, case.id) for target, case in pairs}

    def judge(self, target: str, case: Case) -> Judgement:
        """Formats one case and says what every selected check finds."""
        exchange = self._perform(target, case)
        return Judgement(self.implementation, exchange, tuple(self._verdicts(exchange)))

    def _perform(self, target: str, case: Case) -> Exchange:
        if self._timeout is None or guard.can_interrupt() or self.implementation.source is None:
            return perform(self.implementation, target, case, self._call, timeout=self._timeout)
        if self._stand_in is None:
            self._stand_in = Child(self.implementation, "perform", self._timeout)
        self._stand_in.ask([(target, case)])
        answer: Exchange | None = self._stand_in.answer((target, case))
        return answer or hung(target, case, self._timeout)

    def _verdicts(self, exchange: Exchange) -> Iterator[Verdict]:
        if exchange.connections:
            reason = f"the formatter tried to connect to {exchange.connections[0]}; the kit lets nobody"
            yield from (Verdict(check, Outcome.INCONCLUSIVE, reason=reason) for check in self._checks)
        elif exchange.failure is not None:
            yield from self._of_failure(exchange, exchange.failure)
        else:
            yield from self._of_payload(exchange)

    def _of_failure(self, exchange: Exchange, failure: Failure) -> Iterator[Verdict]:
        refused = f"refused: {failure.kind}: {failure.text}"
        if exchange.case.expects(exchange.dialect).demand != "carry" and failure.how == "raised":
            for check in self._checks:
                yield (
                    _verdict(check, errors(exchange))
                    if check == "errors"
                    else Verdict(check, Outcome.PASS, (), refused)
                )
        elif failure.clear and (beyond := unclaimed(self.implementation, exchange)):
            reason = f"{', '.join(beyond)}: {refused}"
            yield from (Verdict(check, Outcome.UNSUPPORTED, (), reason) for check in self._checks)
        else:
            finding = Finding(f"exchange.{failure.how}", Severity.ERROR, "$", _told(failure))
            yield from (Verdict(check, Outcome.ERROR, (finding,)) for check in self._checks)

    def _of_payload(self, exchange: Exchange) -> Iterator[Verdict]:
        dialect = DIALECTS[exchange.dialect]
        try:
            request = dialect.open(exchange.payload, {"layer": exchange.layer, **self._context})
        except NotAPayload as error:
            form = Finding("schema.form", Severity.ERROR, error.path, str(error))
            findings: dict[str, tuple[Finding, ...]] = {"schema": (form,)}
        else:
            findings = _judge_request(dialect, request, exchange)
        impure = tuple(purity(exchange))
        repeatable = all(finding.id != "purity.not-repeatable" for finding in impure)
        findings["purity"] = (*impure, *(self._under_another_seed(exchange) if repeatable else ()))
        findings["errors"] = tuple(errors(exchange))
        for check in self._checks:
            yield _verdict(check, findings.get(check, ()))

    def _under_another_seed(self, exchange: Exchange) -> Iterator[Finding]:
        if self._twin is None or (exchange.target, exchange.case.id) not in self._expected:
            return
        there = self._twin.answer((exchange.target, exchange.case))
        if there is not None:
            yield from hash_seed(digest(exchange.payload), there)


def _judge_request(dialect: Dialect, request: Request, exchange: Exchange) -> dict[str, tuple[Finding, ...]]:
    obeys = tuple(protocol(dialect, request))
    refused = bool(exchange.not_json) or any(finding.is_error for finding in obeys)
    return {
        "schema": tuple(schema(request)),
        "protocol": obeys,
        "fidelity": _said(dialect, request, exchange, refused=refused),
    }


def _said(dialect: Dialect, request: Request, exchange: Exchange, *, refused: bool) -> tuple[Finding, ...]:
    """Fidelity to the conversation, or to the best of its repairs where the case allows some.

    A payload that says unrepaired what had to be repaired is blamed for that alone, and only where no other check has
    `refused` it already.
    """
    expectation = exchange.case.expects(dialect.id)
    said = dialect.read(request)

    def answer(name: str) -> tuple[Finding, ...]:
        repair = REPAIRS[name]
        return tuple(fidelity(repair.apply(exchange.conversation), said, dialect, exchange.scenario, repair))

    if expectation.demand == "refuse":
        return ()
    if expectation.demand == "carry":
        return answer("keep")
    best = min((answer(name) for name in expectation.repairs), key=_weight, default=answer("keep"))
    if _errors(best) and "keep" not in expectation.repairs and not _errors(as_it_stands := answer("keep")):
        return as_it_stands if refused else (*as_it_stands, unrepaired(expectation))
    return best


def _errors(findings: Iterable[Finding]) -> int:
    return sum(finding.is_error for finding in findings)


def _weight(findings: tuple[Finding, ...]) -> tuple[int, int]:
    return _errors(findings), len(findings)


def unclaimed(implementation: Implementation, exchange: Exchange) -> tuple[str, ...]:
    """Why an honest refusal of this exchange is no fault: what the dialect cannot carry, or nobody claimed."""
    carried = DIALECTS[exchange.dialect].carries
    claimed = implementation.claim(exchange.target).blocks
    needed = exchange.case.needs
    beyond = [f"{block} has no place in {exchange.dialect}" for block in sorted(needed - carried)]
    if claimed is not None:
        beyond += [f"{block} is not claimed" for block in sorted((needed & carried) - claimed)]
    return tuple(beyond)


def _verdict(check: str, findings: Iterable[Finding]) -> Verdict:
    found = tuple(findings)
    return Verdict(check, Outcome.FAIL if any(finding.is_error for finding in found) else Outcome.PASS, found)


def _told(failure: Failure) -> str:
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
