"""All verdicts of one exchange."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pytest_promptfmt.corpus import Case
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict


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


def not_scored(judgement: Judgement, reason: str) -> Judgement:
    """The judgement with every failure marked as one that the run is not blamed for."""

    def marked(verdict: Verdict) -> Verdict:
        failed = verdict.outcome in (Outcome.FAIL, Outcome.ERROR)
        return replace(verdict, outcome=Outcome.XFAIL, reason=reason) if failed else verdict

    return replace(judgement, verdicts=tuple(map(marked, judgement.verdicts)))
