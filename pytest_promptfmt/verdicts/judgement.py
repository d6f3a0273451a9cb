"""All verdicts of one exchange."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pytest_promptfmt.corpus import Case
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict, all_findings, worst


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
        return all_findings(self.verdicts)

    @property
    def outcome(self) -> Outcome:
        """The worst of the checks."""
        outcome = worst(self.verdicts)
        assert outcome is not None, "nothing was asked"
        return outcome


def not_scored(judgement: Judgement, reason: str) -> Judgement:
    """The judgement with every failure marked as one that the run is not blamed for."""

    def marked(verdict: Verdict) -> Verdict:
        failed = verdict.outcome in (Outcome.FAIL, Outcome.ERROR)
        return replace(verdict, outcome=Outcome.XFAIL, reason=reason) if failed else verdict

    return replace(judgement, verdicts=tuple(map(marked, judgement.verdicts)))
