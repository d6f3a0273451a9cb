"""What a check says: findings, and the verdict over one exchange and one check.

A finding is an *error* (it makes the verdict `fail`) or a *warning* (shown beside, never counted). Texts are made where
they are printed; a finding itself is data.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pytest_promptfmt.payload.finding import Finding


class Outcome(StrEnum):
    """Of one exchange under one check; `STALE` is of an expected failure that no longer fails."""

    PASS = "pass"
    FAIL = "fail"
    XFAIL = "xfail"
    STALE = "stale"
    UNSUPPORTED = "unsupported"
    INCONCLUSIVE = "inconclusive"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check says of one exchange; `reason` explains every outcome but pass and fail."""

    check: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    reason: str = ""
