"""Of several ways to read a payload, the one that leaves the least to say is what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pytest_promptfmt.payload.finding import Finding

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
