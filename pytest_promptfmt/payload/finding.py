"""A finding: one thing that a rule or a check says of a payload. Texts are made where they are printed; this is data.

It is an *error*, which fails, or a *warning*, which is shown and never counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pytest_promptfmt.common.did_you_mean import missing_attribute


class Severity(StrEnum):
    """Does a finding fail its case, or is it only shown?"""

    ERROR = "error"
    WARNING = "warning"


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
        """Does it fail the case? A warning never does."""
        return self.severity is Severity.ERROR

    if not TYPE_CHECKING:  # it is asked for nothing that is there

        def __getattr__(self, name: str) -> Any:
            meant = {"rule": "id", "code": "id", "level": "severity", "text": "message", "place": "path"}
            meant |= dict.fromkeys(("description", "detail", "reason", "title"), "message")
            raise missing_attribute(self, name, meant)

    def __str__(self) -> str:
        return f"{self.severity} {self.id} at {self.path}: {self.message}"


Statements: TypeAlias = Mapping[str, tuple[Severity, str]]
"""What a check can find: by slug its severity, and what it says in general. Each check's table is called `FINDINGS`."""


def maker(check: str, statements: Statements) -> Callable[..., Finding]:
    """What makes the findings of a check: ``made("changed-input", path, message, about=(), **data)``."""

    def made(slug: str, path: str, message: str, about: tuple[int, ...] = (), **data: Any) -> Finding:
        return Finding(f"{check}.{slug}", statements[slug][0], path, message, about, data)

    return made


Way = TypeVar("Way")
Findings = TypeVar("Findings", bound=Sequence[Finding])


def errors(findings: Iterable[Finding]) -> int:
    return sum(finding.is_error for finding in findings)


def weight(findings: Sequence[Finding]) -> tuple[int, int]:
    """Errors count first, then all findings."""
    return errors(findings), len(findings)


def lightest(
    ways: Iterable[Way], told_of: Callable[[Way], Findings], than: tuple[Way, Findings] | None = None
) -> tuple[Way, Findings]:
    """The first of the ways with the least `weight`, and what is told of it; `than` where none is lighter than that.

    Nothing is lighter than a way of which nothing is told, so none is tried after it.
    """
    best = than
    for way in ways:
        told = told_of(way)
        if best is None or weight(told) < weight(best[1]):
            best = way, told
        if not told:
            break
    assert best is not None, "there is no way"
    return best
