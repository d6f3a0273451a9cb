"""What a check says: findings, and the verdict over one exchange and one check.

A finding is an *error* (it makes the verdict `fail`) or a *warning* (shown beside, never counted). Texts are made where
they are printed; a finding itself is data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


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
class Finding:
    """One thing that is wrong.

    `id` is the rule's or the check's own id (``anthropic.text-nonempty``, ``fidelity.lost-text``), `path` a JSON path
    into the payload as it was returned (``$.messages[1].content``), `message` one sentence. `about` lists the
    indexes of the conversation's messages that it concerns; `data` may hold ``expected`` and ``actual``.
    """

    id: str
    severity: Severity
    path: str
    message: str
    about: tuple[int, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        return f"{self.severity} {self.id} at {self.path}: {self.message}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check says of one exchange; `reason` explains every outcome but pass and fail."""

    check: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    reason: str = ""
