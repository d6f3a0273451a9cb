"""Which exchanges a run has: targets, cases, and the checks that have a question about them."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from pytest_promptfmt.checks import CHECKS, concerns
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.implementation import Implementation


def plan(
    implementation: Implementation,
    cases: Iterable[Case],
    targets: Iterable[str] = ("*",),
    names: Iterable[str] = ("*",),
    checks: Iterable[str] = tuple(CHECKS),
    reference: str | None = None,
) -> list[tuple[str, Case]]:
    """Target and case of every exchange that is asked for, in the order of the table and the corpus; globs select.

    What no check has a question about is left out, and so are budgets for those who do not claim to keep them.
    """
    targets, names, cases, checks = list(targets), list(names), list(cases), list(checks)
    return [
        (target, case)
        for target in implementation.formatters
        if any(fnmatchcase(target, glob) for glob in targets)
        for case in cases
        if target.rpartition(".")[2] in case.scenarios and any(fnmatchcase(case.id, glob) for glob in names)
        if case.budget is None or implementation.claim(target).truncation != "none"
        if any(concerns(check, target, case, reference) for check in checks)
    ]
