"""The verdict over one exchange and one check, and what several of them come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pytest_promptfmt.payload.finding import Finding


class Outcome(StrEnum):
    """Of one exchange under one check."""

    PASS = "pass"
    FAIL = "fail"
    XFAIL = "xfail"
    UNSUPPORTED = "unsupported"
    INCONCLUSIVE = "inconclusive"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome and findings of one check over one exchange; `reason` explains every outcome but pass and fail."""

    check: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    reason: str = ""


_WORST_FIRST = (
    Outcome.ERROR,
    Outcome.FAIL,
    Outcome.XFAIL,
    Outcome.INCONCLUSIVE,
    Outcome.UNSUPPORTED,
    Outcome.PASS,
)


def worst(verdicts: Iterable[Verdict]) -> Outcome | None:
    """The worst outcome of several verdicts, None of none."""
    found = {verdict.outcome for verdict in verdicts}
    return next((outcome for outcome in _WORST_FIRST if outcome in found), None)


def all_findings(verdicts: Iterable[Verdict]) -> tuple[Finding, ...]:
    """Every finding of several verdicts once, errors first."""
    found = dict.fromkeys(_Hashed(finding) for verdict in verdicts for finding in verdict.findings)
    return tuple(sorted((each.finding for each in found), key=lambda finding: not finding.is_error))


@dataclass(frozen=True, slots=True)
class _Hashed:
    """A finding that can be looked up although its data cannot."""

    finding: Finding

    def __hash__(self) -> int:
        return hash((self.finding.id, self.finding.path, self.finding.message))
